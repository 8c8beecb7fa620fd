// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.config.ConfigException;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.TimingDependence;
import dev.sluice.program.kind.UnknownKindException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses streams that --timing-only cannot time. Without bytes nobody knows what a kernel loads, which fragments pass
 * a depth test or how far a tile compresses, so what timing takes from there is unknown (model, section 1).
 */
final class DataDependence {
    private static final String NOT_FOLLOWED = ", which --timing-only does not follow";

    private final GpuSpec device;
    private final StreamProgram stream;
    private final Map<String, ImageDeclaration> images = new LinkedHashMap<>();

    DataDependence(GpuSpec device, StreamProgram stream) {
        this.device = device;
        this.stream = stream;
        stream.images().forEach(image -> images.put(image.name(), image));
    }

    /** @throws ConfigException for the first command whose timing depends on data, with its place and the reason */
    static void refuse(GpuSpec device, StreamProgram stream) {
        DataDependence check = new DataDependence(device, stream);
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers().forEach(commands -> commands.forEach(check::check));
                }
            }
        }
    }

    /** @throws ConfigException if the command's timing depends on data */
    void check(Command command) {
        if (command instanceof Command.DispatchIndirect) {
            throw bad(command.origin(), "dispatchIndirect reads its group counts from memory");
        } else if (command instanceof Command.Dispatch dispatch) {
            kernel(command.origin(), dispatch.kernel());
        } else if (command instanceof Command.Draw draw) {
            draw(draw);
        } else if (command instanceof Command.PassStep step) {
            begins(step);
            resolves(step);
        } else if (command instanceof Command.ClearAttachments clear) {
            clear.clears().forEach(one -> target(command, "clears", one.slice().image()));
        } else if (command instanceof Command.ClearImage clear) {
            target(command, "clears", clear.image());
        } else if (!timedByItself(command)) {
            throw new UnknownKindException(command);
        }
    }

    /** Whether the time of a command follows from its arguments. Transfers of images keep to the sizes of their regions. */
    private static boolean timedByItself(Command command) {
        return command instanceof Command.Transfer
                || command instanceof Command.Synchronization
                || command instanceof Command.Marker;
    }

    private void draw(Command.Draw draw) {
        Geometry geometry = draw.geometry();
        if (geometry.indirect() != null) {
            throw bad(draw.origin(), draw.kind() + " reads its counts from memory");
        }
        if (geometry.indices() != null
                && (geometry.kernel() != null || !geometry.attributes().isEmpty())) {
            throw bad(draw.origin(), draw.kind() + " fetches the vertices that indices in memory name");
        }
        kernel(draw.origin(), geometry.kernel());
        kernel(draw.origin(), draw.fragment());
        if (draw.state().usesDepth()) {
            throw bad(draw.origin(), draw.kind() + " tests or writes depth: what is drawn depends on depth in memory");
        }
        draw.targets()
                .all()
                .forEach(attachment ->
                        target(draw, "draws to", attachment.slice().image()));
    }

    private void begins(Command.PassStep step) {
        RenderTargets begins = step.begins();
        if (begins != null) {
            begins.all()
                    .filter(attachment -> attachment.load() == Attachment.LoadOp.CLEAR
                            || attachment.stencilLoad() == Attachment.LoadOp.CLEAR)
                    .forEach(attachment ->
                            target(step, "clears", attachment.slice().image()));
        }
    }

    private void resolves(Command.PassStep step) {
        RenderTargets ends = step.ends();
        if (ends != null) {
            ends.all()
                    .flatMap(attachment -> Stream.ofNullable(attachment.resolve()))
                    .forEach(slice -> target(step, "resolves to", slice.image()));
        }
    }

    /** What travels of an image that may be compressed depends on what is in it. */
    private void target(Command command, String does, String name) {
        ImageDeclaration image = images.get(name);
        if (device.rop().compresses()
                && image != null
                && image.spec().attachment()
                && image.spec().tiling() == Tiling.OPTIMAL) {
            throw bad(
                    command.origin(),
                    command.kind() + " " + does + " image '" + name + "', which " + device.name()
                            + " compresses: how far depends on its contents");
        }
    }

    private void kernel(Origin origin, @Nullable String name) {
        KernelProgram kernel = name == null ? null : stream.kernels().get(name);
        TimingDependence dependence = kernel == null ? null : kernel.timingDependence();
        if (dependence != null) {
            throw bad(
                    origin,
                    "kernel '" + name + "', line " + dependence.line() + ": " + dependence.what()
                            + " depends on loaded data");
        }
    }

    private static ConfigException bad(Origin origin, String why) {
        return new ConfigException(origin.where(), why + NOT_FOLLOWED);
    }
}
