// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.engine.Component;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a request carries, each with the version of the write that produced it.
 *
 * <p>A version is the id of the writing agent ({@code docs/model.md}, Two truths); 0 means that nobody wrote the byte.
 * A sector whose bytes all have one version keeps just that; otherwise its version is {@link #MIXED} and each byte has
 * its own.
 *
 * <p>A sector that came from a cache or from memory is the number of a {@link Blocks block}; bytes are copied out of it only for
 * who asks for them as an array. A sector that the requester filled in lies in arrays of the payload until a store takes it.
 */
public final class Payload {

    /** The version of a sector whose bytes differ in version. */
    public static final int MIXED = -1;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int[] NONE = new int[0];
    private static final byte[] NO_BYTES = new byte[0];
    /** Four sectors: a line of most caches. */
    private static final int LINE = 0xF;
    /** Sectors whose blocks lie in pairs. */
    private static final int PAIRED = 4;

    /** In {@link #versions}: before the block of the first sector, which lies elsewhere, as do those of all of the pairs. */
    private static final int BLOCKS = Request.MAX_SECTORS - PAIRED;

    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private static final int ALL = (1 << Request.MAX_SECTORS) - 1;

    /** The requester's own, untouched by everyone else: the lanes that take part. */
    public long lanes;

    private final Blocks blocks;
    /** The blocks of the sectors 0 and 1 of {@link #fresh}, the former below: here, so that one line of the host's caches has them. */
    private long lowPair;
    /** The blocks of the sectors 2 and 3. */
    private long highPair;
    /** Sectors whose block is known. */
    private byte fresh;
    /** Sectors whose bytes and versions lie in the arrays; each sector is here or in {@link #fresh}, or in both. */
    private byte local = (byte) ALL;

    private byte[] data = NO_BYTES;
    /** Versions of the sectors in the array, then the blocks of the sectors from 4 on; made when first needed. */
    private int[] versions = NONE;
    /** Versions byte by byte, of sectors that are {@link #MIXED}; made when first needed, because few ever are. */
    private int[] byteVersions = NONE;

    /** The component whose contents answered a read. */
    @Nullable
    Component servedBy;
    /** Of a write-back: the cache instance whose bytes these were. */
    @Nullable
    String heldIn;

    /** A payload with the blocks of a run. */
    Payload(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Forgets what the payload carried. */
    void clear() {
        fresh = 0;
        local = (byte) ALL;
    }

    /** Marks the blocks that the payload holds. */
    void mark() {
        for (int rest = fresh & ALL; rest != 0; rest &= rest - 1) {
            blocks.mark(held(Integer.numberOfTrailingZeros(rest)));
        }
    }

    /** The block of a sector of {@link #fresh}. */
    int held(int sector) {
        if (sector >= PAIRED) {
            return versions[BLOCKS + sector];
        }
        long pair = sector < 2 ? lowPair : highPair;
        return (int) (pair >>> (sector << 5)); // the shift is one of 0 and 32
    }

    /** Has a block of the same run be that of a sector, once {@link #took} says so. */
    void held(int sector, int block) {
        if (sector >= PAIRED) {
            makeVersions();
            versions[BLOCKS + sector] = block;
        } else if (sector < 2) {
            lowPair = lowPair & ~(LOW_HALF << (sector << 5)) | (block & LOW_HALF) << (sector << 5);
        } else {
            highPair = highPair & ~(LOW_HALF << (sector << 5)) | (block & LOW_HALF) << (sector << 5);
        }
    }

    /** The bytes, from the request's address on; not to be written to. */
    public byte[] data() {
        if (local != (byte) ALL || data.length == 0) {
            for (int rest = ALL & ~local; rest != 0; rest &= rest - 1) {
                copyOut(Integer.numberOfTrailingZeros(rest));
            }
            makeArrays();
        }
        return data;
    }

    /** The bytes, from the request's address on, to be written to; versions are the caller's business. */
    public byte[] writable() {
        byte[] bytes = data();
        fresh = 0;
        return bytes;
    }

    /** The array in which a sector's bytes lie, from {@link #offset} on; not to be written to. */
    public byte[] bytes(int sector) {
        if ((fresh >>> sector & 1) != 0) {
            return blocks.bytes(held(sector));
        }
        makeArrays();
        return data;
    }

    /** Where a sector's bytes begin in {@link #bytes(int)}. */
    public int offset(int sector) {
        return (fresh >>> sector & 1) != 0 ? Blocks.offset(held(sector)) : sector * Blocks.BYTES;
    }

    /** The byte {@code index} from the request's address. */
    public byte value(int index) {
        int sector = index >>> 5;
        return bytes(sector)[offset(sector) + (index & 31)];
    }

    private void makeArrays() {
        if (data.length == 0) {
            data = new byte[Request.MAX_BYTES];
            makeVersions();
        }
    }

    private void makeVersions() {
        if (versions.length == 0) {
            versions = new int[BLOCKS + Request.MAX_SECTORS];
        }
    }

    /** Reads what most users need; returns anything made of it. */
    long touch() {
        return lanes + (servedBy == null ? 0 : 1);
    }

    private int[] byteVersions() {
        if (byteVersions.length == 0) {
            byteVersions = new int[Request.MAX_BYTES];
        }
        return byteVersions;
    }

    /** Copies a sector of {@link #fresh} into the arrays. */
    private void copyOut(int sector) {
        makeArrays();
        int block = held(sector);
        System.arraycopy(blocks.bytes(block), Blocks.offset(block), data, sector * Blocks.BYTES, Blocks.BYTES);
        int version = blocks.version(block);
        versions[sector] = version;
        if (version == MIXED) {
            blocks.copyVersions(block, byteVersions(), sector * Blocks.BYTES);
        }
        local |= (byte) (1 << sector);
    }

    /** Has a sector lie in the arrays alone. */
    private void localise(int sector) {
        if ((local >>> sector & 1) == 0) {
            copyOut(sector);
        }
        makeArrays();
        fresh &= (byte) ~(1 << sector);
    }

    /** Takes over a block as a sector; one of another run is copied. */
    void take(int sector, Blocks from, int block) {
        held(sector, from == blocks ? block : blocks.copy(from, block));
        took(1 << sector);
    }

    /** Takes over four blocks of the same run as the first sectors. */
    void takeLine(int a, int b, int c, int d) {
        lowPair = a & LOW_HALF | (long) b << Integer.SIZE;
        highPair = c & LOW_HALF | (long) d << Integer.SIZE;
        took(LINE);
    }

    /** Whether it has the blocks of a run, so that these can be taken over and given as they are. */
    boolean has(Blocks of) {
        return of == blocks;
    }

    /** Sectors have blocks from now on, those that were put there. */
    void took(int sectors) {
        fresh |= (byte) sectors;
        local &= (byte) ~sectors;
    }

    /** Makes the blocks of all sectors of a mask that have none yet, for a store of the same run, which may hold them from now on. */
    void makeBlocks(int sectors) {
        for (int rest = sectors & ~fresh; rest != 0; rest &= rest - 1) {
            block(Integer.numberOfTrailingZeros(rest));
        }
    }

    /** The blocks of the first two sectors, which have some, that of the first below. */
    long lowPair() {
        return lowPair;
    }

    /** The same of the next two. */
    long highPair() {
        return highPair;
    }

    /**
     * Begins whole sectors of one version, whose bytes the caller has to write: they lie one after the other in {@link #bytes(int)} of
     * the first.
     *
     * @return whether there was room for that; if not, nothing has changed
     */
    public boolean begin(int sector, int count, int version) {
        int block = blocks.takeRow(count, version);
        if (block == Blocks.NONE) {
            return false;
        }
        if (count == PAIRED && sector == 0) {
            takeLine(block, block + 1, block + 2, block + 3);
            return true;
        }
        for (int i = 0; i < count; i++) {
            held(sector + i, block + i);
        }
        took((1 << count) - 1 << sector);
        return true;
    }

    /** Those sectors whose blocks are those of slots from one on, and have one version, that of a write. */
    int same(int sectors, Blocks of, int[] slots, int at) {
        int same = 0;
        if (of == blocks) {
            for (int rest = sectors & fresh; rest != 0; rest &= rest - 1) {
                int sector = Integer.numberOfTrailingZeros(rest);
                int slot = slots[at + sector];
                int block = slot < Blocks.NONE ? ~slot : slot;
                if (block == held(sector) && blocks.written(block)) {
                    same |= 1 << sector;
                }
            }
        }
        return same;
    }

    /** Whether the first four sectors are held as four slots hold them, from one on, and were each written as one. */
    boolean isLine(Blocks of, int[] slots, int at) {
        return of == blocks && (fresh & LINE) == LINE && sameLine(slots, at);
    }

    /** Those sectors of a mask that nobody wrote a byte of. */
    public int unwritten(int sectors) {
        int unwritten = 0;
        for (int rest = sectors & fresh; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            if (blocks.unwritten(held(sector))) {
                unwritten |= 1 << sector;
            }
        }
        for (int rest = sectors & ~fresh; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            if (version(sector) == 0) {
                unwritten |= 1 << sector;
            }
        }
        return unwritten;
    }

    /** As {@link #same} of the first four sectors, whether it is all of them and they are held as others may hold them too. */
    private boolean sameLine(int[] slots, int at) {
        int a = (int) lowPair;
        int b = (int) (lowPair >>> Integer.SIZE);
        int c = (int) highPair;
        int d = (int) (highPair >>> Integer.SIZE);
        return slots[at] == a
                && slots[at + 1] == b
                && slots[at + 2] == c
                && slots[at + 3] == d
                && blocks.written(a, b, c, d);
    }

    /** Whether so many bytes lie one after the other in {@link #bytes(int)} of their first sector. */
    public boolean runs(int from, int count) {
        int first = from >>> 5;
        int last = from + count - 1 >>> 5;
        if (first == last) {
            return true;
        }
        if (from == 0 && last == 3 && (fresh & LINE) == LINE) {
            int block0 = (int) lowPair;
            return held(1) == block0 + 1
                    && held(2) == block0 + 2
                    && held(3) == block0 + 3
                    && Blocks.together(block0, block0 + 3);
        }
        int sectors = (2 << last) - (1 << first);
        if ((fresh & sectors) != sectors) {
            return false;
        }
        int block = held(first);
        for (int sector = first + 1; sector <= last; sector++) {
            if (held(sector) != ++block) {
                return false;
            }
        }
        return Blocks.together(held(first), block);
    }

    /** The block of a sector, for a store of a run; from now on both may hold it. */
    int give(int sector, Blocks to) {
        int block = block(sector);
        return to == blocks ? block : to.copy(blocks, block);
    }

    /** The block of a sector, made if need be. */
    private int block(int sector) {
        if ((fresh >>> sector & 1) != 0) {
            return held(sector);
        }
        makeArrays();
        int block = blocks.take();
        System.arraycopy(data, sector * Blocks.BYTES, blocks.bytes(block), Blocks.offset(block), Blocks.BYTES);
        int version = versions[sector];
        if (version != MIXED) {
            blocks.setVersion(block, version);
        } else {
            for (int b = 0; b < Blocks.BYTES; b++) {
                blocks.setByteVersion(block, b, byteVersions()[sector * Blocks.BYTES + b]);
            }
        }
        held(sector, block);
        fresh |= (byte) (1 << sector);
        return block;
    }

    /** Copies the bytes that a request covers into an array that stands for memory from an address on. */
    public void copyTo(byte[] into, long base, Request request) {
        for (int b = 0; b < Request.MAX_BYTES; b++) {
            if (request.takesByte(b)) {
                into[(int) (request.address + b - base)] = value(b);
            }
        }
    }

    /** Gives every byte of a sector the same version. */
    public void setVersion(int sector, int version) {
        localise(sector);
        versions[sector] = version;
    }

    /** The one version of a sector, or {@link #MIXED}. */
    public int version(int sector) {
        if ((fresh >>> sector & 1) != 0) {
            return blocks.version(held(sector));
        }
        return versions.length == 0 ? 0 : versions[sector];
    }

    /** The one version of all sectors of a mask, or {@link #MIXED}. */
    public int versionOf(int sectors) {
        if (sectors == LINE && (fresh & LINE) == LINE) {
            return blocks.version(held(0), held(1), held(2), held(3));
        }
        int version = version(Integer.numberOfTrailingZeros(sectors));
        for (int rest = sectors & sectors - 1; rest != 0; rest &= rest - 1) {
            if (version(Integer.numberOfTrailingZeros(rest)) != version) {
                return MIXED;
            }
        }
        return version;
    }

    /** Copies the versions of a sector's bytes to the front of an array. */
    public void copyVersions(int sector, int[] to) {
        if ((fresh >>> sector & 1) != 0) {
            blocks.copyVersions(held(sector), to, 0);
            return;
        }
        int version = version(sector);
        if (version == MIXED) {
            System.arraycopy(byteVersions(), sector * Blocks.BYTES, to, 0, Blocks.BYTES);
        } else {
            Arrays.fill(to, 0, Blocks.BYTES, version);
        }
    }

    /** Says which two versions the bytes of a sector have, which may be the same; returns whether that is known, else they are more. */
    public boolean tellVersions(int sector, VersionPair to) {
        if ((fresh >>> sector & 1) != 0) {
            return blocks.tellVersions(held(sector), to);
        }
        int version = version(sector);
        to.set(0, version, version);
        return version != MIXED;
    }

    /** The version of byte {@code index} from the request's address. */
    public int byteVersion(int index) {
        int sector = index >>> 5;
        if ((fresh >>> sector & 1) != 0) {
            return blocks.byteVersion(held(sector), index & 31);
        }
        int version = version(sector);
        return version == MIXED ? byteVersions()[index] : version;
    }

    /** Gives one byte its own version. */
    public void setByteVersion(int index, int version) {
        int sector = index >>> 5;
        localise(sector);
        int whole = versions[sector];
        if (whole == version) {
            return;
        }
        if (whole != MIXED) {
            int base = sector << 5;
            for (int i = 0; i < 32; i++) {
                byteVersions()[base + i] = whole;
            }
            versions[sector] = MIXED;
        }
        byteVersions()[index] = version;
    }

    /** Gives the bytes of a sector the versions that an array has from {@code at} on. */
    public void setVersions(int sector, int[] from, int at) {
        setVersion(sector, from[at]);
        for (int b = 1; b < Blocks.BYTES; b++) {
            if (from[at + b] != from[at]) {
                System.arraycopy(from, at, byteVersions(), sector * Blocks.BYTES, Blocks.BYTES);
                versions[sector] = MIXED;
                return;
            }
        }
    }

    /** Copies {@code count} bytes from byte {@code from} on to the front of an array. */
    public void copyTo(byte[] into, int from, int count) {
        int done = 0;
        while (done < count) {
            int at = from + done;
            int within = at & Blocks.BYTES - 1;
            int here = Math.min(count - done, Blocks.BYTES - within);
            int sector = at / Blocks.BYTES;
            System.arraycopy(bytes(sector), offset(sector) + within, into, done, here);
            done += here;
        }
    }

    /** Takes over one sector with its versions from another payload. */
    public void copySector(int sector, Payload from, int fromSector) {
        take(sector, from.blocks, from.block(fromSector));
    }

    /** Reads a little-endian integer of 1, 2, 4 or 8 bytes, zero-extended. */
    public long read(int offset, int size) {
        int sector = offset >>> 5;
        int within = offset & Blocks.BYTES - 1;
        if (within + size > Blocks.BYTES) {
            return readAcross(offset, size);
        }
        byte[] bytes = bytes(sector);
        int at = offset(sector) + within;
        return switch (size) {
            case 1 -> bytes[at] & 0xFF;
            case 2 -> (short) SHORT.get(bytes, at) & 0xFFFF;
            case 4 -> (int) INT.get(bytes, at) & 0xFFFF_FFFFL;
            default -> (long) LONG.get(bytes, at);
        };
    }

    private long readAcross(int offset, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | (value(offset + i) & 0xFF);
        }
        return value;
    }

    /** Writes a little-endian integer of 1, 2, 4 or 8 bytes; versions are the caller's business. */
    public void write(int offset, int size, long value) {
        byte[] bytes = writable();
        long rest = value;
        for (int i = 0; i < size; i++) {
            bytes[offset + i] = (byte) rest;
            rest >>>= 8;
        }
    }
}
