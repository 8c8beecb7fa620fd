// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Frames;
import dev.sluice.program.HostOperation;
import dev.sluice.result.FrameResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Which frame the host is at, and when each was over: what the host submits belongs to the frame that it is at, and a frame
 * is over when the display has read its last image.
 */
final class FrameLog {

    private final Frames frames;
    private final List<Long> shown = new ArrayList<>();
    private final List<Long> submissions = new ArrayList<>();
    private int current;
    private long began;

    FrameLog(Frames frames) {
        this.frames = frames;
        at(frames.setUp() ? Frames.SET_UP : 1);
    }

    /** The frame that the host is at. */
    int current() {
        return current;
    }

    /** A host thread reaches an operation. */
    void reached(HostOperation operation, long cycle) {
        boolean begins = operation instanceof HostOperation.AcquireNextImage
                || operation instanceof HostOperation.QueuePresent;
        if (current == Frames.SET_UP && begins) {
            began = cycle;
            at(1);
        }
        if (operation instanceof HostOperation.QueueSubmit) {
            submissions.set(current, submissions.get(current) + 1);
        }
    }

    /** A host thread has called what an operation says. */
    void called(List<HostOperation> operations, int index) {
        if (Frames.ends(operations, index)) {
            at(current + 1);
        }
    }

    /** The display has read an image of a frame. */
    void shown(int frame, long cycle) {
        shown.set(frame, Math.max(shown.get(frame), cycle));
    }

    private void at(int frame) {
        current = frame;
        while (shown.size() <= frame) {
            shown.add(-1L);
            submissions.add(0L);
        }
    }

    /** Set-up, frames and rest, one after the other; those that a stopped run has not begun are left out. */
    List<FrameResult> results(long now) {
        List<FrameResult> results = new ArrayList<>();
        long start = 0;
        if (frames.setUp()) {
            long end = current == Frames.SET_UP ? now : began;
            results.add(new FrameResult(Frames.SET_UP, FrameResult.SET_UP, 0, end, submissions.get(Frames.SET_UP)));
            start = end;
        }
        for (int frame = 1; frame <= Math.min(current, frames.count()); frame++) {
            long end = shown.get(frame) < 0 ? now : Math.max(start, shown.get(frame));
            results.add(new FrameResult(frame, FrameResult.FRAME, start, end, submissions.get(frame)));
            start = end;
        }
        if (current > frames.count()) {
            results.add(new FrameResult(current, FrameResult.REST, start, now, submissions.get(current)));
        }
        return results;
    }
}
