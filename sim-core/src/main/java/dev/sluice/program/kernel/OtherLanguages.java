// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words of C, CUDA, OpenCL, GLSL, HLSL and Python, with what stands in their place in a kernel. */
final class OtherLanguages {
    private static final Map<String, String> STATEMENTS = new HashMap<>();
    private static final Map<String, String> VALUES = new HashMap<>();
    private static final Map<String, String> TYPES = new HashMap<>();

    static {
        put(
                STATEMENTS,
                "registers have no type; write NAME = ...",
                "int",
                "uint",
                "unsigned",
                "long",
                "short",
                "char",
                "float");
        put(
                STATEMENTS,
                "registers have no type; write NAME = ...",
                "double",
                "half",
                "bool",
                "var",
                "let",
                "const",
                "auto");
        put(
                STATEMENTS,
                "registers have no type; write NAME = ...",
                "vec2",
                "vec4",
                "uvec4",
                "ivec4",
                "float2",
                "float4",
                "uint4");
        put(
                STATEMENTS,
                "nothing leaves a loop or a kernel early; put what follows under an 'if'",
                "break",
                "continue",
                "return");
        put(
                STATEMENTS,
                "write controlBarrier workgroup acqrel",
                "barrier",
                "syncthreads",
                "__syncthreads",
                "workgroupBarrier");
        put(STATEMENTS, "write controlBarrier subgroup acqrel", "subgroupBarrier", "__syncwarp");
        put(
                STATEMENTS,
                "write memoryBarrier SCOPE acqrel",
                "__threadfence",
                "threadfence",
                "memoryBarrierBuffer",
                "groupMemoryBarrier");
        put(STATEMENTS, "write atomic.add.TYPE name[index], value", "atomicAdd", "atomic_add", "InterlockedAdd");
        put(STATEMENTS, "write atomic.and.TYPE name[index], value", "atomicAnd", "InterlockedAnd");
        put(STATEMENTS, "there are if, for and while", "switch", "do", "goto", "elif");

        put(VALUES, "true is 1, and false 0", "true", "false", "True", "False");
        put(VALUES, "use gidX, gidY, gidZ, or gid", "gl_GlobalInvocationID", "get_global_id", "global_invocation_id");
        put(
                VALUES,
                "use lidX, lidY, lidZ, or lid",
                "threadIdx",
                "gl_LocalInvocationID",
                "get_local_id",
                "local_invocation_id");
        put(VALUES, "use wgX, wgY, wgZ, or wg", "blockIdx", "gl_WorkGroupID", "get_group_id", "workgroup_id");
        put(VALUES, "use lid", "gl_LocalInvocationIndex", "local_invocation_index");
        put(VALUES, "use lane", "gl_SubgroupInvocationID", "laneId");
        put(
                VALUES,
                "give the size as a parameter",
                "blockDim",
                "gridDim",
                "gl_WorkGroupSize",
                "gl_NumWorkGroups",
                "get_global_size");

        put(TYPES, "write i32", "int", "int32", "int32_t", "s32");
        put(TYPES, "write u32", "uint", "uint32", "uint32_t", "unsigned");
        put(TYPES, "write f32", "float", "float32");
        put(TYPES, "write u8", "uint8", "uint8_t", "uchar", "byte", "char");
        put(TYPES, "write u16", "uint16", "uint16_t", "ushort");
        put(TYPES, "write u64", "uint64", "uint64_t", "ulong", "i64", "int64", "int64_t", "long");
        put(TYPES, "write f32x4", "vec4", "float4");
        put(TYPES, "write f32x2", "vec2", "float2");
        put(TYPES, "write u32x4 or i32x4", "uvec4", "uint4", "ivec4", "int4");
        put(TYPES, "the only floats are f32", "f64", "double", "f16", "half", "bf16");
        put(
                TYPES,
                "narrow integers are u8 and u16, without sign",
                "i8",
                "i16",
                "int8",
                "int16",
                "int8_t",
                "int16_t",
                "short");
    }

    private OtherLanguages() {}

    private static void put(Map<String, String> table, String advice, String... words) {
        for (String word : words) {
            table.put(word, advice);
        }
    }

    /** What to write in the place of a statement that begins with a word; null for words that are not known. */
    static @Nullable String statement(String word) {
        return STATEMENTS.get(word);
    }

    /** What to write in the place of a value or a function; null for words that are not known. */
    static @Nullable String value(String word) {
        return VALUES.get(word);
    }

    /** What to write in the place of an element's type; null for words that are not known. */
    static @Nullable String type(String word) {
        return TYPES.get(word);
    }
}
