/** Stepping through a recorded run in a terminal ({@code docs/step-in-terminal.md}). */
@NullMarked
package dev.sluice.cli.stepper;

import org.jspecify.annotations.NullMarked;
