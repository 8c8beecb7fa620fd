// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.kernel.BindingAccess;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;

/** Kernels access by their bindings only what the stage that they run in can (Vulkan specification, table of supported access types). */
final class StageAccessRules {
    private final StreamContext context;

    StageAccessRules(StreamContext context) {
        this.context = context;
    }

    /**
     * Refuses a kernel that its stage cannot run.
     *
     * @param step who names it, by this key
     */
    void require(Object step, String key, KernelProgram kernel, Stage stage) {
        for (int i = 0; i < kernel.bindings().size(); i++) {
            KernelProgram.Binding binding = kernel.bindings().get(i);
            KernelProgram.Uses uses = kernel.uses(i);
            BindingKind kind = binding.kind();
            if (stage.shader() && kind != BindingKind.ACCELERATION_STRUCTURE) {
                continue; // all else is the same in every shader
            }
            Access read = BindingAccess.read(kind, stage);
            Access write = BindingAccess.write(kind, stage);
            if ((uses.loads() || uses.atomics()) && !read.validWith(stage.mask())) {
                throw refused(step, key, kernel, binding, "loads from", stage);
            }
            if ((uses.stores() || uses.atomics()) && !write.validWith(stage.mask())) {
                throw refused(step, key, kernel, binding, "stores to", stage);
            }
        }
    }

    private RuntimeException refused(
            Object step, String key, KernelProgram kernel, KernelProgram.Binding binding, String does, Stage stage) {
        return context.where.error(
                step,
                key,
                key + ": kernel '" + kernel.name() + "' " + does + " '" + binding.name() + "', which is "
                        + binding.kind().text() + "; stage " + stage + " cannot: "
                        + advice(binding.kind(), does));
    }

    private static String advice(BindingKind kind, String does) {
        if (kind == BindingKind.ACCELERATION_STRUCTURE) {
            return "builds and copies alone write acceleration structures";
        }
        return does.startsWith("stores")
                ? "it writes accelerationStructure, of which its scratch memory is, too"
                : "its inputs are storage";
    }
}
