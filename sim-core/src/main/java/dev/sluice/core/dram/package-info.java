/** Device memory: channels, banks, the scheduler and the mapping of addresses onto them. */
@NullMarked
package dev.sluice.core.dram;

import org.jspecify.annotations.NullMarked;
