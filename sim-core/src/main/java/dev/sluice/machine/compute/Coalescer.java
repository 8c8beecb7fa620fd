// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.Arrays;

/**
 * Turns the lanes of one access into requests: one per line that they touch, in the order in which the lanes touch them.
 *
 * <p>Lanes that touch the same line share its request; an element that crosses into the next line takes part in two.
 * Waves whose lanes touch consecutive elements, by far the most, take a short cut that gives the same requests.
 */
final class Coalescer {

    private static final int SECTOR_SHIFT = 5;
    private static final int TABLE = 256;
    private static final int TABLE_SHIFT = Long.SIZE - 8;

    private final RequestPool pool;
    private final boolean functional;

    /** The requests of the last access; byte 0 of each is its line's first. */
    final Request[] requests = new Request[2 * Long.SIZE];
    /** Bit l of entry k: lane l takes part in request k. */
    final long[] lanes = new long[2 * Long.SIZE];

    /** Bytes of each request that some lane reads or writes. */
    final int[] bytes = new int[2 * Long.SIZE];

    int count;
    /** Whether the last access was consecutive: lane l's address is {@code firstAddress + (l - firstLane) * size}. */
    boolean contiguous;

    int firstLane;
    long firstAddress;

    private final long[] tableLine = new long[TABLE];
    private final int[] tableGeneration = new int[TABLE];
    private final int[] tableRequest = new int[TABLE];
    private int generation;

    /** Words of a line's byte mask. */
    private static final int MASK_WORDS = Request.MAX_BYTES / Long.SIZE;

    /** The byte masks of the requests, where they need none of their own. */
    private final long[] masks = new long[2 * Long.SIZE * MASK_WORDS];

    /** Whether the requests need byte masks: nobody reads those of a load without bytes. */
    private boolean masked;

    private int kind;
    private int client;
    private int command;
    private int agent;

    Coalescer(RequestPool pool) {
        this.pool = pool;
        this.functional = pool.functional();
    }

    /** Says what the next requests are: a kind of {@link Request}, and on whose behalf. */
    void begin(int kind, int client, int command, int agent) {
        this.kind = kind;
        this.client = client;
        this.command = command;
        this.agent = agent;
        masked = kind != Request.READ || functional;
    }

    /**
     * Makes the requests of one access, with sectors and byte mask.
     *
     * @param base address of byte 0 of what is bound
     * @param bound bytes that are bound
     * @param offsets byte offset of each lane's element
     * @param active bit l: lane l takes part; not 0
     * @param size bytes of an element, a power of two up to 16
     * @param lineBytes bytes of a line, a power of two from {@value Request#SECTOR_BYTES} to {@value Request#MAX_BYTES}
     * @return -1, or the first lane in lane order that lies outside of what is bound, in which case there are no requests
     */
    int coalesce(long base, long bound, long[] offsets, long active, int size, int lineBytes) {
        count = 0;
        int first = Long.numberOfTrailingZeros(active);
        long run = active >>> first;
        if ((run & (run + 1)) == 0) {
            int n = Long.SIZE - Long.numberOfLeadingZeros(run);
            long from = offsets[first];
            if (from >= 0 && from <= bound - (long) n * size && (base + from & size - 1) == 0) {
                long different = 0;
                long expected = from;
                for (int l = first; l < first + n; l++) {
                    different |= offsets[l] ^ expected;
                    expected += size;
                }
                if (different == 0) {
                    coalesceRun(base + from, first, n, size, lineBytes);
                    return -1;
                }
            }
        }
        int outside = firstOutside(bound, offsets, active, size);
        if (outside < 0) {
            coalesceLanes(base, offsets, active, size, lineBytes);
        }
        return outside;
    }

    /**
     * Makes the requests of an access whose offsets are an arithmetic progression, if its lanes are consecutive elements and lie
     * within what is bound.
     *
     * @param from byte offset of lane 0
     * @param stride bytes between the offsets of neighbouring lanes; of no meaning where one lane takes part
     * @return whether it did; if not, {@link #coalesce} has to
     */
    boolean coalesceRegular(long base, long bound, long from, long stride, long active, int size, int lineBytes) {
        int first = Long.numberOfTrailingZeros(active);
        long run = active >>> first;
        if (stride != size && run != 1 || (run & (run + 1)) != 0) {
            return false;
        }
        int n = Long.SIZE - Long.numberOfLeadingZeros(run);
        long start = from + stride * first;
        if (start < 0 || start > bound - (long) n * size || ((base + start) & (size - 1)) != 0) {
            return false;
        }
        count = 0;
        coalesceRun(base + start, first, n, size, lineBytes);
        return true;
    }

