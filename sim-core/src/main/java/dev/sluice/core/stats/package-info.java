/** Counters and histograms. */
@NullMarked
package dev.sluice.core.stats;

import org.jspecify.annotations.NullMarked;
