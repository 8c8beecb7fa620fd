/** Device memory: channels, banks, the scheduler and the mapping of addresses onto them. */
@NullMarked
package dev.sluice.machine.dram;

import org.jspecify.annotations.NullMarked;
