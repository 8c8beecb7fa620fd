/** Whether a missing dependency shows on a device: the stream is run with it alone missing, and with everything cured. */
@NullMarked
package dev.sluice.cli.bite;

import org.jspecify.annotations.NullMarked;
