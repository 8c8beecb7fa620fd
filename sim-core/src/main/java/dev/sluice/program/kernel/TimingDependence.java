// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Why a kernel's timing depends on loaded data, so that it cannot run without bytes ({@code docs/model.md}, Two truths).
 *
 * @param line line within the kernel's code, from 1
 * @param what the thing that depends, such as "the index of a load"
 */
public record TimingDependence(int line, String what) {}
