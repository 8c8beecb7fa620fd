/** Render output units: depth test, blending, samples, tile compression and its metadata. */
@NullMarked
package dev.sluice.machine.rop;

import org.jspecify.annotations.NullMarked;
