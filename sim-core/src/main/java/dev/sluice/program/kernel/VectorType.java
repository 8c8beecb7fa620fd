// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a lane takes by one access: an element, or a vector of two or four of them that lie one after the other.
 *
 * @param element the type of each
 * @param width how many there are: 1, 2 or 4
 */
record VectorType(ElementType element, int width) {
    /** Bytes of the largest, as of graphics processors: SPIR-V's vectors of four components, PTX's {@code .v4.f32}. */
    static final int MAX_BYTES = 16;

    /** All types, by their names in kernel text: {@code u32}, {@code u32x2}, {@code u32x4} and so on. */
    static final Map<String, VectorType> NAMED = new LinkedHashMap<>();

    static {
        for (int width = 1; width <= VectorRegisters.COMPONENTS; width *= 2) {
            for (ElementType element : ElementType.values()) {
                if (element.size() * width <= MAX_BYTES) {
                    NAMED.put(
                            width == 1 ? element.text() : element.text() + "x" + width, new VectorType(element, width));
                }
            }
        }
    }

    boolean isVector() {
        return width > 1;
    }

    /** Binary logarithm of the bytes of all elements. */
    int shift() {
        return element.shift() + Integer.numberOfTrailingZeros(width);
    }
}
