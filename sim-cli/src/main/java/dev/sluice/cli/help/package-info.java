// SPDX-License-Identifier: Apache-2.0
/** How the help of commands is laid out: options in groups, common ones first; and what is said where there is no such command. */
@NullMarked
package dev.sluice.cli.help;

import org.jspecify.annotations.NullMarked;
