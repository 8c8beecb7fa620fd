// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

/**
 * The accesses of a block of threads, by warp, as numbers in an array: some thousand blocks are resident at a time.
 *
 * <p>An access is four words and its lanes' addresses: {@link Cursor} reads what {@link #begin} and {@link #address} wrote.
 */
public final class TraceBlock {

    private static final int HEAD = 4;
    private static final int LANES_SHIFT = 0;
    private static final int WIDTH_SHIFT = 8;
    private static final int KIND_SHIFT = 16;
    private static final int ENTRANCE_SHIFT = 20;
    private static final int FLAGS_SHIFT = 28;
    private static final int LANES = 0xFF;
    private static final int WIDTH = 0xFF;
    private static final int KIND = 0xF;
    private static final int ENTRANCE = 0xFF;
    private static final int FLAGS = 0xF;

    /** Bits 36 and 37 of the head: how the addresses are kept. */
    private static final int FORM_SHIFT = 36;

    private static final int LIST = 0;
    private static final int STRIDE = 1;

    private final int warps;
    private final int[] starts;
    private final int[] ends;
    private final long[] tails;
    private long[] words = new long[256];
    private int size;

    /** A block of so many warps, none of which does anything yet. */
    public TraceBlock(int warps) {
        this.warps = warps;
        starts = new int[warps];
        ends = new int[warps];
        tails = new long[warps];
    }

    /** Warps of the block. */
    public int warps() {
        return warps;
    }

    /** Bytes of the host's memory that it takes. */
    public long bytes() {
        return 8L * size;
    }

    /** From now on accesses are of a warp, which must have none yet. */
    public void warp(int warp) {
        if (ends[warp] != 0) {
            throw new IllegalArgumentException("warp " + warp + " comes twice");
        }
        starts[warp] = size;
        ends[warp] = size;
    }

    /**
     * Adds an access of the warp; its lanes' addresses follow, or a stride.
     *
     * @param gap instructions of the warp since its last access
     * @param after how many of the warp's accesses, from its first, must be answered before
     * @param width bytes of a lane
     * @param lanes how many lanes take part
     */
    public void begin(
            int warp,
            TraceKind kind,
            Entrance entrance,
            int flags,
            long site,
            int gap,
            int after,
            int width,
            int lanes) {
        room(HEAD + lanes);
        words[size] = (long) lanes << LANES_SHIFT
                | (long) width << WIDTH_SHIFT
                | (long) kind.ordinal() << KIND_SHIFT
                | (long) entrance.ordinal() << ENTRANCE_SHIFT
                | (long) flags << FLAGS_SHIFT;
        words[size + 1] = site;
        words[size + 2] = (long) gap << 32 | after & 0xFFFF_FFFFL;
        words[size + 3] = 0;
        size += HEAD;
        ends[warp] = size;
    }

    /** Adds a lane's address to the last access. */
    public void address(int warp, long address) {
        words[size++] = address;
        ends[warp] = size;
    }

    /** Says where the lanes of the last access lie, each so far behind the one before. */
    public void stride(int warp, long base, long stride) {
        words[size - HEAD] |= (long) STRIDE << FORM_SHIFT;
        words[size - 1] = stride;
        words[size++] = base;
        ends[warp] = size;
    }

    /** Says how many instructions a warp has after its last access. */
    public void tail(int warp, long instructions) {
        tails[warp] = instructions;
    }

    private void room(int more) {
        if (size + more > words.length) {
            words = java.util.Arrays.copyOf(words, Math.max(size + more, words.length * 2));
        }
    }

    /** What a warp does, from its first access on. */
    public Cursor cursor(int warp) {
        return new Cursor(warp);
    }

    /** Stands at an access of a warp. */
    public final class Cursor {
        private final int end;
        private final long tail;
        private int at;
        private int next;

        private Cursor(int warp) {
            next = starts[warp];
            end = ends[warp];
            tail = tails[warp];
        }

        /** Goes to the next access; false if there is none. */
        public boolean advance() {
            if (next >= end) {
                return false;
            }
            at = next;
            next = at + HEAD + (strided() ? 1 : lanes());
            return true;
        }

        private boolean strided() {
            return (words[at] >>> FORM_SHIFT & 3) != LIST;
        }

        private int field(int shift, int of) {
            return (int) (words[at] >>> shift) & of;
        }

        /** How many lanes take part. */
        public int lanes() {
            return field(LANES_SHIFT, LANES);
        }

        /** Bytes of a lane. */
        public int width() {
            return field(WIDTH_SHIFT, WIDTH);
        }

        /** What the access does. */
        public TraceKind kind() {
            return TraceKind.all().get(field(KIND_SHIFT, KIND));
        }

        /** Where it enters. */
        public Entrance entrance() {
            return Entrance.all().get(field(ENTRANCE_SHIFT, ENTRANCE));
        }

        /** Flags as of a {@link TraceRecord}. */
        public int flags() {
            return field(FLAGS_SHIFT, FLAGS);
        }

        /** The address of the instruction. */
        public long site() {
            return words[at + 1];
        }

        /** Instructions of the warp since its last access. */
        public int gap() {
            return (int) (words[at + 2] >>> 32);
        }

        /** How many of the warp's accesses, from its first, must be answered before. */
        public int after() {
            return (int) words[at + 2];
        }

        /** A lane's address. */
        public long address(int lane) {
            return strided() ? words[at + HEAD] + lane * words[at + HEAD - 1] : words[at + HEAD + lane];
        }

        /** Instructions after the warp's last access. */
        public long tail() {
            return tail;
        }
    }
}
