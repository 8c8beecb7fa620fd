/** The transfer engine: copies, fills and clears that go through memory without a compute unit. */
@NullMarked
package dev.sluice.core.transfer;

import org.jspecify.annotations.NullMarked;
