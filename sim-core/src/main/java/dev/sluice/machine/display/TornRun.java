// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

/**
 * What a presentation showed of one write that was not ordered before it.
 *
 * @param version the write's version
 * @param firstAddress lowest address of its bytes
 * @param lastAddress highest address of its bytes
 * @param bytes how many they are
 */
public record TornRun(int version, long firstAddress, long lastAddress, long bytes) {}
