// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Sectors of real bytes with their versions, addressed by slot: the data array of a cache or a page of memory.
 *
 * <p>A slot names a {@link Blocks block}: below zero, by its complement, one that this slot alone holds, and that is changed in
 * place; else one that others may hold too. Slots come into being in chunks when first touched, so a store costs memory for
 * what a run uses.
 */
public final class SectorStore implements Blocks.Holder {

    /** The mask of four sectors: of a line of most caches. */
    private static final int LINE = 0xF;

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK - 1;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Blocks blocks;
    private final int sectors;
    private final int[] @Nullable [] chunks;
    /** The chunk of a store that has one; null before it is touched, and where there are several. */
    private int @Nullable [] only;

    private boolean poisoned;
    private long poisonBase;
    /** The block of the first slot's poison, once somebody asked for some. */
    private int firstPoison;
    /** The agent that wrote all that anybody wrote, as far as who writes says so; 0 if nobody, {@link Payload#MIXED} if several may have. */
    private int writer;

    /** A store of {@code sectors} sectors, with blocks of its own. */
    public SectorStore(int sectors) {
        this(sectors, new Blocks());
    }

    /** A store of {@code sectors} sectors, with the blocks of a run. */
    public SectorStore(int sectors, Blocks blocks) {
        this.blocks = blocks;
        this.sectors = sectors;
        chunks = new int[(sectors + CHUNK_MASK) >>> CHUNK_BITS][];
        blocks.register(this);
    }

    /**
     * Hands sectors with their versions to a payload.
     *
     * @param base the slot of bit 0 of the mask; the slots of a mask lie within {@value #CHUNK}, aligned to their number
     * @param shift the bit of the payload's first sector
     */
    public void load(int base, int mask, Payload to, int shift) {
        boolean asIs = to.has(blocks);
        int[] chunk = touched(base);
        if (chunk == null) {
            if (poisoned && loadPoison(base, mask, to, shift)) {
                return;
            }
            chunk = newChunk(base);
        }
        int first = base & CHUNK_MASK;
        if (mask == LINE && shift == 0 && asIs && shared(chunk, first)) {
            to.takeLine(chunk[first], chunk[first + 1], chunk[first + 2], chunk[first + 3]);
            return;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            int block = chunk[first + g];
            if (block <= Blocks.NONE) {
                block = block < Blocks.NONE ? ~block : untouched(base + g);
                chunk[first + g] = block;
            }
            if (asIs) {
                to.held(g - shift, block);
            } else {
                to.take(g - shift, blocks, block);
            }
        }
        if (asIs) {
            to.took(shift < 0 ? mask << -shift : mask >>> shift);
        }
    }

    /** As {@link #load}, of slots in a chunk that nobody wrote to; returns whether it could. */
    private boolean loadPoison(int base, int mask, Payload to, int shift) {
        int first = firstPoison();
        if (first == Blocks.NONE) {
            return false;
        }
        int block = first + base;
        if (mask == LINE && shift == 0 && to.has(blocks)) {
            to.takeLine(block, block + 1, block + 2, block + 3);
            return true;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            to.take(g - shift, blocks, block + g);
        }
        return true;
    }

    /** The block of the first slot's poison; {@link Blocks#NONE} if there are no numbers left. */
    private int firstPoison() {
        if (firstPoison == Blocks.NONE) {
            firstPoison = blocks.poison(poisonBase, sectors);
        }
        return firstPoison;
    }

    /** Reads a slot, so that the host has it at hand when it is needed; returns anything made of it, 0 for a slot beyond the end. */
    public int touch(int slot) {
        int[] chunk = slot < sectors ? touched(slot) : null;
        return chunk == null ? 0 : chunk[slot & CHUNK_MASK];
    }

    /** Whether the four slots of a line hold blocks that others may hold too. */
    private static boolean shared(int[] chunk, int first) {
        return chunk[first] > Blocks.NONE
                && chunk[first + 1] > Blocks.NONE
                && chunk[first + 2] > Blocks.NONE
                && chunk[first + 3] > Blocks.NONE;
    }

