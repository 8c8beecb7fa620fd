// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * An allocation.
 *
 * @param typeIndex the memory type, found by the search loop of the Vulkan specification, section Device Memory
 */
public record MemoryDeclaration(String name, long size, int typeIndex, Origin origin) {}
