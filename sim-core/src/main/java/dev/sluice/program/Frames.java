// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.List;

/**
 * The frames of a program: a frame ends with what it presents, and the next one begins there. Presentations that follow one
 * another with nothing between them are those of one frame. A program that presents nothing is one frame.
 *
 * <p>What comes before the first image is acquired belongs to no frame, it is the <em>set-up</em>; what comes after the last
 * presentation is the <em>rest</em>.
 */
public final class Frames {

    /** The number of the set-up; frames are counted from 1, and the rest comes after the last. */
    public static final int SET_UP = 0;

    private final int presented;
    private final boolean acquires;

    private Frames(int presented, boolean acquires) {
        this.presented = presented;
        this.acquires = acquires;
    }

    /** The frames of what host threads do. */
    public static Frames of(List<HostThread> threads) {
        int presented = 0;
        boolean acquires = false;
        for (HostThread thread : threads) {
            boolean before = true;
            for (int i = 0; i < thread.operations().size(); i++) {
                HostOperation operation = thread.operations().get(i);
                acquires |= before && operation instanceof HostOperation.AcquireNextImage;
                before &= !(operation instanceof HostOperation.QueuePresent);
                presented += ends(thread.operations(), i) ? 1 : 0;
            }
        }
        return new Frames(presented, presented > 0 && acquires);
    }

    /** Whether an operation of a thread is the last of a frame. */
    public static boolean ends(List<HostOperation> operations, int index) {
        return operations.get(index) instanceof HostOperation.QueuePresent
                && (index + 1 == operations.size()
                        || !(operations.get(index + 1) instanceof HostOperation.QueuePresent));
    }

    /** How many frames there are, 1 or more. */
    public int count() {
        return Math.max(1, presented);
    }

    /** Whether presentations delimit them; otherwise the whole program is one. */
    public boolean presented() {
        return presented > 0;
    }

    /** Whether there is a set-up before the first. */
    public boolean setUp() {
        return acquires;
    }
}
