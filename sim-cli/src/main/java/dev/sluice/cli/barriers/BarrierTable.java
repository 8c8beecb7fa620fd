// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import dev.sluice.result.FrameResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the declared barriers of a run cost: a row for each, and sums for each frame. Every sum is that of its rows and of
 * the same keys of {@code barriers[]}.
 *
 * @param rows of the frames asked for, sorted
 * @param setUp rows of what came before the first frame, sorted; empty when some frames only were asked for
 * @param rest rows of what came after the last, likewise
 * @param frames set-up, frames and rest with their sums, in order, as far as asked for
 * @param total the frames together, without set-up and rest
 * @param run everything together
 * @param nanosPerCycle of the device's clock
 */
public record BarrierTable(
        BarrierSort sort,
        FrameRange range,
        List<BarrierRow> rows,
        List<BarrierRow> setUp,
        List<BarrierRow> rest,
        List<FrameCost> frames,
        FrameCost total,
        FrameCost run,
        double nanosPerCycle) {

    /** The table of a run. */
    public static BarrierTable of(RunResult result, BarrierSort sort, FrameRange range) {
        Map<Integer, FrameResult> frames = new HashMap<>();
        Map<Integer, BarrierCost> declared = new HashMap<>();
        Map<Integer, BarrierCost> implicit = new HashMap<>();
        result.frames().forEach(frame -> frames.put(frame.frame(), frame));
        List<BarrierRow> rows = new ArrayList<>();
        Spans spans = new Spans();
        for (int i = 0; i < result.barriers().size(); i++) {
            RunResult.BarrierResult barrier = result.barriers().get(i);
            BarrierCost cost = BarrierCost.of(barrier);
            (barrier.declared() ? declared : implicit).merge(barrier.frame(), cost, BarrierCost::plus);
            if (barrier.declared()) {
                spans.add(barrier.reachedCycle(), barrier.releasedCycle());
                rows.add(new BarrierRow(i, barrier, cost, share(barrier, frames.get(barrier.frame()))));
            }
        }
        rows.sort(sort.comparator());
        List<FrameCost> costs = new ArrayList<>();
        for (FrameResult frame : result.frames()) {
            costs.add(new FrameCost(
                    List.of(frame),
                    frame.cycles(),
                    declared.getOrDefault(frame.frame(), BarrierCost.NONE),
                    implicit.getOrDefault(frame.frame(), BarrierCost.NONE),
                    spans.covered(frame.startCycle(), frame.endCycle())));
        }
        List<FrameCost> shown =
                costs.stream().filter(cost -> shown(cost, range)).toList();
        return new BarrierTable(
                sort,
                range,
                rows.stream()
                        .filter(row -> range.has(row.barrier().frame())
                                && is(frames, row, FrameResult.FRAME))
                        .toList(),
                rows.stream()
                        .filter(row -> range.all() && is(frames, row, FrameResult.SET_UP))
                        .toList(),
                rows.stream()
                        .filter(row -> range.all() && is(frames, row, FrameResult.REST))
                        .toList(),
                shown,
                FrameCost.sum(shown.stream().filter(BarrierTable::isFrame).toList()),
                FrameCost.sum(costs),
                result.cycles() == 0 ? 0 : result.timeNs() / result.cycles());
    }

    /** Whether there is more than the frames alone. */
    public boolean divided() {
        return run.frames().size() > 1;
    }

    private static boolean shown(FrameCost cost, FrameRange range) {
        return range.all() || isFrame(cost) && range.has(cost.frames().get(0).frame());
    }

    private static boolean isFrame(FrameCost cost) {
        return cost.frames().get(0).part().equals(FrameResult.FRAME);
    }

    private static boolean is(Map<Integer, FrameResult> frames, BarrierRow row, String part) {
        FrameResult frame = frames.get(row.barrier().frame());
        return frame != null && frame.part().equals(part);
    }

    /** What of a barrier's stall lies in its frame's time, by that time. */
    private static double share(RunResult.BarrierResult barrier, @org.jspecify.annotations.Nullable FrameResult frame) {
        if (frame == null || frame.cycles() == 0) {
            return 0;
        }
        long from = Math.max(barrier.reachedCycle(), frame.startCycle());
        long to = Math.min(barrier.releasedCycle(), frame.endCycle());
        return (double) Math.max(0, to - from) / frame.cycles();
    }
}
