// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DeviceLimits;
import dev.sluice.program.Geometry;
import dev.sluice.program.PrimitiveShader;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What one execution of a draw has learned from memory so far, and how often its shaders run by that. */
final class LearnedDraw {
    /** What its arguments ask for; null if they lie not in memory or are unknown. */
    @Nullable
    DrawRanges asked;
    /** Vertices that it fetches; -1 if it has not learned that. */
    long vertices = -1;
    /** Vertices by the order in which they are fetched; null for 0, 1, 2, ... */
    @Nullable
    LongUnaryOperator order;
    /** Vertices that the vertex shader runs for, each as often as it has instances; -1 if it has not learned that. */
    long invocations = -1;
    /** The workgroups of its only draw of mesh tasks; empty if it has not learned that. */
    List<Long> workgroups = List.of();

    /** How often a shader runs, or how many workgroups. */
    long runs(Geometry geometry, PrimitiveShader shader) {
        if (!shader.ofVertices()) {
            return shader.runs(asked == null ? geometry.assembled() : asked.instanced());
        }
        return invocations >= 0
                ? invocations
                : DeviceLimits.product(vertices < 0 ? geometry.vertexCount() : vertices, geometry.instances());
    }

    /**
     * The workgroups of a shader, three numbers.
     *
     * @param size invocations of a workgroup
     */
    List<Long> workgroups(Geometry geometry, PrimitiveShader shader, int size) {
        boolean first = geometry.meshTasks() && shader.equals(geometry.shaders().get(0));
        if (first && asked == null) {
            return geometry.workgroups();
        }
        if (first && !workgroups.isEmpty()) {
            return workgroups;
        }
        long runs = runs(geometry, shader);
        long per = shader.kind().workgroups() ? 1 : size;
        return List.of(runs / per + (runs % per == 0 ? 0 : 1), 1L, 1L);
    }
}
