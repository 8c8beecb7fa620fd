/** How busy resources are, where the cycles of compute units go, and what limits a span of time. */
@NullMarked
package dev.sluice.machine.usage;

import org.jspecify.annotations.NullMarked;
