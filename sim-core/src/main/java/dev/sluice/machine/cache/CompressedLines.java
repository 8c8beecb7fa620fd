// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.LineCompression;
import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.LineCompressionCounters;
import org.jspecify.annotations.Nullable;

/**
 * The data segments of a slice that keeps its lines compressed: who has how many, and who makes room where they are short.
 *
 * <p>Each sector is encoded by itself, so that it comes and goes alone; one of which only parts are held, and one that encoding makes
 * no shorter, takes its bytes. A line with an outstanding fill lies in the buffer of its register, as it is, and takes no segments
 * until the last fill is there. So whatever comes finds room: every other line of the set that has segments can be evicted.
 */
final class CompressedLines implements WayCandidates {

    private static final int WORDS = Request.SECTOR_BYTES / Long.BYTES;

    private final Cache cache;
    private final RequestPool pool;
    private final TagArray tags;
    private final DataArray data;
    private final LinePlacement placement;
    private final LineCompressionCounters counters;
    private final int ways;
    /** Lines that would fill a set without compression. */
    private final int rawLines;

    private final int latency;
    private final int segment;
    /** Segments of a set. */
    private final int room;

    private final int sectors;
    private final int sectorGranules;
    /** Segments of each sector; of what is not held, and of lines with fills outstanding, none. */
    private final short[] ofSector;

    private final short[] ofLine;
    private final int[] ofSet;
    private final int[] lines;
    private final long[] words;
    /** The line that others make room for. */
    private int growing = -1;
    /** The line whose fill is carried out at once; -1 for none. */
    private int buffered = -1;

    private CompressedLines(Cache cache, RequestPool pool, TagArray tags, DataArray data, LinePlacement placement) {
        CacheSpec spec = cache.spec();
        CacheSpec.Geometry geometry = spec.geometry();
        LineCompression compression = spec.structure().compression();
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.data = data;
        this.placement = placement;
        this.counters = cache.stats().compression();
        this.ways = tags.ways;
        this.rawLines = geometry.ways();
        this.latency = compression.decompressionLatency();
        this.segment = compression.segment();
        this.room = geometry.ways() * geometry.line() / segment;
        this.sectors = geometry.line() / geometry.sector();
        this.sectorGranules = geometry.sector() / Request.SECTOR_BYTES;
        this.ofSector = new short[tags.lines * sectors];
        this.ofLine = new short[tags.lines];
        this.ofSet = new int[geometry.sets()];
        this.lines = new int[geometry.sets()];
        this.words = new long[geometry.sector() / Long.BYTES];
    }

    /**
     * Those of a slice, or null if its lines are not compressed.
     *
     * @throws InvalidSpecException if they are to be and have no bytes
     */
    static @Nullable CompressedLines of(
            Cache cache, RequestPool pool, TagArray tags, DataArray data, LinePlacement placement) {
        if (!cache.spec().structure().compression().on()) {
            return null;
        }
        if (!data.functional()) {
            throw new InvalidSpecException(
                    "cache " + cache.spec().name()
                            + ": compression: how far lines compress depends on their bytes, and accesses of a trace have none",
                    "compression");
        }
        return new CompressedLines(cache, pool, tags, data, placement);
    }

    /** A line was put into a way; nothing of it is there. */
    void came(int set) {
        if (lines[set]++ >= rawLines) {
            counters.linesBeyondWays++;
        }
    }

    /** A line leaves its way. */
    void left(int line, int set) {
        lines[set]--;
        free(line, set);
    }

    /** A fill of a line is outstanding from now on. */
    void opened(int line) {
        free(line, line / ways);
    }

    /**
     * A line takes no segments until {@link #unbuffer}, since its fill is carried out at once; returns the line for which that held
     * before.
     */
    int buffer(int line) {
        opened(line);
        int before = buffered;
        buffered = line;
        return before;
    }

    /** All is done of the line whose fill was carried out at once: it takes its segments if it is still there. */
    void unbuffer(int line, int before, Request because) {
        buffered = before;
        if (!tags.empty(line)) {
            changed(line, TagArray.VALID, because);
        }
    }

    private void free(int line, int set) {
        ofSet[set] -= ofLine[line];
        ofLine[line] = 0;
        for (int s = line * sectors; s < (line + 1) * sectors; s++) {
            ofSector[s] = 0;
        }
    }

