// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.RecordedEvent;
import java.util.function.Predicate;

/**
 * Something at which one stops.
 *
 * @param number by which it is deleted
 * @param words what it is
 * @param stops whether an event is one to stop at
 */
record Breakpoint(int number, String words, Predicate<RecordedEvent> stops) {}
