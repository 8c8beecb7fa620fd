// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

/** Numbers of SPIR-V instructions, decorations and storage classes (SPIR-V 1.6, unified specification, section 3). */
final class Op {
    static final int UNDEF = 1;
    static final int NAME = 5;
    static final int LINE = 8;
    static final int EXT_INST_IMPORT = 11;
    static final int EXT_INST = 12;
    static final int ENTRY_POINT = 15;
    static final int EXECUTION_MODE = 16;
    static final int CAPABILITY = 17;
    static final int TYPE_INT = 21;
    static final int TYPE_FLOAT = 22;
    static final int TYPE_VECTOR = 23;
    static final int TYPE_MATRIX = 24;
    static final int TYPE_IMAGE = 25;
    static final int TYPE_ARRAY = 28;
    static final int TYPE_RUNTIME_ARRAY = 29;
    static final int TYPE_STRUCT = 30;
    static final int TYPE_POINTER = 32;
    static final int CONSTANT = 43;
    static final int CONSTANT_COMPOSITE = 44;
    static final int SPEC_CONSTANT = 50;
    static final int SPEC_CONSTANT_COMPOSITE = 51;
    static final int SPEC_CONSTANT_OP = 52;
    static final int FUNCTION = 54;
    static final int FUNCTION_PARAMETER = 55;
    static final int FUNCTION_END = 56;
    static final int FUNCTION_CALL = 57;
    static final int VARIABLE = 59;
    static final int IMAGE_TEXEL_POINTER = 60;
    static final int LOAD = 61;
    static final int STORE = 62;
    static final int COPY_MEMORY = 63;
    static final int COPY_MEMORY_SIZED = 64;
    static final int ACCESS_CHAIN = 65;
    static final int IN_BOUNDS_ACCESS_CHAIN = 66;
    static final int PTR_ACCESS_CHAIN = 67;
    static final int ARRAY_LENGTH = 68;
    static final int CONVERT_U_TO_ACCELERATION_STRUCTURE = 4447;
    static final int IN_BOUNDS_PTR_ACCESS_CHAIN = 70;
    static final int DECORATE = 71;
    static final int MEMBER_DECORATE = 72;
    static final int VECTOR_SHUFFLE = 79;
    static final int COMPOSITE_CONSTRUCT = 80;
    static final int COMPOSITE_EXTRACT = 81;
    static final int COMPOSITE_INSERT = 82;
    static final int COPY_OBJECT = 83;
    static final int SAMPLED_IMAGE = 86;
    static final int IMAGE_READ = 98;
    static final int IMAGE_WRITE = 99;
    static final int IMAGE = 100;
    static final int IMAGE_QUERY_FIRST = 103;
    static final int IMAGE_QUERY_LAST = 107;
    static final int U_CONVERT = 113;
    static final int S_CONVERT = 114;
    static final int CONVERT_PTR_TO_U = 117;
    static final int CONVERT_U_TO_PTR = 120;
    static final int BITCAST = 124;
    static final int I_ADD = 128;
    static final int I_SUB = 130;
    static final int I_MUL = 132;
    static final int U_DIV = 134;
    static final int S_DIV = 135;
    static final int U_MOD = 137;
    static final int S_REM = 138;
    static final int S_MOD = 139;
    static final int SHIFT_RIGHT = 194;
    static final int SHIFT_LEFT = 196;
    static final int BITWISE_AND = 199;
    static final int SELECT = 169;
    static final int LABEL = 248;
    static final int ATOMIC_LOAD = 227;
    static final int ATOMIC_STORE = 228;
    static final int ATOMIC_EXCHANGE = 229;
    static final int ATOMIC_XOR = 242;
    static final int PHI = 245;
    static final int RETURN_VALUE = 254;
    static final int NO_LINE = 317;
    static final int ATOMIC_FLAG_TEST_AND_SET = 318;
    static final int ATOMIC_FLAG_CLEAR = 319;
    static final int IMAGE_SPARSE_READ = 320;
    static final int EXECUTION_MODE_ID = 331;
    static final int COPY_LOGICAL = 400;

