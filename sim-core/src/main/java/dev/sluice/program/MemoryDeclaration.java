// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * An allocation.
 *
 * @param typeIndex the memory type, found by the search loop of the Vulkan specification, section Device Memory
 * @param hostReads whether the stream says what the host reads there
 */
public record MemoryDeclaration(String name, long size, int typeIndex, HostReads hostReads, Origin origin) {

    /** A memory of which the stream says what the host reads. */
    public MemoryDeclaration(String name, long size, int typeIndex, Origin origin) {
        this(name, size, typeIndex, HostReads.STATED, origin);
    }
}
