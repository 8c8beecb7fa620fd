// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.List;

/**
 * What an atomic access does.
 *
 * @param operation {@code ADD}, {@code MIN}, ... as kernels name them, in capitals
 * @param type the elements' type
 * @param offsets the byte offset of each element from the access's sector of 32 bytes
 * @param operands of each element, of a trace with bytes; else empty
 * @param compares what each is compared with; empty where the operation compares nothing
 */
public record TraceAtomic(
        String operation, Type type, List<Integer> offsets, List<Long> operands, List<Long> compares) {

    /** The operations there are. */
    public static final List<String> OPERATIONS =
            List.of("ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCHANGE", "COMPARE_EXCHANGE");

    /** The most elements of an access. */
    public static final int MOST_ELEMENTS = 64;

    /** Types of elements. */
    public enum Type {
        U32,
        I32,
        U64,
        F32;

        /** Bytes of an element. */
        public int bytes() {
            return this == U64 ? Long.BYTES : Integer.BYTES;
        }
    }

    public TraceAtomic {
        offsets = List.copyOf(offsets);
        operands = List.copyOf(operands);
        compares = List.copyOf(compares);
    }

    /** One whose operands are not known. */
    public TraceAtomic(String operation, Type type, List<Integer> offsets) {
        this(operation, type, offsets, List.of(), List.of());
    }
}
