// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of a kernel: each is four registers in a row, {@code v.x} to {@code v.w}, of which it may use fewer.
 *
 * <p>What a vector is loaded with comes into all of its registers together, so the first of them stands for all where one is waited for.
 */
final class VectorRegisters {
    /** Registers of a vector. */
    static final int COMPONENTS = 4;

    private static final String NAMES = "xyzw";

    /** The first register of each. */
    private final Map<String, Integer> vectors = new LinkedHashMap<>();
    /** Registers that some statement assigns. */
    private final BitSet assigned = new BitSet();

    /** Which component a word names, from 0; -1 if none. */
    static int component(String word) {
        return word.length() == 1 ? NAMES.indexOf(word) : -1;
    }

    static String name(String vector, int component) {
        return vector + "." + NAMES.charAt(component);
    }

    boolean has(String name) {
        return vectors.containsKey(name);
    }

    /** The first register of a vector; null if there is no such vector. */
    @Nullable
    Integer first(String name) {
        return vectors.get(name);
    }

    void add(String name, int first) {
        vectors.put(name, first);
    }

    /** A statement assigns some of the registers from one on. */
    void assign(int first, int count) {
        assigned.set(first, first + count);
    }

    /** Whether a statement so far assigns a register of a vector. */
    boolean isAssigned(int register) {
        return assigned.get(register);
    }

    /** How many registers of vectors nobody assigns. */
    int unused() {
        return COMPONENTS * vectors.size() - assigned.cardinality();
    }

    /** For each of so many registers, the first one of its vector, or the register itself. */
    int[] leaders(int registers) {
        int[] leaders = new int[registers];
        for (int i = 0; i < registers; i++) {
            leaders[i] = i;
        }
        for (int first : vectors.values()) {
            for (int i = 0; i < COMPONENTS; i++) {
                leaders[first + i] = first;
            }
        }
        return leaders;
    }
}
