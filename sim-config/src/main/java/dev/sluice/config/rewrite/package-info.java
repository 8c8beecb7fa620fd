/** Writes edited barriers back into the text of a stream, and leaves the rest of the text as it is. */
@NullMarked
package dev.sluice.config.rewrite;

import org.jspecify.annotations.NullMarked;
