/** Draws: coverage to fragments, fragments through the pixel stages, in primitive order. */
@NullMarked
package dev.sluice.core.raster;

import org.jspecify.annotations.NullMarked;
