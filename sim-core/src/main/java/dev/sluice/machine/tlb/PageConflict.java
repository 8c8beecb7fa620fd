// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

/**
 * An optimal image and a linear resource that share a page of the device's {@code bufferImageGranularity}.
 *
 * @param optimal the optimally tiled image
 * @param linear the buffer or linear image
 * @param offset offset in the memory object of the first page that they share
 * @param pages pages that they share
 */
public record PageConflict(PageResource optimal, PageResource linear, long offset, long pages) {}
