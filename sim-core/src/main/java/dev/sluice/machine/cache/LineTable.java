// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.AddressTable;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.Touches;
import dev.sluice.machine.view.ViewTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a cache slice: row set x ways + way, and behind the sets those of its victim cache, which no policy orders. What
 * touches one line may change how all of its set stand.
 */
final class LineTable extends ViewTable implements AddressTable, Touches {

    private static final byte[] NONE = {};

    private final Cache cache;
    private final Texts texts;
    private final VersionRuns versions;
    private final TagArray tags;
    private final DataArray data;
    private final ReplacementPolicy policy;
    private final int lineBytes;
    private final boolean trackBytes;
    private final BitSet sets = new BitSet();
    private @Nullable SliceWatch watch;

    LineTable(Cache cache, Texts texts, VersionRuns versions, TagArray tags, DataArray data, ReplacementPolicy policy) {
        super(
                "lines",
                "what the cache holds: row set x ways + way, victims behind them",
                columns(cache.compressed != null));
        this.cache = cache;
        this.texts = texts;
        this.versions = versions;
        this.tags = tags;
        this.data = data;
        this.policy = policy;
        this.lineBytes = cache.spec().geometry().line();
        this.trackBytes = cache.spec().policy().dirty() == CacheSpec.DirtyTracking.BYTE;
    }

    private static List<Column> columns(boolean compressed) {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("address", ColumnType.ADDRESS, "of the line's first byte"),
                new Column("valid", ColumnType.MASK, "sectors of 32 bytes whose bytes are all valid"),
                new Column("dirty", ColumnType.MASK, "sectors that the level below does not have yet"),
                new Column("dirtyBytes", ColumnType.BITS, "dirty bytes, where the cache tracks bytes"),
                new Column("mshr", ColumnType.INT, "the register of the fill under way, or -1"),
                new Column("bytes", ColumnType.BYTES, "the line's bytes; of those not held 0"),
                new Column("writers", ColumnType.RUNS, "who wrote them"),
                new Column("age", ColumnType.INT, "how the line stands under the replacement policy, or -1"),
                new Column("first", ColumnType.FLAG, "whether it is marked to be evicted first"),
                new Column("client", ColumnType.TEXT, "who had it put there"),
                new Column("command", ColumnType.COMMAND, "on whose behalf"),
                new Column("since", ColumnType.CYCLE, "when it was put there"),
                new Column("used", ColumnType.CYCLE, "when it was last used")));
        if (compressed) {
            columns.add(new Column("stored", ColumnType.INT, "bytes of the data segments that it takes"));
        }
        return columns;
    }

    @Override
    public long rowOf(long address) {
        return cache.contents().lineOf(address);
    }

    void watch(SliceWatch by) {
        watch = by;
    }

    @Override
    public void touched(long line) {
        sets.set((int) line / tags.ways);
        changed();
    }

    @Override
    public void rows(LongConsumer to) {
        for (int line = tags.nextPresent(0); line < tags.lines; line = tags.nextPresent(line + 1)) {
            to.accept(line);
        }
    }

    @Override
    protected void takeChanged(LongConsumer to) {
        for (int set = sets.nextSetBit(0); set >= 0; set = sets.nextSetBit(set + 1)) {
            for (int line = set * tags.ways; line < Math.min((set + 1) * tags.ways, tags.lines); line++) {
                to.accept(line);
            }
        }
        sets.clear();
    }

    @Override
    public boolean read(long row, Row into) {
        int line = (int) row;
        if (tags.empty(line)) {
            return false;
        }
        SliceWatch noted = Objects.requireNonNull(watch);
        int state = tags.state(line);
        int valid = state & TagArray.VALID;
        int set = line / tags.ways;
        int way = line - set * tags.ways;
        long address = cache.addressOf(line);
        int granules = held(line, valid);
        boolean inSet = line < tags.inSets;
        into.add(address)
                .add(valid)
                .add((state & TagArray.DIRTY) >>> TagArray.DIRTY_SHIFT)
                .add(trackBytes ? dirtyBytes(line) : NONE)
                .add((state & TagArray.PINNED) == 0 ? -1 : TagArray.mshr(state))
                .add(data.functional() ? bytes(line, valid, granules) : NONE)
                .add(data.functional() ? writers(line, address, valid, granules) : NONE)
                .add(inSet ? policy.age(set, way) : -1)
                .add(inSet && policy.evictsFirst(set, way))
                .add(texts.id(Client.all().get(noted.clients[line]).key()))
                .add(noted.commands[line])
                .add(noted.since[line])
                .add(noted.used[line]);
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            into.add(packed.bytes(line));
        }
        return true;
    }

    /** Sectors of which anything is held. */
    private int held(int line, int valid) {
        int held = valid;
        if (trackBytes) {
            for (int g = 0; g < lineBytes / Request.SECTOR_BYTES; g++) {
                if (data.dirtyBytes(line, g) != 0) {
                    held |= 1 << g;
                }
            }
        }
        return held;
    }

    /** The bytes of a sector that are held. */
    private int mask(int line, int valid, int granule) {
        return (valid >>> granule & 1) != 0 ? -1 : trackBytes ? data.dirtyBytes(line, granule) : 0;
    }

    private byte[] dirtyBytes(int line) {
        byte[] bits = new byte[lineBytes / Byte.SIZE];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (byte) (data.dirtyBytes(line, i / 4) >> (i % 4) * Byte.SIZE);
        }
        return bits;
    }

    private byte[] bytes(int line, int valid, int granules) {
        byte[] bytes = new byte[lineBytes];
        for (int rest = granules; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            int mask = mask(line, valid, g);
            for (int b = 0; b < Request.SECTOR_BYTES; b++) {
                if ((mask >>> b & 1) != 0) {
                    bytes[g * Request.SECTOR_BYTES + b] = data.value(line, g, b);
                }
            }
        }
        return bytes;
    }

    private byte[] writers(int line, long address, int valid, int granules) {
        return versions.runs(address, lineBytes, i -> {
            int g = i / Request.SECTOR_BYTES;
            int b = i % Request.SECTOR_BYTES;
            boolean there = (granules >>> g & 1) != 0 && (mask(line, valid, g) >>> b & 1) != 0;
            return there ? data.version(line, g, b) : -1;
        });
    }
}
