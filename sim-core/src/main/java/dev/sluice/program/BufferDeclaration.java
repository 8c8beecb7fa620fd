// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.List;

/** A buffer bound to a memory. */
public record BufferDeclaration(
        String name, String memory, long offset, long size, List<String> usage, Sharing sharing, Origin origin) {
    public BufferDeclaration {
        usage = List.copyOf(usage);
    }

    /** A buffer of which nothing is said about queue families. */
    public BufferDeclaration(String name, String memory, long offset, long size, List<String> usage, Origin origin) {
        this(name, memory, offset, size, usage, Sharing.UNSTATED, origin);
    }
}