    /** Overwrites whole slots with sectors of a payload, versions included; parameters as of {@link #load}. */
    public void store(int base, int mask, Payload from, int shift) {
        if (mask == 0) {
            return;
        }
        int[] chunk = chunk(base);
        int first = base & CHUNK_MASK;
        if (!from.has(blocks)) {
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int g = Integer.numberOfTrailingZeros(rest);
                put(chunk, first + g, from.give(g - shift, blocks));
            }
            return;
        }
        from.makeBlocks(shift < 0 ? mask << -shift : mask >>> shift);
        if (mask == LINE && shift == 0) {
            // a line of most caches: far fewer bounds are checked so
            long low = from.lowPair();
            long high = from.highPair();
            put(chunk, first, (int) low);
            put(chunk, first + 1, (int) (low >>> Integer.SIZE));
            put(chunk, first + 2, (int) high);
            put(chunk, first + 3, (int) (high >>> Integer.SIZE));
            return;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            put(chunk, first + g, from.held(g - shift));
        }
    }

    private void put(int[] chunk, int at, int block) {
        int old = chunk[at];
        if (old < Blocks.NONE) {
            blocks.release(~old);
        }
        chunk[at] = block;
    }

    /** Overwrites the bytes of {@code mask} in a slot with those of a payload's sector, versions included. */
    public void store(int slot, Payload from, int sector, int mask) {
        if (mask == -1) {
            store(slot, 1, from, -sector);
        } else if (mask != 0) {
            int own = own(slot);
            copyPart(from.bytes(sector), from.offset(sector), blocks.bytes(own), Blocks.offset(own), mask);
            int version = from.version(sector);
            if (version == Payload.MIXED) {
                for (int rest = mask; rest != 0; rest &= rest - 1) {
                    int b = Integer.numberOfTrailingZeros(rest);
                    blocks.setByteVersion(own, b, from.byteVersion((sector << 5) + b));
                }
            } else {
                blocks.setVersions(own, mask, version);
            }
        }
    }

    /** Copies the bytes of a mask, most of which come in groups of four. */
    private static void copyPart(byte[] from, int fromBase, byte[] to, int base, int mask) {
        for (int g = 0; g < Blocks.BYTES; g += 4) {
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

    /**
     * Those sectors of a payload that are known to be what slots hold from one on, bytes and versions, and to have been written as
     * a whole.
     */
    public int same(int base, Payload payload, int sectors) {
        int[] chunk = touched(base);
        if (chunk == null) {
            return 0;
        }
        int at = base & CHUNK_MASK;
        return sectors == LINE && payload.isLine(blocks, chunk, at) ? LINE : payload.same(sectors, blocks, chunk, at);
    }

    /**
     * Whether slots of a mask are known to hold what those of another store hold, bytes and versions, and to have been written as a whole;
     * {@code base} and {@code from} are the slots of bit 0.
     */
    public boolean same(int base, int mask, SectorStore other, int from) {
        int[] chunk = touched(base);
        int[] others = other.touched(from);
        if (chunk == null || others == null || other.blocks != blocks) {
            return false;
        }
        int at = base & CHUNK_MASK;
        int there = from & CHUNK_MASK;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int slot = Integer.numberOfTrailingZeros(rest);
            int block = chunk[at + slot];
            if (block <= Blocks.NONE || block != others[there + slot] || !blocks.written(block)) {
                return false;
            }
        }
        return true;
    }

    /** Whether slots from one on hold bytes one after the other in {@link #bytes} of the first. */
    public boolean runs(int slot, int count) {
        int first = held(slot);
        for (int i = 1; i < count; i++) {
            if (held(slot + i) != first + i) {
                return false;
            }
        }
        return Blocks.together(first, first + count - 1);
    }

    /** The array in which the bytes of a slot lie, from {@link #offset} on, of a store without poison; not to be written to. */
    public byte[] bytes(int slot) {
        return blocks.bytes(held(slot));
    }

    /** Where the bytes of a slot begin in {@link #bytes}. */
    public int offset(int slot) {
        return Blocks.offset(held(slot));
    }

    /** Those sectors of a mask that nobody wrote a byte of, the slot of bit 0 being {@code base}; slots as of {@link #load}. */
    public int unwritten(int base, int mask) {
        int[] chunk = touched(base);
        if (chunk == null) {
            return mask;
        }
        int first = base & CHUNK_MASK;
        int unwritten = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int slot = Integer.numberOfTrailingZeros(rest);
            int block = chunk[first + slot];
            if (blocks.unwritten(block < Blocks.NONE ? ~block : block)) {
                unwritten |= 1 << slot;
            }
        }
        return unwritten;
    }

    /** Exchanges what two slots of a store without poison hold. */
    public void exchange(int a, int b) {
        int[] chunkA = chunk(a);
        int[] chunkB = chunk(b);
        int block = chunkA[a & CHUNK_MASK];
        chunkA[a & CHUNK_MASK] = chunkB[b & CHUNK_MASK];
        chunkB[b & CHUNK_MASK] = block;
    }

    /** The version of a whole slot, or {@link Payload#MIXED}. */
    public int version(int slot) {
        return blocks.version(held(slot));
    }

    /** The one version of all slots of a mask, or {@link Payload#MIXED}; parameters as of {@link #load}. */
    public int version(int base, int mask) {
        int[] chunk = touched(base);
        if (chunk == null) {
            return blocks.version(Blocks.NONE);
        }
        int first = base & CHUNK_MASK;
        if (mask == LINE && shared(chunk, first)) {
            return blocks.version(chunk[first], chunk[first + 1], chunk[first + 2], chunk[first + 3]);
        }
        int version = version(chunk, first + Integer.numberOfTrailingZeros(mask));
        for (int rest = mask & mask - 1; rest != 0; rest &= rest - 1) {
            if (version(chunk, first + Integer.numberOfTrailingZeros(rest)) != version) {
                return Payload.MIXED;
            }
        }
        return version;
    }

    private int version(int[] chunk, int at) {
        int block = chunk[at];
        return blocks.version(block < Blocks.NONE ? ~block : block);
    }

    /** The version of one byte (0 to 31) of a slot. */
    public int byteVersion(int slot, int index) {
        return blocks.byteVersion(held(slot), index);
    }

    /** Copies bytes of a slot, from one of them (0 to 31) on, to a place of an array. */
    public void copyTo(int slot, int index, byte[] to, int at, int count) {
        int block = held(slot);
        if (block == Blocks.NONE && poisoned) {
            for (int i = 0; i < count; i++) {
                to[at + i] = poisonByte(address(slot) + index + i);
            }
        } else {
            System.arraycopy(blocks.bytes(block), Blocks.offset(block) + index, to, at, count);
        }
    }

    /** Copies bytes from one of a slot (0 to 31) on, of that and those after it, to the front of an array. */
    public void copyTo(int slot, int index, int count, byte[] to) {
        int done = 0;
        while (done < count) {
            int at = index + done;
            int here = Math.min(count - done, Blocks.BYTES - (at & Blocks.BYTES - 1));
            copyTo(slot + (at >>> 5), at & Blocks.BYTES - 1, to, done, here);
            done += here;
        }
    }

    /** Copies the versions of a slot's bytes to the front of an array. */
    public void copyVersions(int slot, int[] to) {
        blocks.copyVersions(held(slot), to, 0);
    }

    /** Says which two versions the bytes of a slot have, which may be the same; returns whether they are no more than two. */
    public boolean tellVersions(int slot, VersionPair to) {
        return blocks.tellVersions(held(slot), to);
    }

    /** One byte (0 to 31) of a slot. */
    public byte data(int slot, int index) {
        int block = held(slot);
        if (block == Blocks.NONE && poisoned) {
            return poisonByte(address(slot) + index);
        }
        return blocks.bytes(block)[Blocks.offset(block) + index];
    }

    /** Copies a slot of a store without poison as words of 8 bytes, the least significant first. */
    public void words(int slot, long[] to, int at) {
        int block = held(slot);
        byte[] bytes = blocks.bytes(block);
        int offset = Blocks.offset(block);
        for (int i = 0; i < Blocks.BYTES / Long.BYTES; i++) {
            to[at + i] = (long) LONG.get(bytes, offset + i * Long.BYTES);
        }
    }

    /** The little-endian integer of 1 to 8 bytes at a byte counted over all slots, zero-extended, of a store without poison. */
    public long read(int at, int size) {
        int index = at & Blocks.BYTES - 1;
        if (index + size > Blocks.BYTES) {
            int here = Blocks.BYTES - index;
            return read(at + here, size - here) << (here << 3) | read(at, here);
        }
        int block = held(at >>> 5);
        byte[] from = blocks.bytes(block);
        int first = Blocks.offset(block) + index;
        if (size == Integer.BYTES) {
            return (int) INT.get(from, first) & 0xFFFF_FFFFL;
        }
        long value = 0;
        for (int b = size - 1; b >= 0; b--) {
            value = value << Byte.SIZE | from[first + b] & 0xFF;
        }
        return value;
    }

    /** Writes such an integer and gives its bytes one version. */
    public void write(int at, int size, long value, int version) {
        int index = at & Blocks.BYTES - 1;
        int here = Math.min(size, Blocks.BYTES - index);
        int own = own(at >>> 5);
        byte[] to = blocks.bytes(own);
        int first = Blocks.offset(own) + index;
        if (here == Integer.BYTES) {
            INT.set(to, first, (int) value);
        } else {
            for (int b = 0; b < here; b++) {
                to[first + b] = (byte) (value >>> (b << 3));
            }
        }
        blocks.setVersions(own, -1 >>> Integer.SIZE - here << index, version);
        if (here < size) {
            write(at + here, size - here, value >>> (here << 3), version);
        }
    }

    /** Sets a byte and its version, outside simulated time. */
    public void set(int slot, int index, byte value, int version) {
        int own = own(slot);
        blocks.bytes(own)[Blocks.offset(own) + index] = value;
        blocks.setByteVersion(own, index, version);
    }

    /** Gives all bytes of a slot the same version. */
    public void setVersion(int slot, int version) {
        blocks.setVersion(own(slot), version);
    }

    /** Gives one byte (0 to 31) of a slot its own version. */
    public void setByteVersion(int slot, int index, int version) {
        blocks.setByteVersion(own(slot), index, version);
    }

    /** Has a fresh store read as the poison of the addresses from {@code base} on. */
    public void poison(long base) {
        poisoned = true;
        poisonBase = base;
    }

    /** What {@link #writer(int)} said last, 0 if nothing. */
    public int writer() {
        return writer;
    }

    /** Says who wrote all that anybody wrote: an agent, or {@link Payload#MIXED}. */
    public void writer(int agent) {
        writer = agent;
    }

    private long address(int slot) {
        return poisonBase + (long) slot * Blocks.BYTES;
    }

    private int held(int slot) {
        int[] chunk = touched(slot);
        int block = chunk == null ? Blocks.NONE : chunk[slot & CHUNK_MASK];
        return block < Blocks.NONE ? ~block : block;
    }

    /** The block of a slot, made its own, so that it can be changed. */
    private int own(int slot) {
        int[] chunk = chunk(slot);
        int block = chunk[slot & CHUNK_MASK];
        if (block < Blocks.NONE) {
            return ~block;
        }
        int own = blocks.copy(block != Blocks.NONE ? block : untouched(slot));
        chunk[slot & CHUNK_MASK] = ~own;
        return own;
    }

    /** The block of a slot that nobody has touched: of poison, where there is one. */
    private int untouched(int slot) {
        if (!poisoned) {
            return Blocks.NONE;
        }
        int first = firstPoison();
        if (first != Blocks.NONE) {
            return first + slot;
        }
        int block = blocks.take();
        PoisonBlocks.fill(blocks.bytes(block), Blocks.offset(block), address(slot));
        blocks.setVersion(block, 0);
        return block;
    }

    private int[] chunk(int slot) {
        int[] chunk = touched(slot);
        return chunk != null ? chunk : newChunk(slot);
    }

    private int @Nullable [] touched(int slot) {
        int[] chunk = only;
        return chunk != null ? chunk : chunks[slot >>> CHUNK_BITS];
    }

    private int[] newChunk(int slot) {
        int[] chunk = new int[Math.min(CHUNK, sectors - (slot & ~CHUNK_MASK))];
        chunks[slot >>> CHUNK_BITS] = chunk;
        if (chunks.length == 1) {
            only = chunk;
        }
        return chunk;
    }

    @Override
    public int markBlocks() {
        int slots = 0;
        for (int[] chunk : chunks) {
            if (chunk != null) {
                for (int block : chunk) {
                    blocks.mark(block < Blocks.NONE ? ~block : block);
                }
                slots += chunk.length;
            }
        }
        return slots;
    }

    /** The poison byte of an untouched address. */
    public static byte poisonByte(long address) {
        return PoisonBlocks.at(address);
    }
}
