// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * The bytes a host access touches, resolved to memory.
 *
 * @param resource the buffer or memory named by the stream, for reports
 * @param resourceOffset first byte within that resource
 * @param memory the memory's name
 * @param offset first byte within the memory
 */
public record HostTarget(String resource, long resourceOffset, String memory, long offset) {}
