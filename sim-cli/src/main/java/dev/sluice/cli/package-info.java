/** The command line: commands, reports, and everything else a person sees. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
