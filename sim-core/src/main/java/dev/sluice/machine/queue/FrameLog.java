// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Frames;
import dev.sluice.program.HostOperation;
import dev.sluice.result.FrameResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which frame the host is at: what it submits belongs to that frame, whenever the device comes to it. A frame lasts from when
 * the device reaches the first of its work until the last is done, so that frames overlap where the device overlaps them.
 */
final class FrameLog {

    private final Frames frames;
    private final Map<Integer, Long> submissions = new HashMap<>();
    private int current;

    FrameLog(Frames frames) {
        this.frames = frames;
        this.current = frames.setUp() ? Frames.SET_UP : 1;
    }

    /** The frame that the host is at. */
    int current() {
        return current;
    }

    /** A host thread reaches an operation. */
    void reached(HostOperation operation) {
        boolean begins =
                operation instanceof HostOperation.AcquireNextImage || operation instanceof HostOperation.QueuePresent;
        if (current == Frames.SET_UP && begins) {
            current = 1;
        }
        if (operation instanceof HostOperation.QueueSubmit) {
            submissions.merge(current, 1L, Long::sum);
        }
    }

    /** A host thread has called what an operation says. */
    void called(List<HostOperation> operations, int index) {
        if (Frames.ends(operations, index)) {
            current++;
        }
    }

    /** Set-up, frames and rest in order, as far as there is work of them. */
    List<FrameResult> results(List<CommandRecord> commands, List<BarrierRun> barriers, long now) {
        if (!frames.presented()) {
            return List.of(new FrameResult(1, FrameResult.FRAME, 0, now, submissions.getOrDefault(1, 0L)));
        }
        Map<Integer, FrameResult> results = new TreeMap<>();
        for (CommandRecord command : commands) {
            add(results, command.frame(), command.submitCycle(), command.endCycle < 0 ? now : command.endCycle);
        }
        for (BarrierRun barrier : barriers) {
            add(results, barrier.order.cause().frame(), barrier.reachedCycle(), barrier.releasedCycle(now));
        }
        return List.copyOf(results.values());
    }

    private void add(Map<Integer, FrameResult> results, int frame, long start, long end) {
        FrameResult known = results.get(frame);
        results.put(
                frame,
                new FrameResult(
                        frame,
                        part(frame),
                        known == null ? start : Math.min(start, known.startCycle()),
                        known == null ? end : Math.max(end, known.endCycle()),
                        submissions.getOrDefault(frame, 0L)));
    }

    private String part(int frame) {
        if (frame == Frames.SET_UP) {
            return FrameResult.SET_UP;
        }
        return frame > frames.count() ? FrameResult.REST : FrameResult.FRAME;
    }
}
