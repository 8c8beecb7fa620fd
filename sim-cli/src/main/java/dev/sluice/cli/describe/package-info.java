/** Drawings and tables of a device. */
@NullMarked
package dev.sluice.cli.describe;

import org.jspecify.annotations.NullMarked;
