/** What a device is: its specs, each in nested records and validated in its constructor; no state, no behaviour. */
@NullMarked
package dev.sluice.device;

import org.jspecify.annotations.NullMarked;
