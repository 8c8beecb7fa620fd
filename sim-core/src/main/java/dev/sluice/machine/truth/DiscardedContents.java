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
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Bytes whose contents the program gave up after having written them: versions of the intent that say who did and whose
 * write is gone.
 */
final class DiscardedContents {

    /** The bit that tells such a version from the id of an agent. */
    static final int DISCARDED = 1 << 29;

    private static final int RECORD = 3;

    private final Map<Long, Integer> known = new HashMap<>();
    /** The agent that discarded, the writer before, and the version that comes back if the contents do; of each record. */
    private int[] records = new int[8 * RECORD];
    /** The agent and the version before that was asked for last, as those of neighbouring sectors are alike, and its version; 0 before the first. */
    private long lastKey;

    private int lastVersion;

    /** Whether a version of the intent says that the byte was given up. */
    static boolean discarded(int version) {
        return version >= DISCARDED;
    }

    /** Who gave the byte up. */
    int agent(int version) {
        return records[RECORD * (version & ~DISCARDED)];
    }

    /** Who wrote it before. */
    int writer(int version) {
        return records[RECORD * (version & ~DISCARDED) + 1];
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

    /**
     * Gives up a range of the intent; bytes that nobody wrote stay nobody's.
     *
     * @param hides whether {@link #restore} can bring the contents back
     */
    void discard(BackingStore intent, long address, long size, int agent, boolean hides) {
        change(intent, address, size, old -> old == AgentTable.NOBODY ? old : record(agent, old, hides));
    }

    /** Brings back what was given up last by agents that hide contents, as far as it was not written since. */
    void restore(BackingStore intent, long address, long size, IntPredicate hiding) {
        change(
                intent,
                address,
                size,
                version -> discarded(version) && hiding.test(agent(version))
                        ? records[RECORD * (version & ~DISCARDED) + 2]
                        : version);
    }

    private static void change(BackingStore intent, long address, long size, IntUnaryOperator change) {
        long end = address + size;
        long at = address;
        while (at < end) {
            if (!intent.touched(at)) {
                at = (at / BackingStore.PAGE_BYTES + 1) * BackingStore.PAGE_BYTES;
                continue;
            }
            long next = Math.min(end, (at & -Request.SECTOR_BYTES) + Request.SECTOR_BYTES);
            sector(intent, at, next, change);
            at = next;
        }
    }

    private static void sector(BackingStore intent, long from, long to, IntUnaryOperator change) {
        SectorStore page = intent.pageOf(from);
        int slot = BackingStore.slotOf(from);
        int version = page.version(slot);
        if (version == AgentTable.NOBODY) {
            return;
        }
        if (version != Payload.MIXED && to - from == Request.SECTOR_BYTES) {
            page.setVersion(slot, change.applyAsInt(version));
            return;
        }
        for (long at = from; at < to; at++) {
            int index = (int) at & Request.SECTOR_BYTES - 1;
            int old = page.byteVersion(slot, index);
            int changed = change.applyAsInt(old);
            if (changed != old) {
                page.setByteVersion(slot, index, changed);
            }
        }
    }

    private int record(int agent, int old, boolean hides) {
        int writer = discarded(old) ? writer(old) : old;
        int before = hides ? old : writer;
        long key = (long) agent << Integer.SIZE | before;
        if (key == lastKey && lastVersion != 0) {
            return lastVersion;
        }
        Integer record = known.get(key);
        if (record == null) {
            record = known.size();
            known.put(key, record);
            int at = RECORD * record;
            if (at == records.length) {
                records = Arrays.copyOf(records, 2 * records.length);
            }
            records[at] = agent;
            records[at + 1] = writer;
            records[at + 2] = before;
        }
        lastKey = key;
        lastVersion = DISCARDED | record;
        return lastVersion;
    }
}
