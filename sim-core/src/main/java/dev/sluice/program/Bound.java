// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/** What stands behind a kernel's binding. */
public sealed interface Bound permits BufferRange, ImageBinding {}
