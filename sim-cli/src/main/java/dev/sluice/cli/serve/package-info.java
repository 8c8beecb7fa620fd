// SPDX-License-Identifier: Apache-2.0
/** Commands for other programs: JSON-RPC on standard input and output, one long-lived process. */
@NullMarked
package dev.sluice.cli.serve;

import org.jspecify.annotations.NullMarked;
