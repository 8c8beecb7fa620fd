// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.AddressTable;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Touches;
import dev.sluice.machine.view.ViewTable;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;

/** The lines of one instance of a host cache: row set x ways + way. What touches a line may change how all of its set stand. */
final class HostLineTable extends ViewTable implements AddressTable, Touches {

    private static final byte[] NONE = {};

    private final HostCaches caches;
    private final HostCacheLevel level;
    private final int instance;
    private final int first;
    private final int count;
    private final int ways;
    private final VersionRuns versions;
    private final BitSet sets = new BitSet();

    HostLineTable(HostCaches caches, HostCacheLevel level, int instance, VersionRuns versions) {
        super(
                "lines",
                "what the cache holds: row set x ways + way",
                List.of(
                        new Column("address", ColumnType.ADDRESS, "of the line's first byte"),
                        new Column("valid", ColumnType.MASK, "sectors of 32 bytes whose bytes are all valid"),
                        new Column("dirty", ColumnType.MASK, "sectors that the level below does not have yet"),
                        new Column("bytes", ColumnType.BYTES, "the line's bytes"),
                        new Column("writers", ColumnType.RUNS, "who wrote them"),
                        new Column("age", ColumnType.INT, "how the line stands under the replacement policy, or -1")));
        this.caches = caches;
        this.level = level;
        this.instance = instance;
        this.versions = versions;
        this.ways = level.spec.geometry().ways();
        this.count = level.linesOfInstance();
        this.first = instance * count;
    }

    @Override
    public long rowOf(long address) {
        int slot = level.find(instance, address & -caches.lineBytes());
        return slot == HostCacheLevel.ABSENT ? ABSENT : slot - first;
    }

    /** @param slot a slot of all instances of the level; others than this one's are left alone */
    @Override
    public void touched(long slot) {
        int line = (int) slot - first;
        if (line >= 0 && line < count) {
            sets.set(line / ways);
            changed();
        }
    }

    @Override
    public void rows(LongConsumer to) {
        for (int line = 0; line < count; line++) {
            if (level.occupied(first + line)) {
                to.accept(line);
            }
        }
    }

    @Override
    protected void takeChanged(LongConsumer to) {
        for (int set = sets.nextSetBit(0); set >= 0; set = sets.nextSetBit(set + 1)) {
            for (int line = set * ways; line < (set + 1) * ways; line++) {
                to.accept(line);
            }
        }
        sets.clear();
    }

    @Override
    public boolean read(long row, Row into) {
        int slot = first + (int) row;
        if (!level.occupied(slot)) {
            return false;
        }
        int lineBytes = caches.lineBytes();
        long address = level.line(slot);
        int all = caches.allSectors();
        HostFrames frames = caches.frames();
        boolean functional = frames.functional();
        byte[] bytes = functional ? new byte[lineBytes] : NONE;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = frames.value(level.frame(slot), i);
        }
        into.add(address)
                .add(all)
                .add(level.dirty(slot) ? all : 0)
                .add(bytes)
                .add(functional ? versions.runs(address, lineBytes, i -> frames.version(level.frame(slot), i)) : NONE)
                .add(level.age(slot));
        return true;
    }
}
