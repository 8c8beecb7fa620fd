/** Draws: coverage to fragments, fragments through the pixel stages, in primitive order. */
@NullMarked
package dev.sluice.machine.raster;

import org.jspecify.annotations.NullMarked;
