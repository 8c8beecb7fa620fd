/** Render output units: depth test, blending, samples, tile compression and its metadata. */
@NullMarked
package dev.sluice.core.rop;

import org.jspecify.annotations.NullMarked;
