/** The compute unit: waves, the coalescer and shared memory. */
@NullMarked
package dev.sluice.machine.compute;

import org.jspecify.annotations.NullMarked;
