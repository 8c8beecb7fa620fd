// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.Command;
import dev.sluice.program.PrimitiveShader;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.List;

/** What a draw runs before rasterisation: shaders that go together, and with the form of the draw. */
final class PrimitiveShaderResolver {
    /** Vertices of a triangle. */
    private static final int CORNERS = 3;

    private final StreamContext context;
    private final KernelTable kernels;
    private final StageAccessRules accesses;

    PrimitiveShaderResolver(StreamContext context, KernelTable kernels) {
        this.context = context;
        this.kernels = kernels;
        this.accesses = new StageAccessRules(context);
    }

    /** The shaders of a draw, in the order of their stages; adds their programs. */
    List<PrimitiveShader> resolve(
            PassStep.Draw step, Command.Draw.Form form, String kind, List<KernelProgram> programs) {
        List<PrimitiveShader> shaders = new ArrayList<>();
        step.primitives().forEach((stage, written) -> {
            if (stage.workgroups() != form.meshTasks()) {
                throw context.where.error(
                        step,
                        stage.key(),
                        kind + ": '" + stage.key() + "' belongs to "
                                + (stage.workgroups() ? "draws of mesh tasks" : "draws of vertices"));
            }
            KernelProgram program = program(step, stage, written);
            accesses.require(step, stage.key(), program, stage.stage());
            programs.add(program);
            shaders.add(shader(step, stage, written));
        });
        if ((step.tessellationControl() == null) != (step.tessellationEvaluation() == null)) {
            String key = step.tessellationControl() == null ? "tessellationEvaluation" : "tessellationControl";
            throw context.where.error(step, key, key + ": tessellationControl and tessellationEvaluation go together");
        }
        if (form.meshTasks() && step.mesh() == null) {
            throw context.where.node(step).error(kind + ": missing key 'mesh', the kernel that makes primitives");
        }
        return shaders;
    }

    private KernelProgram program(PassStep.Draw step, PrimitiveShader.Kind stage, PassStep.Primitives written) {
        String key = stage.key();
        boolean inner = stage != PrimitiveShader.Kind.VERTEX;
        KernelProgram program = kernels.kernel(inner ? written : step, inner ? "kernel" : key, written.kernel());
        if (program.fragment()) {
            throw context.where.error(
                    step, key, key + ": kernel '" + written.kernel() + "' is a fragment kernel: it uses x, y or out");
        }
        return program;
    }

    private PrimitiveShader shader(PassStep.Draw step, PrimitiveShader.Kind stage, PassStep.Primitives written) {
        Long vertices = written.vertices();
        if (stage.workgroups() && vertices != null) {
            throw context.where.error(written, "vertices", "vertices: a " + stage.key() + " kernel has none");
        }
        if (written.invocations() > 1
                && stage.workgroups()
                && (step.task() == null || stage == PrimitiveShader.Kind.TASK)) {
            throw context.where.error(
                    written,
                    "invocations",
                    "invocations: only a mesh kernel behind a task kernel runs more often than 'groups' says");
        }
        long of = vertices != null ? vertices : stage == PrimitiveShader.Kind.GEOMETRY ? CORNERS : 1;
        return new PrimitiveShader(stage, written.kernel(), of, written.invocations());
    }
}
