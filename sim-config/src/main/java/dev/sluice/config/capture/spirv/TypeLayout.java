// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import dev.sluice.config.capture.spirv.SpirvModule.Declarations;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the parts of types with an explicit layout lie, and how large they are. Source: SPIR-V 1.6, unified specification, the
 * decorations Offset, ArrayStride and MatrixStride.
 */
final class TypeLayout {
    /** The bytes of a pointer to memory that is reached by its address. */
    static final int ADDRESS_BYTES = 8;

    private final Declarations declared;
    private final Map<Sized, Long> sizes = new HashMap<>();

    /** A type, and the stride of matrices in it. */
    private record Sized(int type, int matrixStride) {}

    TypeLayout(Declarations declared) {
        this.declared = declared;
    }

    /**
     * A part of something.
     *
     * @param type what is there; 0 where that is not known
     * @param offset bytes from the whole's start; {@link Bounds#ANY} where that is not known
     * @param matrixStride bytes from one column to the next of matrices that are there, or, negative, from one row to the next; 0
     *     for none
     */
    record Part(int type, Bounds offset, int matrixStride) {
        /** Where one step too far was taken. */
        static final Part UNKNOWN = new Part(0, Bounds.ANY, 0);

        /** A whole thing of a type. */
        static Part whole(int type) {
            return new Part(type, Bounds.of(0), 0);
        }

        boolean known() {
            return !offset.equals(Bounds.ANY);
        }
    }

    /** What a pointer of a type points to; 0 where that is no pointer's. */
    int pointee(int pointer) {
        int[] type = declared.type(pointer);
        return type != null && type[0] == Op.TYPE_POINTER ? type[3] : 0;
    }

    /** Whether a type is that of pointers to memory that is reached by its address. */
    boolean reference(int id) {
        int[] type = declared.type(id);
        return type != null && type[0] == Op.TYPE_POINTER && type[2] == Op.PHYSICAL_STORAGE_BUFFER;
    }

    /** The part that an index of an access chain chooses. */
    Part part(Part of, Bounds index) {
        int[] type = declared.type(of.type());
        if (type == null) {
            return Part.UNKNOWN;
        }
        return switch (type[0]) {
            case Op.TYPE_STRUCT -> {
                int member = index.single() && index.least() < type.length - 2 ? (int) index.least() : -1;
                int start = member < 0 ? -1 : declared.memberOffset(of.type(), member);
                yield start < 0
                        ? Part.UNKNOWN
                        : new Part(
                                type[2 + member],
                                plus(of.offset(), Bounds.of(start), 1),
                                declared.matrixStride(of.type(), member));
            }
            case Op.TYPE_ARRAY, Op.TYPE_RUNTIME_ARRAY ->
                element(of, type[2], index, declared.decoration(of.type(), Op.DECORATION_ARRAY_STRIDE, -1));
            case Op.TYPE_VECTOR -> element(of, type[2], index, (int) bytes(Part.whole(type[2])));
            case Op.TYPE_MATRIX -> column(of, type[2], index);
            default -> Part.UNKNOWN;
        };
    }

    private static Part element(Part of, int type, Bounds index, int stride) {
        return stride <= 0
                ? Part.UNKNOWN
                : new Part(
                        type,
                        index.equals(Bounds.ANY) ? Bounds.ANY : plus(of.offset(), index, stride),
                        of.matrixStride());
    }

    private Part column(Part of, int type, Bounds index) {
        if (of.matrixStride() >= 0) {
            return element(of, type, index, of.matrixStride());
        }
        // the column's elements are spread over all rows
        long rest = Math.max(0, bytes(of) - bytes(Part.whole(type)));
        return new Part(type, Bounds.of(Op.I_ADD, of.offset(), Bounds.between(0, rest)), 0);
    }

    /** An offset moved on by so many strides. */
    static Bounds plus(Bounds offset, Bounds index, int stride) {
        return offset.equals(Bounds.ANY)
                ? Bounds.ANY
                : Bounds.of(Op.I_ADD, offset, Bounds.of(Op.I_MUL, index, Bounds.of(stride)));
    }

    /** Bytes of what is there; 0 where that is not known, as of arrays without an end. */
    long bytes(Part part) {
        return bytes(part.type(), part.matrixStride());
    }

    private long bytes(int id, int matrixStride) {
        int[] type = declared.type(id);
        if (type == null) {
            return 0;
        }
        Sized sized = new Sized(id, matrixStride);
        Long known = sizes.get(sized);
        if (known == null) {
            // a broken module may have a type of itself
            sizes.put(sized, 0L);
            known = bytes(id, type, matrixStride);
            sizes.put(sized, known);
        }
        return known;
    }

    private long bytes(int id, int[] type, int matrixStride) {
        return switch (type[0]) {
            case Op.TYPE_INT, Op.TYPE_FLOAT -> type[2] / 8;
            case Op.TYPE_POINTER -> type[2] == Op.PHYSICAL_STORAGE_BUFFER ? ADDRESS_BYTES : 0;
            case Op.TYPE_VECTOR -> type[3] * bytes(type[2], 0);
            case Op.TYPE_MATRIX -> (long) Math.abs(matrixStride) * (matrixStride < 0 ? rows(type[2]) : type[3]);
            case Op.TYPE_ARRAY -> {
                int[] length = declared.constantOf(type[3]);
                int stride = declared.decoration(id, Op.DECORATION_ARRAY_STRIDE, 0);
                // another length may be specialized
                yield length != null && length[0] == Op.CONSTANT
                        ? Math.max(0, stride) * declared.constant(type[3]).least()
                        : 0;
            }
            case Op.TYPE_STRUCT -> struct(id, type);
            default -> 0;
        };
    }

    private int rows(int column) {
        int[] type = declared.type(column);
        return type == null || type[0] != Op.TYPE_VECTOR ? 0 : type[3];
    }

    private long struct(int id, int[] type) {
        long end = 0;
        for (int member = 0; member < type.length - 2; member++) {
            int start = declared.memberOffset(id, member);
            long bytes = bytes(type[2 + member], declared.matrixStride(id, member));
            if (start < 0 || bytes <= 0) {
                return 0;
            }
            end = Math.max(end, start + bytes);
        }
        return end;
    }
}