    static final int DECORATION_SPEC_ID = 1;
    static final int DECORATION_BLOCK = 2;
    static final int DECORATION_BUFFER_BLOCK = 3;
    static final int DECORATION_ROW_MAJOR = 4;
    static final int DECORATION_ARRAY_STRIDE = 6;
    static final int DECORATION_MATRIX_STRIDE = 7;
    static final int DECORATION_BUILT_IN = 11;
    static final int DECORATION_NON_WRITABLE = 24;
    static final int DECORATION_NON_READABLE = 25;
    static final int DECORATION_LOCATION = 30;
    static final int DECORATION_BINDING = 33;
    static final int DECORATION_DESCRIPTOR_SET = 34;
    static final int DECORATION_OFFSET = 35;

    static final int BUILT_IN_LAYER = 9;
    static final int BUILT_IN_FRAG_DEPTH = 22;
    static final int BUILT_IN_NUM_WORKGROUPS = 24;
    static final int BUILT_IN_WORKGROUP_SIZE = 25;
    static final int BUILT_IN_WORKGROUP_ID = 26;
    static final int BUILT_IN_LOCAL_INVOCATION_ID = 27;
    static final int BUILT_IN_GLOBAL_INVOCATION_ID = 28;
    static final int BUILT_IN_LOCAL_INVOCATION_INDEX = 29;

    static final int MODE_LOCAL_SIZE = 17;
    static final int MODE_LOCAL_SIZE_ID = 38;

    static final int UNIFORM_CONSTANT = 0;
    static final int INPUT = 1;
    static final int UNIFORM = 2;
    static final int OUTPUT = 3;
    static final int WORKGROUP = 4;
    static final int PRIVATE = 6;
    static final int FUNCTION_STORAGE = 7;
    static final int PUSH_CONSTANT = 9;
    static final int STORAGE_BUFFER = 12;
    static final int PHYSICAL_STORAGE_BUFFER = 5349;

    private Op() {}

    /** Whether the instruction is an atomic that reads and writes through its third word. */
    static boolean readModifyWrite(int op) {
        return (op >= ATOMIC_EXCHANGE && op <= ATOMIC_XOR)
                || op == ATOMIC_FLAG_TEST_AND_SET
                || op == 5614
                || op == 5615
                || op == 6035;
    }

    /** Whether the instruction reads through an image or sampled image in its third word. */
    static boolean imageRead(int op) {
        return (op >= 87 && op <= IMAGE_READ) || (op >= 305 && op <= 316) || op == IMAGE_SPARSE_READ;
    }

    /** Whether the instruction makes a pointer or an image out of the one in its third word. */
    static boolean derives(int op) {
        return op == ACCESS_CHAIN
                || op == IN_BOUNDS_ACCESS_CHAIN
                || op == PTR_ACCESS_CHAIN
                || op == IN_BOUNDS_PTR_ACCESS_CHAIN
                || op == COPY_OBJECT
                || op == COPY_LOGICAL
                || op == SAMPLED_IMAGE
                || op == IMAGE
                || op == IMAGE_TEXEL_POINTER;
    }

    /** Whether the instruction gives the address that it takes in another form. */
    static boolean keepsAddress(int op) {
        return op == COPY_OBJECT
                || op == COPY_LOGICAL
                || op == U_CONVERT
                || op == S_CONVERT
                || op == CONVERT_PTR_TO_U
                || op == CONVERT_U_TO_PTR
                || op == BITCAST
                // what another invocation of the subgroup has
                || (op >= 337 && op <= 338)
                || (op >= 345 && op <= 348)
                || (op >= 365 && op <= 366)
                || op == 4422
                || op == 4432;
    }

    /** Whether the instruction may make another address of one: arithmetic, bits, and parts of vectors chosen by an index. */
    static boolean movesAddress(int op) {
        return op == 77 || op == 78 || (op >= 126 && op <= 152) || (op >= SHIFT_RIGHT && op <= 205);
    }

    /** Whether the instruction computes something. */
    static boolean computes(int op) {
        return op != LABEL && op != LINE && op != NO_LINE && op != VARIABLE && op != FUNCTION_END;
    }

    /** Whether the instruction touches no memory through any operand. */
    static boolean harmless(int op) {
        return op == ARRAY_LENGTH
                || op == LINE
                || op == NO_LINE
                || op == VARIABLE
                || (op >= IMAGE_QUERY_FIRST && op <= IMAGE_QUERY_LAST)
                // arithmetic, conversions, logic and control flow take values, never pointers to resources
                || (op >= 77 && op <= 82)
                || (op >= 109 && op <= 168)
                || (op >= 170 && op <= 225)
                || (op >= 246 && op <= 255);
    }
}
