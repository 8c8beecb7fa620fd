/**
 * The hazard checker over streams: which accesses nothing orders.
 *
 * <p>{@link dev.sluice.core.checker.hazard.AccessTrace} holds what each command accesses, as sets of places, and which
 * dependencies the stream states. {@link dev.sluice.core.checker.hazard.HazardChecker} replays it: per queue and stage, clocks
 * say what happens before and which writes are available and visible; per run of places, a state says who accessed it last.
 */
@NullMarked
package dev.sluice.core.checker.hazard;

import org.jspecify.annotations.NullMarked;
