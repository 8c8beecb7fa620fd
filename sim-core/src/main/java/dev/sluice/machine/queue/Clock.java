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

    /** A block in which nothing is known. */
    private static final int[] NOTHING = new int[STAGES];

    static final Clock ZERO = new Clock(new int[0][]);

    /** Positions by strand, {@value #STAGES} a block: most strands have none, and what clocks have in common is one block. */
    private final int[][] blocks;

    private Clock(int[][] blocks) {
        this.blocks = blocks;
    }

    int at(int strand) {
        int block = strand / STAGES;
        return block < blocks.length ? blocks[block][strand % STAGES] : 0;
    }

    /** What is known to either. */
    Clock join(Clock other) {
        if (other == this || other.blocks.length == 0) {
            return this;
        }
        if (blocks.length == 0) {
            return other;
        }
        int[][] joined = blocks;
        for (int block = 0; block < other.blocks.length; block++) {
            int[] mine = block < blocks.length ? blocks[block] : NOTHING;
            int[] later = later(mine, other.blocks[block]);
            if (later != mine) {
                joined = joined == blocks ? room(other.blocks.length) : joined;
                joined[block] = later;
            }
        }
        return joined == blocks ? this : new Clock(joined);
    }

    /** The later position of each strand of two blocks: one of the two where it has all of them. */
    private static int[] later(int[] one, int[] other) {
        if (one == other || other == NOTHING) {
            return one;
        }
        boolean oneHasAll = true;
        boolean otherHasAll = true;
        for (int i = 0; i < STAGES; i++) {
            oneHasAll &= one[i] >= other[i];
            otherHasAll &= other[i] >= one[i];
        }
        if (oneHasAll || otherHasAll) {
            return oneHasAll ? one : other;
        }
        int[] later = one.clone();
        for (int i = 0; i < STAGES; i++) {
            later[i] = Math.max(later[i], other[i]);
        }
        return later;
    }

    /** A copy of the blocks, so many at least. */
    private int[][] room(int count) {
        int[][] copy = Arrays.copyOf(blocks, Math.max(blocks.length, count));
        Arrays.fill(copy, blocks.length, copy.length, NOTHING);
        return copy;
    }

    /** As this, with one strand at least at a position. */
    Clock with(int strand, int position) {
        if (at(strand) >= position) {
            return this;
        }
        int block = strand / STAGES;
        int[][] copy = room(block + 1);
        copy[block] = copy[block].clone();
        copy[block][strand % STAGES] = position;
        return new Clock(copy);
    }

    /** As this, with the strands of all stages of {@code mask} of a queue at a position, load operations of theirs included. */
    Clock withStages(int firstStrand, long mask, int position) {
        int first = firstStrand / STAGES;
        int last = (firstStrand + STAGES - 1) / STAGES;
        int[][] copy = room(last + 1);
        for (int block = first; block <= last; block++) {
            copy[block] = copy[block].clone();
        }
        long strands = mask | loads(mask, Stage.COLOR_ATTACHMENT_OUTPUT, COLOR_LOADS);
        strands |= loads(mask, Stage.EARLY_FRAGMENT_TESTS, DEPTH_LOADS);
        for (long rest = strands; rest != 0; rest &= rest - 1) {
            int strand = firstStrand + Long.numberOfTrailingZeros(rest);
            int[] block = copy[strand / STAGES];
            block[strand % STAGES] = Math.max(block[strand % STAGES], position);
        }
        return new Clock(copy);
    }

    private static long loads(long mask, Stage stage, int strand) {
        return (mask & stage.mask()) == 0 ? 0 : 1L << strand;
    }
}
