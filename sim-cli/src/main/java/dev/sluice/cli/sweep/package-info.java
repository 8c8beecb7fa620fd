/** Sweeps: points, the function that runs one, the journal, what comes out, and what it says. */
@NullMarked
package dev.sluice.cli.sweep;

import org.jspecify.annotations.NullMarked;