    /** Cycles that a hit on granules takes longer because they are compressed. */
    int decompress(int line, int granules) {
        if (ofLine[line] == 0) {
            return 0;
        }
        int held = Stores.held(tags.state(line));
        for (int s = 0; s < sectors; s++) {
            int stored = ofSector[line * sectors + s];
            if ((granules & mask(s)) != 0 && stored != 0 && stored < raw(held & mask(s))) {
                counters.decompressions++;
                return latency;
            }
        }
        return 0;
    }

    private int mask(int sector) {
        return (1 << sectorGranules) - 1 << sector * sectorGranules;
    }

    /** The segments of granules that are stored as they are. */
    private int raw(int granules) {
        return Integer.bitCount(granules) * Request.SECTOR_BYTES / segment;
    }

    /** Granules of a line are not held any more: what is left of their sectors stays as it is stored. */
    void shrunk(int line, int granules) {
        int state = tags.state(line);
        if ((state & TagArray.PINNED) != 0 || ofLine[line] == 0) {
            return;
        }
        int held = Stores.held(state);
        for (int s = 0; s < sectors; s++) {
            if ((granules & mask(s)) != 0) {
                resize(line, s, Math.min(ofSector[line * sectors + s], raw(held & mask(s))));
            }
        }
        resized(line);
    }

    /** Granules of a line came or changed: it takes the segments that it needs now, and others make room. */
    void changed(int line, int granules, Request because) {
        int state = tags.state(line);
        if ((state & TagArray.PINNED) != 0 || line == buffered) {
            return;
        }
        int held = Stores.held(state);
        for (int s = 0; s < sectors; s++) {
            int mask = mask(s);
            if ((granules & mask) != 0) {
                resize(line, s, (mask & ~state) == 0 ? encode(line, s) : raw(held & mask));
            }
        }
        resized(line);
        if (growing >= 0) {
            return; // what a cache above wrote back at once, into a line that makes room
        }
        int set = line / ways;
        growing = line;
        while (ofSet[set] > room) {
            counters.segmentEvictions++;
            placement.makeRoom(set, because, this);
        }
        growing = -1;
    }

    private void resize(int line, int sector, int segments) {
        int more = segments - ofSector[line * sectors + sector];
        ofSector[line * sectors + sector] = (short) segments;
        ofLine[line] += (short) more;
        ofSet[line / ways] += more;
    }

    private void resized(int line) {
        SliceWatch watch = cache.watch;
        if (watch != null) {
            watch.touched(line);
        }
    }

    /** Whether a line may make room for another: it has segments, which no line has whose fill is outstanding. */
    @Override
    public boolean evictable(int set, int way) {
        int line = set * ways + way;
        return line != growing && ofLine[line] > 0;
    }

    /** A copy of a fill, for which lines can be evicted when it is gone; to be released. */
    Request copyOf(Request fill) {
        Request copy = pool.acquire();
        copy.start(fill.kind, fill.address, fill.sectors, fill.client, fill.command, fill.agent);
        copy.flags = fill.flags;
        copy.originOf(fill);
        return copy;
    }

    /** The segments of a sector that is there as a whole. */
    private int encode(int line, int sector) {
        for (int g = 0; g < sectorGranules; g++) {
            data.words(line, sector * sectorGranules + g, words, g * WORDS);
        }
        int raw = words.length * Long.BYTES;
        int bytes = BaseDeltaImmediate.size(words, words.length);
        int stored = (bytes + segment - 1) / segment * segment;
        counters.encodedSectors++;
        counters.rawBytes += raw;
        counters.storedBytes += stored;
        if (stored < raw) {
            count(bytes);
        }
        return stored / segment;
    }

    private void count(int bytes) {
        if (bytes == BaseDeltaImmediate.ZEROS) {
            counters.zeroSectors++;
        } else if (bytes == BaseDeltaImmediate.REPEATED) {
            counters.repeatedSectors++;
        } else {
            counters.baseDeltaSectors++;
        }
    }

    /** Bytes of the segments that a line takes. */
    int bytes(int line) {
        return ofLine[line] * segment;
    }

    /** Segments of a set that lines take; never more than it has. */
    int taken(int set) {
        return ofSet[set];
    }
}
