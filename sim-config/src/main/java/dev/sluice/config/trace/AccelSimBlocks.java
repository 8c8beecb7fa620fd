// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.TraceBlock;
import dev.sluice.result.Counted;
import org.jspecify.annotations.Nullable;

/** The blocks of a kernel's file, between {@code #BEGIN_TB} and {@code #END_TB}, one at a time. */
final class AccelSimBlocks {

    /** No block's accesses take more. */
    private static final long MOST_BYTES = 256L << 20;

    /** What the lines about the kernel say of the others. */
    static final class Layout {
        /** How many blocks the grid has. */
        long blocks;

        /** The tracer's version; 0 where the file names none, as Accel-Sim's own parser takes it. */
        long version;

        boolean lineInfo;
        long sharedBase;
        long localBase;
    }

    private final TraceLines lines;
    private final int warps;
    private final long announced;
    private final AccelSimNotes counts;
    private final AccelSimInstructions instructions;
    private long found;

    AccelSimBlocks(TraceLines lines, int warps, Layout layout, AccelSimNotes counts) {
        this.lines = lines;
        this.warps = warps;
        this.announced = layout.blocks;
        this.counts = counts;
        this.instructions = new AccelSimInstructions(lines, layout, counts);
    }

    /** The next block; null after the last. */
    @Nullable
    TraceBlock next() {
        if (!goTo("#BEGIN_TB")) {
            if (found < announced) {
                counts.blocksMissing(lines.file(), found, announced);
            }
            return null;
        }
        if (++found > announced) {
            throw lines.fault(
                    1,
                    "block " + found + " of a grid that has " + announced
                            + "; '-grid dim = (x,y,z)' says how many blocks there are");
        }
        TraceBlock block = new TraceBlock(warps);
        boolean[] seen = new boolean[warps];
        int warp = -1;
        long left = 0;
        boolean counted = false;
        while (lines.next()) {
            if (lines.atEnd()) {
                continue;
            }
            if (lines.peek() == '#' || lines.begins("thread block") || lines.begins("warp")) {
                if (left > 0) {
                    throw lines.fault(
                            1,
                            Counted.of(
                                            left,
                                            "more instruction of warp " + warp + " was",
                                            "more instructions of warp " + warp + " were")
                                    + " announced");
                }
                if (lines.begins("#END_TB")) {
                    return block;
                }
                if (lines.begins("#BEGIN_TB")) {
                    throw lines.fault(1, "a block begins before the one before it has ended with #END_TB");
                }
                if (lines.begins("warp")) {
                    warp = (int) number("warp", warps - 1L);
                    if (seen[warp]) {
                        throw lines.fault(1, "warp " + warp + " comes twice in its block");
                    }
                    seen[warp] = true;
                    counted = false;
                    block.warp(warp);
                }
            } else if (lines.begins("insts")) {
                if (warp < 0) {
                    throw lines.fault(1, "instructions come before a line 'warp = N' says whose they are");
                }
                if (counted) {
                    throw lines.fault(1, "'insts = N' comes twice for warp " + warp);
                }
                counted = true;
                left = number("insts", Integer.MAX_VALUE);
                instructions.begin(block, warp);
            } else {
                if (left == 0) {
                    throw lines.fault(
                            1,
                            "an instruction that no line 'insts = N' announces; N is the number of the warp's instructions");
                }
                instructions.add();
                if (--left == 0) {
                    instructions.end();
                }
                if (block.bytes() > MOST_BYTES) {
                    throw lines.fault(1, "the block's accesses take more than " + (MOST_BYTES >> 20) + " MiB");
                }
            }
        }
        throw lines.fault(1, "the file ends within a block; #END_TB was expected");
    }

    private boolean goTo(String text) {
        while (lines.next()) {
            if (lines.begins(text)) {
                return true;
            }
            if (!lines.atEnd() && lines.peek() != '#') {
                throw lines.fault(1, "between blocks stands nothing; " + text + " was expected");
            }
        }
        return false;
    }

    /** The number of a line {@code key = N}. */
    private long number(String key, long most) {
        lines.go(key.length());
        lines.skipBlanks();
        if (!lines.take('=')) {
            throw lines.fault(lines.column(), "'" + key + " = N' was expected");
        }
        lines.skipBlanks();
        int column = lines.column();
        long value = lines.decimal("a number");
        if (value < 0 || value > most) {
            throw lines.fault(column, key + " is between 0 and " + most + ", not " + value);
        }
        return value;
    }
}
