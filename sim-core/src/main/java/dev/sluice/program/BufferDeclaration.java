// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A buffer bound to a memory.
 *
 * @param data what its first bytes hold before the program begins; null for nothing that was ever written
 */
public record BufferDeclaration(
        String name,
        String memory,
        long offset,
        long size,
        List<String> usage,
        Sharing sharing,
        @Nullable Contents data,
        Origin origin) {
    public BufferDeclaration {
        usage = List.copyOf(usage);
    }

    /** A buffer that nobody wrote before the program. */
    public BufferDeclaration(
            String name, String memory, long offset, long size, List<String> usage, Sharing sharing, Origin origin) {
        this(name, memory, offset, size, usage, sharing, null, origin);
    }

    /** A buffer of which nothing is said about queue families. */
    public BufferDeclaration(String name, String memory, long offset, long size, List<String> usage, Origin origin) {
        this(name, memory, offset, size, usage, Sharing.UNSTATED, origin);
    }
}
