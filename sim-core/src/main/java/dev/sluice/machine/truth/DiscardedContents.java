// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.program.image.MeantTexels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes whose contents the program gave up after having written them: versions of the intent that say who did and whose
 * write is gone.
 */
final class DiscardedContents {

    /** The bit that tells such a version from the id of an agent. */
    static final int DISCARDED = 1 << 29;

    private final Map<Long, Integer> known = new HashMap<>();
    /** Pairs of the agent that discarded and the writer before. */
    private int[] records = new int[16];
    /** The pair that was asked for last, as those of neighbouring sectors are alike, and its version; 0 before the first. */
    private long lastKey;

    private int lastVersion;

    /** Whether a version of the intent says that the byte was given up. */
    static boolean discarded(int version) {
        return version >= DISCARDED;
    }

    /** Who gave the byte up. */
    int agent(int version) {
        return records[2 * (version & ~DISCARDED)];
    }

    /** Who wrote it before. */
    int writer(int version) {
        return records[2 * (version & ~DISCARDED) + 1];
    }

    /** Whether a reader may mean another aspect of a texel of which a byte was given up, and that is there. */
    static boolean leftBeside(BackingStore intent, long address, MeantTexels meant) {
        if (meant.texel() > 1) {
            long first = address & -meant.texel();
            for (long at = first; at < first + meant.texel(); at++) {
                int version = intent.version(at);
                if (meant.has(at) && version != AgentTable.NOBODY && !discarded(version)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Gives up a range of the intent; bytes that nobody wrote stay nobody's. */
    void discard(BackingStore intent, long address, long size, int agent) {
        long end = address + size;
        long at = address;
        while (at < end) {
            if (!intent.touched(at)) {
                at = (at / BackingStore.PAGE_BYTES + 1) * BackingStore.PAGE_BYTES;
                continue;
            }
            long next = Math.min(end, (at & -Request.SECTOR_BYTES) + Request.SECTOR_BYTES);
            sector(intent, at, next, agent);
            at = next;
        }
    }

    private void sector(BackingStore intent, long from, long to, int agent) {
        SectorStore page = intent.pageOf(from);
        int slot = BackingStore.slotOf(from);
        int version = page.version(slot);
        if (version == AgentTable.NOBODY) {
            return;
        }
        if (version != Payload.MIXED && to - from == Request.SECTOR_BYTES) {
            page.setVersion(slot, record(agent, version));
            return;
        }
        for (long at = from; at < to; at++) {
            int index = (int) at & Request.SECTOR_BYTES - 1;
            int old = page.byteVersion(slot, index);
            if (old != AgentTable.NOBODY) {
                page.setByteVersion(slot, index, record(agent, old));
            }
        }
    }

    private int record(int agent, int old) {
        int writer = discarded(old) ? writer(old) : old;
        long key = (long) agent << Integer.SIZE | writer;
        if (key == lastKey && lastVersion != 0) {
            return lastVersion;
        }
        Integer record = known.get(key);
        if (record == null) {
            record = known.size();
            known.put(key, record);
            if (2 * record == records.length) {
                records = Arrays.copyOf(records, 2 * records.length);
            }
            records[2 * record] = agent;
            records[2 * record + 1] = writer;
        }
        lastKey = key;
        lastVersion = DISCARDED | record;
        return lastVersion;
    }
}
