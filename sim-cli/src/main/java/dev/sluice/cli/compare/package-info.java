/** Two results of runs, and what makes the difference. */
@NullMarked
package dev.sluice.cli.compare;

import org.jspecify.annotations.NullMarked;
