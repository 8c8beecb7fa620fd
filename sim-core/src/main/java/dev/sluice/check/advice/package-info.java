/** Finds better barriers for a stream, each proven by the hazard checker to order all that the stream's own do. */
@NullMarked
package dev.sluice.check.advice;

import org.jspecify.annotations.NullMarked;
