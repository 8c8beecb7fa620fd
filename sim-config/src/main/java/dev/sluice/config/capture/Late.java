// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the stream that is made when the whole capture has been read, because only then names and places are settled.
 *
 * @param <T> what it becomes
 */
@FunctionalInterface
interface Late<T> {
    /** The part; takes effect on nothing. */
    T make();

    /** Makes a part where there is one. */
    static <T> @Nullable T optional(@Nullable Late<T> part) {
        return part == null ? null : part.make();
    }

    /** Makes several parts. */
    static <T> List<T> all(List<Late<T>> parts) {
        return parts.stream().map(Late::make).toList();
    }
}
