// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Command;
import dev.sluice.program.Geometry;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.TimingDependence;
import dev.sluice.program.kind.UnknownKindException;
import org.jspecify.annotations.Nullable;

/**
 * What a program's timing takes from bytes, so that a run for time alone follows them all the same
 * ({@code docs/decisions/0034-timing-only-follows-what-decides-time.md}).
 *
 * @param origin the first place that depends on bytes
 * @param why what depends on what, in words
 * @param onWriters whether time depends on who wrote the bytes too: counts that nobody wrote are not carried out
 */
public record ByteDependence(Origin origin, String why, boolean onWriters) {

    private static final long ANY_INDEX = 0xFFFF_FFFFL;

    /** The dependence of a program on a device; null if its time follows without bytes. */
    public static @Nullable ByteDependence of(GpuSpec device, StreamProgram stream) {
        Search search = new Search(device, stream);
        search.caches();
        stream.images().forEach(search::image);
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers().forEach(commands -> commands.forEach(search::command));
                }
            }
        }
        return search.found;
    }

    /** A walk over a program; what depends on writers counts for more, and the first of equals. */
    private static final class Search {
        private final GpuSpec device;
        private final StreamProgram stream;

        @Nullable
        ByteDependence found;

        Search(GpuSpec device, StreamProgram stream) {
            this.device = device;
            this.stream = stream;
        }

        private void add(Origin origin, String why, boolean onWriters) {
            ByteDependence known = found;
            if (known == null || onWriters && !known.onWriters()) {
                found = new ByteDependence(origin, why, onWriters);
            }
        }

        /** How many lines a cache holds that compresses them depends on all that passes through it. */
        void caches() {
            for (CacheSpec cache : device.caches()) {
                if (cache.structure().compression().on()) {
                    add(
                            Origin.at("caches." + cache.name() + ".compression"),
                            "how many lines cache '" + cache.name() + "' of " + device.name()
                                    + " holds depends on how far they compress",
                            false);
                }
            }
        }

        /** What travels of an image that may be compressed depends on what is in it, and on pages so does what is beside it. */
        void image(ImageDeclaration image) {
            if (device.rop().compresses()
                    && image.spec().attachment()
                    && image.spec().tiling() == Tiling.OPTIMAL) {
                add(
                        image.origin(),
                        "how far " + device.name() + " compresses image '" + image.name() + "' depends on its contents",
                        false);
            }
        }

        void command(Command command) {
            if (command instanceof Command.DispatchIndirect dispatch) {
                add(command.origin(), dispatch.kind() + " reads its group counts from memory", true);
                kernel(command.origin(), dispatch.kernel());
            } else if (command instanceof Command.Dispatch dispatch) {
                kernel(command.origin(), dispatch.kernel());
            } else if (command instanceof Command.Draw draw) {
                draw(draw);
            } else if (command instanceof Command.BeginConditionalRendering condition) {
                if (condition.runs() == null) {
                    add(command.origin(), "a condition in memory decides which commands are carried out", true);
                }
            } else if (!timedByItself(command)) {
                throw new UnknownKindException(command);
            }
        }

        /** Whether the time of a command follows from its arguments. Transfers of images keep to the sizes of their regions. */
        private static boolean timedByItself(Command command) {
            return command instanceof Command.Transfer
                    || command instanceof Command.Synchronization
                    || command instanceof Command.Marker
                    || command instanceof Command.PassStep
                    || command instanceof Command.ClearAttachments
                    || command instanceof Command.ClearImage;
        }

        private void draw(Command.Draw draw) {
            Geometry geometry = draw.geometry();
            if (geometry.indirect() != null) {
                add(draw.origin(), draw.kind() + " reads its counts from memory", true);
            }
            if (geometry.indices() != null
                    && (geometry.shaders().stream().anyMatch(PrimitiveShader::ofVertices)
                            || !geometry.attributes().isEmpty()
                            || device.limits().maxDrawIndexedIndexValue() < ANY_INDEX)) {
                add(draw.origin(), draw.kind() + " fetches the vertices that indices in memory name", true);
            }
            geometry.shaders().forEach(shader -> kernel(draw.origin(), shader.kernel()));
            kernel(draw.origin(), draw.fragment());
            if (draw.state().usesDepth()) {
                add(
                        draw.origin(),
                        draw.kind() + " tests or writes depth or stencil: what is drawn depends on these in memory",
                        false);
            }
        }

        private void kernel(Origin origin, @Nullable String name) {
            KernelProgram kernel = name == null ? null : stream.kernels().get(name);
            TimingDependence dependence = kernel == null ? null : kernel.timingDependence();
            if (dependence != null) {
                add(
                        origin,
                        "kernel '" + name + "', line " + dependence.line() + ": " + dependence.what()
                                + " depends on loaded data",
                        false);
            }
        }
    }
}
