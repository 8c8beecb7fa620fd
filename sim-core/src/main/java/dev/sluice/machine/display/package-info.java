/** The display: reads a presented image and shows it. */
@NullMarked
package dev.sluice.machine.display;

import org.jspecify.annotations.NullMarked;
