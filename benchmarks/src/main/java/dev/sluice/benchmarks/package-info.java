/** JMH benchmarks of the simulator's hot path. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
