// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import dev.sluice.result.FrameResult;
import java.util.List;

/**
 * What the barriers of a frame cost, or of several together.
 *
 * @param frames the frames
 * @param cycles from the begin of the first to the end of the last
 * @param declared the barriers that the program asked for
 * @param implicit the work that submissions and commands bring along
 * @param stalledCycles of {@code cycles}, those during which any of the declared barriers stalled
 */
public record FrameCost(
        List<FrameResult> frames, long cycles, BarrierCost declared, BarrierCost implicit, long stalledCycles) {

    /** The part of the time during which any declared barrier stalled, 0 to 1. */
    public double shareOfFrame() {
        return cycles == 0 ? 0 : (double) stalledCycles / cycles;
    }

    /** Several together, which took so long. */
    static FrameCost sum(List<FrameCost> parts, long cycles, long stalledCycles) {
        return new FrameCost(
                parts.stream().flatMap(part -> part.frames().stream()).toList(),
                cycles,
                parts.stream().map(FrameCost::declared).reduce(BarrierCost.NONE, BarrierCost::plus),
                parts.stream().map(FrameCost::implicit).reduce(BarrierCost.NONE, BarrierCost::plus),
                stalledCycles);
    }
}
