// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

/** Some places of a space. */
public record Region(Space space, Intervals where) {}
