/** The simulator: a discrete-event, cycle-level model of a GPU's memory hierarchy that knows no file format and no console. */
@NullMarked
package dev.sluice;

import org.jspecify.annotations.NullMarked;
