/**
 * Caches and memory without a GPU around them: addresses are fed by a trace, counters are read.
 *
 * <p>Part of what programs that embed the simulator may use; {@code docs/embedding.md} shows how.
 */
@NullMarked
package dev.sluice.machine.standalone;

import org.jspecify.annotations.NullMarked;
