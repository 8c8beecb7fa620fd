// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * Bytes of a memory object; {@code size} is resolved, {@code offset} and {@code size} are as the program gave them, before
 * rounding to {@code nonCoherentAtomSize}.
 */
public record MemoryRange(String memory, long offset, long size) {}
