/** What a finished run would have cost in energy, and what its caches take of the chip: estimates, from counters alone. */
@NullMarked
package dev.sluice.energy;

import org.jspecify.annotations.NullMarked;
