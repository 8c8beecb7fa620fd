/** The event log: JSON Lines, filtered. */
@NullMarked
package dev.sluice.cli.log;

import org.jspecify.annotations.NullMarked;
