/** Runs a stream on a machine: progress, Ctrl-C, and what a run may end with. */
@NullMarked
package dev.sluice.cli.run;

import org.jspecify.annotations.NullMarked;
