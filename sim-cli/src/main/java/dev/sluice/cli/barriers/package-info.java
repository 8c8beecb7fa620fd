// SPDX-License-Identifier: Apache-2.0
/** The barrier table: what each dependency of a run cost, per frame and in total. */
@NullMarked
package dev.sluice.cli.barriers;

import org.jspecify.annotations.NullMarked;
