// SPDX-License-Identifier: Apache-2.0
/** Traces of memory accesses as other tools write them, read as they are needed; and the writing of Sluice's own. */
@NullMarked
package dev.sluice.config.trace;

import org.jspecify.annotations.NullMarked;
