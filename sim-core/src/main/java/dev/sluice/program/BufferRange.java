// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * Bytes of a buffer.
 *
 * @param buffer the buffer's name
 * @param offset first byte
 * @param size bytes, resolved ({@code WHOLE_SIZE} already replaced)
 */
public record BufferRange(String buffer, long offset, long size) implements Bound {}
