/** Sizes, clocks and times as people write them, converted exactly. */
@NullMarked
package dev.sluice.config.units;

import org.jspecify.annotations.NullMarked;
