// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One line of a trace: an access to memory, or what else changes what caches hold. Mutable, so that a trace of any length is
 * read and written through a single one.
 */
public final class TraceRecord {

    /** {@link #time} of an access that may be issued as soon as those before it are. */
    public static final long NO_TIME = -1;
    /** {@link #warp} of an access that belongs to none. */
    public static final int NO_WARP = -1;
    /** {@link #after} of a record that comes last in its cycle. */
    public static final int LAST = -1;
    /** The longest access. */
    public static final int MAX_BYTES = 1 << 20;

    /** In {@link #flags}: is served where all units meet, by no cache of one unit. */
    public static final int COHERENT = 1;
    /** In {@link #flags}: allocates nowhere above memory. */
    public static final int BYPASS = 1 << 1;
    /** In {@link #flags}: is evicted first. */
    public static final int STREAMING = 1 << 2;
    /** In {@link #flags}: dirty bytes of a cache of the host. */
    public static final int WRITE_BACK = 1 << 3;
    /** In {@link #flags}: of an image. */
    public static final int IMAGE = 1 << 5;
    /** In {@link #flags}: is evicted last, in caches that keep a share of their ways for that. */
    public static final int PERSISTING = 1 << 6;
    /** In {@link #flags}, of maintenance: only the lines of the ranges are looked up, one a cycle. */
    public static final int EXACT = 1 << 8;
    /** In {@link #flags}, of maintenance: of a barrier, whose dropped lines come back where they were. */
    public static final int OF_BARRIER = 1 << 9;

    /** In {@link #flags}: finds no room when its time has come; a {@link TraceKind#ENTER} of the same client and unit says when it goes in. */
    public static final int WAITS = 1 << 10;

    /** Words of {@link #mask}. */
    public static final int MASK_WORDS = 4;

    /** The earliest cycle at which it is issued; {@link #NO_TIME} for as soon as possible. */
    public long time;
    /** After how many events of the hierarchy within that cycle it is issued; {@link #LAST} for last. */
    public int after;
    /** The compute or render output unit; of a resource or an image its number. */
    public int unit;
    /** The warp of the unit; {@link #NO_WARP} for none. */
    public int warp;

    public TraceKind kind = TraceKind.READ;
    public Entrance entrance = Entrance.STORAGE;
    /** The first byte; of a masked access or of one with sectors a multiple of 32. */
    public long address;
    /** Bytes from the first to the last. */
    public int size;
    /** Whether {@link #mask} says which bytes it is. */
    public boolean masked;
    /** Bit b of word w: byte 64 * w + b from the address takes part. */
    public final long[] mask = new long[MASK_WORDS];
    /** The sectors of 32 bytes from the address on, where they are not those of the bytes; else 0. */
    public int sectors;

    public int flags;
    /** The address of the instruction; 0 if it is not known. */
    public long site;

    public @Nullable TraceAtomic atomic;

    /** Of a write in a trace with bytes: those that take part, in their order; of a {@link TraceKind#CLEAR} the code of the tiles' metadata. */
    public byte[] data = NO_DATA;
    /** Who wrote these. */
    public TraceWriters writers = NOBODY;

    public @Nullable TraceSurface surface;
    public @Nullable TraceStorage storage;

    /** Of maintenance: the cache instance's name. */
    public String cache = "";
    /** First and last-plus-one address of each range; of maintenance empty for all of the cache. */
    public long[] ranges = NO_RANGES;

    /** For whoever keeps records in a list. */
    public @Nullable TraceRecord next;

    private static final long[] NO_RANGES = new long[0];
    private static final byte[] NO_DATA = new byte[0];
    private static final TraceWriters NOBODY = TraceWriters.one(0);

    /** A read of nothing, by unit 0, as soon as possible. */
    public TraceRecord() {
        clear();
    }

    /** Makes it what it was when new. */
    public void clear() {
        time = NO_TIME;
        after = LAST;
        unit = 0;
        warp = NO_WARP;
        kind = TraceKind.READ;
        entrance = Entrance.STORAGE;
        address = 0;
        size = 0;
        if (masked) {
            Arrays.fill(mask, 0);
            masked = false;
        }
        sectors = 0;
        flags = 0;
        site = 0;
        atomic = null;
        data = NO_DATA;
        writers = NOBODY;
        surface = null;
        storage = null;
        cache = "";
        ranges = NO_RANGES;
        next = null;
    }

    /** Makes it an access. */
    public void access(TraceKind what, long from, int bytes) {
        kind = what;
        address = from;
        size = bytes;
    }

    /** Takes over all of another. */
    public void copy(TraceRecord from) {
        time = from.time;
        after = from.after;
        unit = from.unit;
        warp = from.warp;
        kind = from.kind;
        entrance = from.entrance;
        address = from.address;
        size = from.size;
        masked = from.masked;
        System.arraycopy(from.mask, 0, mask, 0, MASK_WORDS);
        sectors = from.sectors;
        flags = from.flags;
        site = from.site;
        atomic = from.atomic;
        data = from.data;
        writers = from.writers;
        surface = from.surface;
        storage = from.storage;
        cache = from.cache;
        ranges = from.ranges;
    }
}
