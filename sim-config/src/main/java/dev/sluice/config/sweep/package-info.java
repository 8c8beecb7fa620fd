/** Sweeps: what is varied, over which values, and which combinations are left out. */
@NullMarked
package dev.sluice.config.sweep;

import org.jspecify.annotations.NullMarked;
