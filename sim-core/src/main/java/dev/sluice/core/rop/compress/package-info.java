/** Compression of tiles between the render output units' caches and memory: codec, metadata, and what readers undo (seed 002). */
@NullMarked
package dev.sluice.core.rop.compress;

import org.jspecify.annotations.NullMarked;
