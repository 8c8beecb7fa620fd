// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.sync.Stage;

/**
 * A shader of a draw that runs before rasterisation (Vulkan specification, chapters Tessellation, Geometry Shading and Mesh
 * Shading, and section Vertex Shaders).
 *
 * <p>What it makes of primitives is not followed: the draw's coverage says which pixels they reach. So how often it runs is a
 * matter of numbers: {@code invocations} for each {@code vertices} that are assembled, those of all instances together, the last
 * of them rounded up. Task and mesh shaders run by workgroups, so many for each workgroup that the draw asks for.
 *
 * @param kernel the name of its kernel; {@code gid} is the invocation, of a vertex shader the vertex
 * @param vertices 1 or more: 1 for a shader of vertices or control points, 3 for one of triangles
 * @param invocations 1 or more: what a tessellator makes of them, or instances of a geometry shader
 */
public record PrimitiveShader(Kind kind, String kernel, long vertices, long invocations) {
    /** The stages before rasterisation, in their order. */
    public enum Kind {
        VERTEX("vertex", Stage.VERTEX_SHADER),
        TESSELLATION_CONTROL("tessellationControl", Stage.TESSELLATION_CONTROL_SHADER),
        TESSELLATION_EVALUATION("tessellationEvaluation", Stage.TESSELLATION_EVALUATION_SHADER),
        GEOMETRY("geometry", Stage.GEOMETRY_SHADER),
        TASK("task", Stage.TASK_SHADER_EXT),
        MESH("mesh", Stage.MESH_SHADER_EXT);

        private final String key;
        private final Stage stage;

        Kind(String key, Stage stage) {
            this.key = key;
            this.stage = stage;
        }

        /** What streams call it. */
        public String key() {
            return key;
        }

        /** Whether workgroups run, in draws of mesh tasks, and not invocations for vertices. */
        public boolean workgroups() {
            return this == TASK || this == MESH;
        }

        /** The stage of its accesses. */
        public Stage stage() {
            return stage;
        }
    }

    /** @throws IllegalArgumentException if a number is less than 1 */
    public PrimitiveShader {
        if (vertices < 1 || invocations < 1) {
            throw new IllegalArgumentException(invocations + " invocations for " + vertices + " vertices");
        }
    }

    /** A vertex shader: it runs once for each vertex. */
    public static PrimitiveShader ofVertices(String kernel) {
        return new PrimitiveShader(Kind.VERTEX, kernel, 1, 1);
    }

    /** Whether it runs for vertices that are fetched; else for those that are assembled, each as often as it is named. */
    public boolean ofVertices() {
        return kind == Kind.VERTEX;
    }

    /** How often it runs for so many vertices, or how many workgroups for so many that are asked for; {@link Long#MAX_VALUE} if that is more. */
    public long runs(long of) {
        long groups = of / vertices + (of % vertices == 0 ? 0 : 1);
        return groups > Long.MAX_VALUE / invocations ? Long.MAX_VALUE : groups * invocations;
    }
}
