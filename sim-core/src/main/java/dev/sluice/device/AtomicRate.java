// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * How fast a slice performs an atomic operation.
 *
 * @param lanes lanes per cycle, on words of a line that need not be the same; 0 for any number
 * @param wordCycles cycles of each lane on one and the same word
 */
public record AtomicRate(double lanes, double wordCycles) {}
