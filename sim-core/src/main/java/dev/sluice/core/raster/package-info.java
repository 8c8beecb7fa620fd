/** Draws: coverage to fragments, fragments through the pixel stages, in primitive order (model section 6). */
@NullMarked
package dev.sluice.core.raster;

import org.jspecify.annotations.NullMarked;
