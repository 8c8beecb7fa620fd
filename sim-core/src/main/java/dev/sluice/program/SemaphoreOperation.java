// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * A wait for or a signal of a semaphore.
 *
 * @param value the timeline value; 0 for a binary semaphore
 * @param timeline whether it is a timeline semaphore
 * @param stages the stages that wait, or that must complete before the signal
 */
public record SemaphoreOperation(String semaphore, long value, boolean timeline, long stages) {}