    /**
     * The line and the sectors of it that an access takes whose offsets are an arithmetic progression, if its lanes are consecutive
     * elements, lie within what is bound, and in one line.
     *
     * @param from as for {@link #coalesceRegular}, as are {@code stride} and {@code active}
     * @return the line's address, with a bit for each sector in those that are 0 of any line; -1 if it does not lie so, in which case
     *     {@link #coalesceRegular} has to be tried
     */
    static long line(AccessSite site, long from, long stride, long active, int lineBytes) {
        int first = Long.numberOfTrailingZeros(active);
        long run = active >>> first;
        if (stride != 1L << site.shift && run != 1 || (run & run + 1) != 0) {
            return -1;
        }
        int length = Long.SIZE - Long.numberOfLeadingZeros(run) << site.shift;
        return line(site, from + stride * first, length, lineBytes);
    }

    /** The same of {@code length} bytes from byte {@code start} on. */
    static long line(AccessSite site, long start, int length, int lineBytes) {
        long address = site.base + start;
        int within = (int) address & lineBytes - 1;
        int last = within + length - 1;
        if (start < 0 || start > site.size - length || (within & (1 << site.shift) - 1) != 0 || last >= lineBytes) {
            return -1;
        }
        return address - within + (2 << (last >>> SECTOR_SHIFT)) - (1 << (within >>> SECTOR_SHIFT));
    }

    private static int firstOutside(long bound, long[] offsets, long active, int size) {
        for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long offset = offsets[lane];
            if (offset < 0 || offset > bound - size) {
                return lane;
            }
        }
        return -1;
    }

    private void coalesceRun(long from, int lane, int n, int size, int lineBytes) {
        contiguous = true;
        firstLane = lane;
        firstAddress = from;
        int shift = Integer.numberOfTrailingZeros(size);
        long address = from;
        long end = from + ((long) n << shift);
        int at = lane;
        while (address < end) {
            long line = address & -lineBytes;
            int within = (int) (address - line);
            int length = (int) Math.min(end - address, lineBytes - within);
            Request request = add(line);
            request.sectors =
                    (short) ((2 << (within + length - 1 >>> SECTOR_SHIFT)) - (1 << (within >>> SECTOR_SHIFT)));
            if (masked) {
                request.addBytes(within, length);
            }
            bytes[count - 1] = length;
            int laneCount = length >> shift;
            lanes[count - 1] = -1L >>> (Long.SIZE - laneCount) << at;
            at += laneCount;
            address += length;
        }
    }

    private void coalesceLanes(long base, long[] offsets, long active, int size, int lineBytes) {
        contiguous = false;
        nextGeneration();
        long lastLine = -1;
        int last = -1;
        for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long address = base + offsets[lane];
            long line = address & -lineBytes;
            if (line != lastLine) {
                last = find(line);
                lastLine = line;
            }
            int offset = (int) (address - line);
            lanes[last] |= 1L << lane;
            if ((offset & size - 1) == 0) {
                touch(last, offset, ((1L << size) - 1) << offset);
            } else {
                int inLine = Math.min(size, lineBytes - offset);
                touch(last, offset, inLine);
                if (inLine < size) {
                    lastLine = line + lineBytes;
                    last = find(lastLine);
                    lanes[last] |= 1L << lane;
                    touch(last, 0, size - inLine);
                }
            }
        }
        finish();
    }

    /** Adds the bytes of an element, or of the part of it that lies in the line, which may be in two words. */
    private void touch(int k, int offset, int length) {
        for (int at = offset; at < offset + length; at++) {
            touch(k, at, 1L << at);
        }
    }

    /** Adds bytes of one sector, as bits of the word in which they lie. */
    private void touch(int k, int offset, long bits) {
        Request request = requests[k];
        request.sectors = (short) (request.sectors | 1 << (offset >>> SECTOR_SHIFT));
        masks[k * MASK_WORDS + (offset >>> 6)] |= bits;
    }

    /** Counts each request's bytes, and hands over the masks where they are needed. */
    private void finish() {
        for (int k = 0; k < count; k++) {
            int sum = 0;
            for (int word = 0; word < MASK_WORDS; word++) {
                long mask = masks[k * MASK_WORDS + word];
                if (mask != 0) {
                    sum += Long.bitCount(mask);
                    masks[k * MASK_WORDS + word] = 0;
                    if (masked) {
                        requests[k].addBytesOf(word, mask);
                    }
                }
            }
            bytes[k] = sum;
        }
    }

    private int find(long line) {
        int slot = (int) ((line >>> 5) * 0x9E3779B97F4A7C15L >>> TABLE_SHIFT);
        while (tableGeneration[slot] == generation) {
            if (tableLine[slot] == line) {
                return tableRequest[slot];
            }
            slot = (slot + 1) & TABLE - 1;
        }
        tableGeneration[slot] = generation;
        tableLine[slot] = line;
        tableRequest[slot] = count;
        add(line);
        return count - 1;
    }

    private Request add(long line) {
        Request request = pool.acquire();
        request.start(kind, line, 0, client, command, agent);
        lanes[count] = 0;
        requests[count++] = request;
        return request;
    }

    private void nextGeneration() {
        if (++generation == 0) {
            Arrays.fill(tableGeneration, 0);
            generation = 1;
        }
    }
}
