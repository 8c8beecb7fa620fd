// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * A number that a replacement policy rests on.
 *
 * @param name in the words of its paper
 * @param value as it is
 * @param meaning what it says
 */
public record PolicyParameter(String name, int value, String meaning) {}
