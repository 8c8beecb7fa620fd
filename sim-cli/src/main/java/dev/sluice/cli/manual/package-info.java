// SPDX-License-Identifier: Apache-2.0
/** What a release says about the commands, made from the commands: manual pages and completions of shells. */
@NullMarked
package dev.sluice.cli.manual;

import org.jspecify.annotations.NullMarked;
