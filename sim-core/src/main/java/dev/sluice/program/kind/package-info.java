/** Kinds of a sealed type: what they are called, and the failure of a place that does not know one. */
@NullMarked
package dev.sluice.program.kind;

import org.jspecify.annotations.NullMarked;
