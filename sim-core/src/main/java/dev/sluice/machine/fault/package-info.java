/** The exceptions with which a run ends: faults of the program that it simulates, and a deadlock. */
@NullMarked
package dev.sluice.machine.fault;

import org.jspecify.annotations.NullMarked;
