// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads that are under way as fills for themselves, at most one for each MSHR of a slice: what they were is kept here until
 * they are back.
 *
 * <p>Most misses ask the next level for just the sectors that the missing read wants. Such a read goes down itself, and so half
 * as many requests are under way, which matters to the caches of the host. For everybody below it is a fill: its flags are
 * those of a fill, and it has no byte mask. It is the first that waits at its register, because it opened it. A record:
 *
 * <pre>
 * word 0  reply kind 15 | came as a carried read 1 | flags 8 | granules of the line 8; 0 for none
 * word 1  tag
 * </pre>
 */
final class CarriedReads {

    private static final int RECORD_SHIFT = 1;
    private static final int FLAGS_SHIFT = 8;
    private static final int CARRIED = 1 << 16;
    private static final int KIND_SHIFT = 17;
    private static final int PASSED_ON = Request.STREAMING | Request.PERSISTING | Request.IMAGE;

    private final Cache cache;
    private final int[] words;
    /** For each register the requester and the path that the read came by. */
    private final @Nullable Object[] ends;

    CarriedReads(Cache cache, int mshrs) {
        this.cache = cache;
        this.words = new int[mshrs << RECORD_SHIFT];
        this.ends = new Object[2 * mshrs];
    }

    /** Whether there is room to keep what a read is: the operand of its reply must be its index. */
    static boolean takes(Request read) {
        return read.replyArgument() == read.index;
    }

    /** Turns a read into the fill for its register. */
    void send(Request read, int entry, int granules) {
        int at = entry << RECORD_SHIFT;
        words[at] = read.replyKind() << KIND_SHIFT
                | (read.carried() ? CARRIED : 0)
                | (read.flags & 0xFF) << FLAGS_SHIFT
                | granules;
        words[at + 1] = read.tag;
        ends[2 * entry] = read.replyTo;
        ends[2 * entry + 1] = read.via;
        read.flags = (byte) (Request.FILL | read.flags & PASSED_ON);
        read.tag = entry;
        read.next = null;
        read.carried(true);
        read.replyTo(cache, Cache.FILLED, read.index);
    }

    /** The granules that a register's carried read waits for, 0 if there is none. */
    int granules(int entry) {
        return words[entry << RECORD_SHIFT] & 0xFF;
    }

    /** Makes a fill that came back the read that it was, waiting for all its granules. */
    void back(Request read) {
        int entry = read.tag;
        int at = entry << RECORD_SHIFT;
        int first = words[at];
        read.flags = (byte) (first >>> FLAGS_SHIFT);
        read.holder = first & 0xFF;
        read.tag = words[at + 1];
        read.carried((first & CARRIED) != 0);
        read.replyTo((Component) Objects.requireNonNull(ends[2 * entry]), first >>> KIND_SHIFT, read.index);
        read.via = (Downstream) ends[2 * entry + 1];
        words[at] = 0;
    }
}
