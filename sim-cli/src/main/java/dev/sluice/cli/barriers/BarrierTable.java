// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import dev.sluice.result.FrameResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
        for (int i = 0; i < result.barriers().size(); i++) {
            RunResult.BarrierResult barrier = result.barriers().get(i);
            BarrierCost cost = BarrierCost.of(barrier);
            (barrier.declared() ? declared : implicit).merge(barrier.frame(), cost, BarrierCost::plus);
            if (barrier.declared()) {
                rows.add(new BarrierRow(i, barrier, cost, share(barrier, frames.get(barrier.frame()))));
            }
        }
        rows.sort(sort.comparator());
        Map<Integer, List<BarrierRow>> byFrame =
                rows.stream().collect(Collectors.groupingBy(row -> row.barrier().frame()));
        List<FrameCost> costs = new ArrayList<>();
        for (FrameResult frame : result.frames()) {
            costs.add(new FrameCost(
                    List.of(frame),
                    frame.cycles(),
                    declared.getOrDefault(frame.frame(), BarrierCost.NONE),
                    implicit.getOrDefault(frame.frame(), BarrierCost.NONE),
                    stalled(byFrame, List.of(frame))));
        }
        List<FrameResult> inRange = costs.stream()
                .filter(cost -> isFrame(cost) && shown(cost, range))
                .map(cost -> cost.frames().get(0))
                .toList();
        List<FrameCost> shown =
                costs.stream().filter(cost -> shown(cost, range)).toList();
        return new BarrierTable(
                sort,
                range,
                rows.stream()
                        .filter(row -> range.has(row.barrier().frame()) && is(frames, row, FrameResult.FRAME))
                        .toList(),
                rows.stream()
                        .filter(row -> range.all() && is(frames, row, FrameResult.SET_UP))
                        .toList(),
                rows.stream()
                        .filter(row -> range.all() && is(frames, row, FrameResult.REST))
                        .toList(),
                shown,
                FrameCost.sum(
                        shown.stream().filter(BarrierTable::isFrame).toList(),
                        extent(inRange),
                        stalled(byFrame, inRange)),
                FrameCost.sum(costs, result.cycles(), stalled(byFrame, result.frames())),
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

    /** The cycles during which any of these frames' barriers stalled. */
    private static long stalled(Map<Integer, List<BarrierRow>> rows, List<FrameResult> frames) {
        Spans spans = new Spans();
        for (FrameResult frame : frames) {
            rows.getOrDefault(frame.frame(), List.of())
                    .forEach(row -> spans.add(
                            row.barrier().reachedCycle(), row.barrier().releasedCycle()));
        }
        return spans.covered();
    }

    private static long extent(List<FrameResult> frames) {
        long start = frames.stream().mapToLong(FrameResult::startCycle).min().orElse(0);
        long end = frames.stream().mapToLong(FrameResult::endCycle).max().orElse(0);
        return end - start;
    }

    private static double share(RunResult.BarrierResult barrier, @Nullable FrameResult frame) {
        return frame == null || frame.cycles() == 0 ? 0 : (double) barrier.stallCycles() / frame.cycles();
    }
}
