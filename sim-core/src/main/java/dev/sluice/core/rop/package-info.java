/** Render output units: depth test, blending, samples, tile compression and its metadata (model section 6; seed 002). */
@NullMarked
package dev.sluice.core.rop;

import org.jspecify.annotations.NullMarked;
