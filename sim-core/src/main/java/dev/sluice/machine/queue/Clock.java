// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.Stage;
import java.util.Arrays;

/**
 * How far each strand of the program is known to have come: one position per host thread and per stage of each queue.
 *
 * <p>The first synchronization scope of every Vulkan dependency is "all earlier commands, in these stages", so a position
 * per strand describes exactly what happens-before something. See {@code docs/decisions/0001-versions-and-clocks.md}.
 */
final class Clock {

    /** Strands per queue: one per stage bit. */
    static final int STAGES = Long.SIZE;

    /** The strand of a queue's layout transitions, which are in no stage: the last one, which no stage has. */
    static final int TRANSITIONS = STAGES - 1;

    /**
     * The strand of a queue's load operations of colours. What comes after their stage's work comes after them, but reads of
     * input attachments come after them alone.
     */
    static final int COLOR_LOADS = STAGES - 2;

    /** The same of load operations of depth and stencil. */
    static final int DEPTH_LOADS = STAGES - 3;

    static final Clock ZERO = new Clock(new int[0]);

    private final int[] positions;

    private Clock(int[] positions) {
        this.positions = positions;
    }

    int at(int strand) {
        return strand < positions.length ? positions[strand] : 0;
    }

    /** What is known to either. */
    Clock join(Clock other) {
        if (other == this || other.positions.length == 0) {
            return this;
        }
        if (positions.length == 0) {
            return other;
        }
        int length = Math.max(positions.length, other.positions.length);
        int[] joined = Arrays.copyOf(positions, length);
        boolean grew = length > positions.length;
        for (int i = 0; i < other.positions.length; i++) {
            if (other.positions[i] > joined[i]) {
                joined[i] = other.positions[i];
                grew = true;
            }
        }
        return grew ? new Clock(joined) : this;
    }

    /** As this, with one strand at least at a position. */
    Clock with(int strand, int position) {
        if (at(strand) >= position) {
            return this;
        }
        int[] copy = Arrays.copyOf(positions, Math.max(positions.length, strand + 1));
        copy[strand] = position;
        return new Clock(copy);
    }

    /** As this, with the strands of all stages of {@code mask} of a queue at a position, load operations of theirs included. */
    Clock withStages(int firstStrand, long mask, int position) {
        int[] copy = Arrays.copyOf(positions, Math.max(positions.length, firstStrand + STAGES));
        long strands = mask | loads(mask, Stage.COLOR_ATTACHMENT_OUTPUT, COLOR_LOADS);
        strands |= loads(mask, Stage.EARLY_FRAGMENT_TESTS, DEPTH_LOADS);
        for (long rest = strands; rest != 0; rest &= rest - 1) {
            int strand = firstStrand + Long.numberOfTrailingZeros(rest);
            copy[strand] = Math.max(copy[strand], position);
        }
        return new Clock(copy);
    }

    private static long loads(long mask, Stage stage, int strand) {
        return (mask & stage.mask()) == 0 ? 0 : 1L << strand;
    }
}
