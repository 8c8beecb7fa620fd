// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sectors of real bytes with their versions, addressed by slot: the data array of a cache or a page of memory.
 *
 * <p>Storage comes into being in chunks when first touched, so an array costs memory for what a run uses. A sector whose
 * bytes share one version costs one {@code int} for it.
 */
public final class SectorStore {

    private static final int CHUNK_BITS = 8;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK - 1;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final class Chunk {
        final byte[] data = new byte[CHUNK << 5];
        final int[] versions = new int[CHUNK];
        int @Nullable [] @Nullable [] mixed;
    }

    private final @Nullable Chunk[] chunks;

    /** A store of {@code sectors} sectors. */
    public SectorStore(int sectors) {
        chunks = new Chunk[(sectors + CHUNK_MASK) >>> CHUNK_BITS];
    }

    /** Copies a sector and its versions into sector {@code sector} of a payload. */
    public void load(int slot, Payload to, int sector) {
        Chunk chunk = chunk(slot);
        int i = slot & CHUNK_MASK;
        System.arraycopy(chunk.data, i << 5, to.data, sector << 5, 32);
        int version = chunk.versions[i];
        to.versions[sector] = version;
        if (version == Payload.MIXED) {
            System.arraycopy(mixed(chunk, i), 0, to.byteVersions(), sector << 5, 32);
        }
    }

    /** Overwrites the bytes of {@code mask} in a slot with those of a payload's sector, versions included. */
    public void store(int slot, Payload from, int sector, int mask) {
        Chunk chunk = chunk(slot);
        int i = slot & CHUNK_MASK;
        int version = from.versions[sector];
        if (mask == -1) {
            System.arraycopy(from.data, sector << 5, chunk.data, i << 5, 32);
            chunk.versions[i] = version;
            if (version == Payload.MIXED) {
                System.arraycopy(from.byteVersions(), sector << 5, mixed(chunk, i), 0, 32);
            }
            return;
        }
        if (mask != 0) {
            storePart(chunk, i, from, sector, mask);
        }
    }

    /** The version of a whole slot, or {@link Payload#MIXED}. */
    public int version(int slot) {
        Chunk chunk = chunks[slot >>> CHUNK_BITS];
        return chunk == null ? 0 : chunk.versions[slot & CHUNK_MASK];
    }

    /** The version of one byte (0 to 31) of a slot. */
    public int byteVersion(int slot, int index) {
        Chunk chunk = chunks[slot >>> CHUNK_BITS];
        if (chunk == null) {
            return 0;
        }
        int version = chunk.versions[slot & CHUNK_MASK];
        return version == Payload.MIXED ? mixed(chunk, slot & CHUNK_MASK)[index] : version;
    }

    /** One byte (0 to 31) of a slot. */
    public byte data(int slot, int index) {
        return chunk(slot).data[((slot & CHUNK_MASK) << 5) + index];
    }

    /** Sets a byte and its version, outside simulated time. */
    public void set(int slot, int index, byte value, int version) {
        Chunk chunk = chunk(slot);
        int i = slot & CHUNK_MASK;
        chunk.data[(i << 5) + index] = value;
        setVersion(chunk, i, index, version);
    }

    /** Gives all bytes of a slot the same version. */
    public void setVersion(int slot, int version) {
        chunk(slot).versions[slot & CHUNK_MASK] = version;
    }

    /** Gives one byte (0 to 31) of a slot its own version. */
    public void setByteVersion(int slot, int index, int version) {
        setVersion(chunk(slot), slot & CHUNK_MASK, index, version);
    }

    /** Fills a fresh store with the poison of the addresses from {@code base} on. */
    public void poison(long base) {
        for (int c = 0; c < chunks.length; c++) {
            byte[] data = chunk(c << CHUNK_BITS).data;
            long from = base + ((long) c << (CHUNK_BITS + 5));
            for (int b = 0; b < data.length; b++) {
                data[b] = poisonByte(from + b);
            }
        }
    }

    private static void storePart(Chunk chunk, int i, Payload from, int sector, int mask) {
        copyPart(from.data, sector << 5, chunk.data, i << 5, mask);
        int version = from.versions[sector];
        if (version == Payload.MIXED) {
            int[] versions = from.byteVersions();
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int b = Integer.numberOfTrailingZeros(rest);
                setVersion(chunk, i, b, versions[(sector << 5) + b]);
            }
        } else if (version != chunk.versions[i]) {
            int[] each = separate(chunk, i);
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                each[Integer.numberOfTrailingZeros(rest)] = version;
            }
        }
    }

    /** Copies the bytes of a mask, most of which come in groups of four. */
    private static void copyPart(byte[] from, int fromBase, byte[] to, int base, int mask) {
        for (int g = 0; g < 32; g += 4) {
            int group = mask >>> g & 0xF;
            if (group == 0xF) {
                INT.set(to, base + g, (int) INT.get(from, fromBase + g));
            } else if (group != 0) {
                for (int rest = group; rest != 0; rest &= rest - 1) {
                    int b = g + Integer.numberOfTrailingZeros(rest);
                    to[base + b] = from[fromBase + b];
                }
            }
        }
    }

    private static void setVersion(Chunk chunk, int i, int index, int version) {
        if (chunk.versions[i] != version) {
            separate(chunk, i)[index] = version;
        }
    }

    /** Gives each byte of a sector a version of its own, and returns them. */
    private static int[] separate(Chunk chunk, int i) {
        int whole = chunk.versions[i];
        int[] each = mixed(chunk, i);
        if (whole != Payload.MIXED) {
            Arrays.fill(each, whole);
            chunk.versions[i] = Payload.MIXED;
        }
        return each;
    }

    private static int[] mixed(Chunk chunk, int i) {
        int[][] all = chunk.mixed;
        if (all == null) {
            all = new int[CHUNK][];
            chunk.mixed = all;
        }
        int[] each = all[i];
        if (each == null) {
            each = new int[32];
            all[i] = each;
        }
        return each;
    }

    private Chunk chunk(int slot) {
        Chunk chunk = chunks[slot >>> CHUNK_BITS];
        if (chunk == null) {
            chunk = new Chunk();
            chunks[slot >>> CHUNK_BITS] = chunk;
        }
        return chunk;
    }

    /** The poison byte of an untouched address. */
    public static byte poisonByte(long address) {
        return (byte) (0xCD ^ (int) (address * 0x9E3779B97F4A7C15L >>> 56) & 0x11);
    }
}
