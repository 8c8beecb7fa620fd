/** Where bytes live: address spaces, the sparse backing store, allocations, lazy commitment, and who owns which sector. */
@NullMarked
package dev.sluice.machine.memory;

import org.jspecify.annotations.NullMarked;
