// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Bound;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.kernel.BindingAccess;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the sites of hazards: frames, shaders and the bindings by which they access. */
final class Sites {
    private final AccessTrace trace;
    private final Frames frames;

    Sites(AccessTrace trace) {
        this.trace = trace;
        this.frames = new Frames(trace);
    }

    /** The site of one of a hazard's accesses. */
    HazardSite of(Hazard hazard, Hazard.Party party) {
        AccessTrace.Action action = trace.action(party.id());
        Command command = action == null ? null : action.command();
        Map<String, String> kernels = kernels(command, party.stages());
        List<String> bindings = new ArrayList<>();
        List<String> shaders = new ArrayList<>();
        for (Map.Entry<String, String> stage : kernels.entrySet()) {
            List<String> reached = bindings(command, stage.getValue(), hazard, party);
            if (!reached.isEmpty()) {
                reached.stream().filter(name -> !bindings.contains(name)).forEach(bindings::add);
                shaders.add(party.origin().site().shaders().getOrDefault(stage.getKey(), stage.getValue()));
            }
        }
        return new HazardSite(
                party, frames.of(party.id()), shaders.isEmpty() ? null : String.join(", ", shaders), bindings);
    }

    /** The kernels of a command that run in some stages, by the name of the stage. */
    private static Map<String, String> kernels(@Nullable Command command, long stages) {
        Map<String, String> kernels = new LinkedHashMap<>();
        if (command instanceof Command.Compute compute
                && (stages & compute.work().stage().mask()) != 0) {
            kernels.put("compute", compute.kernel());
        } else if (command instanceof Command.Draw draw) {
            for (PrimitiveShader shader : draw.geometry().shaders()) {
                if ((stages & shader.kind().stage().mask()) != 0) {
                    kernels.put(shader.kind().key(), shader.kernel());
                }
            }
            String fragment = draw.fragment();
            if (fragment != null && (stages & Stage.FRAGMENT_SHADER.mask()) != 0) {
                kernels.put("fragment", fragment);
            }
        }
        return kernels;
    }

    private List<String> bindings(@Nullable Command command, String kernel, Hazard hazard, Hazard.Party party) {
        KernelProgram program = trace.stream().kernels().get(kernel);
        Map<String, Bound> bound = command instanceof Command.Compute compute
                ? compute.bindings()
                : command instanceof Command.Draw draw ? draw.bindings() : Map.of();
        List<String> names = new ArrayList<>();
        if (program == null) {
            return names;
        }
        boolean places = hazard.resource().equals(party.resource());
        for (KernelProgram.Binding binding : program.bindings()) {
            Bound behind = bound.get(binding.name());
            if (behind != null
                    && accesses(binding.kind(), party)
                    && reaches(behind, party.resource(), places ? hazard : null)) {
                names.add(binding.name());
            }
        }
        return names;
    }

    private static boolean accesses(BindingKind kind, Hazard.Party party) {
        long own = 0;
        for (Stage stage : Stages.list(party.stages())) {
            own |= BindingAccess.read(kind, stage).mask();
            own |= kind.writable() ? BindingAccess.write(kind, stage).mask() : 0;
        }
        return (own & party.access()) != 0;
    }

    /** @param places the hazard whose places must be reached, or null where it counts them from another resource */
    private static boolean reaches(Bound behind, String resource, @Nullable Hazard places) {
        if (behind instanceof BufferRange range) {
            return range.buffer().equals(resource)
                    && (places == null
                            || (range.offset() < places.offset() + places.size()
                                    && places.offset() < range.offset() + range.size()));
        }
        if (behind instanceof ImageBinding image) {
            Hazard.Subresource part = places == null ? null : places.subresource();
            return image.image().equals(resource)
                    && (part == null
                            || (image.level() < part.level() + part.levels()
                                    && part.level() < image.level() + image.levels()));
        }
        throw new UnknownKindException(behind);
    }
}
