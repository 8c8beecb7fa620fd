/** The steps of a run: recorded while it runs, and read again forward and backward ({@code docs/step-recording.md}). */
@NullMarked
package dev.sluice.cli.steps;

import org.jspecify.annotations.NullMarked;
