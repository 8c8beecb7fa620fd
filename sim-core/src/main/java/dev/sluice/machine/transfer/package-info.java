/** The transfer engine: copies, fills and clears that go through memory without a compute unit. */
@NullMarked
package dev.sluice.machine.transfer;

import org.jspecify.annotations.NullMarked;
