// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

/**
 * A dispatch that has run.
 *
 * @param index by which counters know the command
 */
public record Dispatched(String id, int index, String kernel, long start, long cycles) {}
