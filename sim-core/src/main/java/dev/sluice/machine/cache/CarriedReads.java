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
 * those of a fill, and it has no byte mask. It is the first that waits at its register, because it opened it. The reply names
 * the register, whose record has the rest:
 *
 * <pre>
 * word 0  reply kind 8 | as usual 1 | delivery 7 | flags 8 | granules of the line 8; 0 for none
 * word 1  tag
 * word 2  the read's place in its pool
 * </pre>
 */
final class CarriedReads {

    private static final int FLAGS_SHIFT = 8;
    private static final int DELIVERY_SHIFT = 16;
    /** Requester and path are those of most reads. */
    private static final int AS_USUAL = 1 << 23;

    private static final int KIND_SHIFT = 24;
    private static final int KINDS = 1 << Integer.SIZE - KIND_SHIFT;
    /** Flags of a read that a fill for it has, too. */
    static final int PASSED_ON = Request.STREAMING | Request.PERSISTING | Request.IMAGE;

    private final Cache cache;
    private final int[] words;
    /** Requester and path of the first read: of a cache of one unit, and so of most caches, those of all. */
    private @Nullable Component usualRequester;

    private @Nullable Downstream usualPath;
    /** For each register the requester and the path that the read came by where they are others. */
    private final @Nullable Component[] requesters;

    private final @Nullable Downstream[] paths;

    CarriedReads(Cache cache, MshrTable mshrs) {
        this.cache = cache;
        this.words = mshrs.words;
        this.requesters = new Component[mshrs.size()];
        this.paths = new Downstream[mshrs.size()];
    }

    /** Whether there is room to keep what a read is. */
    static boolean takes(Request read) {
        return !read.hasOwnArgument() && read.replyKind() < KINDS;
    }

    private static int word(int entry) {
        return (entry << MshrTable.RECORD_SHIFT) + MshrTable.CARRIED;
    }

    /** Turns a read into the fill for its register. */
    void send(Request read, int entry, int granules) {
        int at = word(entry);
        words[at] = read.replyKind() << KIND_SHIFT
                | keep(read.replyTo, read.via, entry)
                | read.delivery() << DELIVERY_SHIFT
                | (read.flags & 0xFF) << FLAGS_SHIFT
                | granules;
        words[at + 1] = read.tag;
        words[at + 2] = read.index;
        read.flags = (byte) (cache.fillFlags | read.flags & PASSED_ON);
        read.tag = entry;
        read.next = null;
        read.carry(cache, Cache.CARRIED_BACK);
    }

    private int keep(@Nullable Component requester, @Nullable Downstream path, int entry) {
        if (requester == usualRequester && path == usualPath) {
            return AS_USUAL;
        }
        if (usualRequester == null) {
            usualRequester = requester;
            usualPath = path;
            return AS_USUAL;
        }
        requesters[entry] = requester;
        paths[entry] = path;
        return 0;
    }

    /** The granules that a register's carried read waits for, 0 if there is none. */
    int granules(int entry) {
        return words[word(entry)] & 0xFF;
    }

    /** The place in its pool of a register's carried read. */
    int index(int entry) {
        return words[word(entry) + 2];
    }

    /** Reads what {@link #back} will need; returns anything made of it. */
    long touch(int entry) {
        boolean usual = (words[word(entry)] & AS_USUAL) != 0;
        return usual || requesters[entry] == null || paths[entry] == null ? 0 : 1;
    }

    /** Makes the fill of a register that came back the read that it was, waiting for all its granules. */
    void back(Request read, int entry) {
        int at = word(entry);
        int first = words[at];
        boolean usual = (first & AS_USUAL) != 0;
        read.flags = (byte) (first >>> FLAGS_SHIFT);
        read.holder = first & 0xFF;
        read.tag = words[at + 1];
        read.deliver(
                Objects.requireNonNull(usual ? usualRequester : requesters[entry]),
                first >>> KIND_SHIFT,
                first >>> DELIVERY_SHIFT & Request.DELIVERY);
        read.via = usual ? usualPath : paths[entry];
        words[at] = 0;
    }
}
