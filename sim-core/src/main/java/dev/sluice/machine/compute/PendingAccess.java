// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.kernel.ElementType;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One instruction's access until all of its requests are answered: which lane's bytes lie where. */
final class PendingAccess {

    private static final long[] NONE = new long[0];

    /** This object's place in its pool: the operand of events. */
    final int index;

    @Nullable
    Wave wave;

    int serial;

    @Nullable
    DispatchJob job;
    /** READ, WRITE or ATOMIC of {@link Request}. */
    int kind;

    ElementType type = ElementType.U32;
    /** Elements that a lane takes: more than one of a vector. */
    private int width = 1;
    /** Bytes that a lane takes. */
    private int size = type.size();

    /** What a read means of the texels of an image. */
    MeantTexels meant = MeantTexels.ALL;
    /** The register to fill, -1 for none. */
    int destination;
    /** Requests that are not answered. */
    int outstanding;

    /** Whether anybody reads the register. */
    private boolean delivers;

    private boolean contiguous;
    private int firstLane;
    private long firstAddress;
    private int lineBytes;
    /** By lane, where they are not contiguous. */
    private long[] addresses = NONE;
    /** Lanes whose elements lie in two lines, put together from two replies. */
    private long split;

    private long[] partial = NONE;

    PendingAccess(int index) {
        this.index = index;
    }

    void start(Wave owner, DispatchJob on, AccessSite site, int register) {
        wave = owner;
        serial = owner.serial;
        job = on;
        kind = site.kind;
        type = site.type;
        width = site.width;
        size = 1 << site.shift;
        meant = site.meant;
        destination = register;
        outstanding = 0;
        split = 0;
        delivers = destination >= 0 && owner.interpreter().delivers(destination);
    }

    /** Remembers where each lane's element lies. */
    void locate(Coalescer coalescer, long base, long[] offsets, long active, int line) {
        contiguous = coalescer.contiguous;
        firstLane = coalescer.firstLane;
        firstAddress = coalescer.firstAddress;
        lineBytes = line;
        if (!contiguous) {
            if (addresses.length == 0) {
                addresses = new long[WaveInterpreter.MAX_WAVE_SIZE];
            }
            int end = Long.SIZE - Long.numberOfLeadingZeros(active);
            for (int lane = Long.numberOfTrailingZeros(active); lane < end; lane++) {
                addresses[lane] = base + offsets[lane];
            }
        }
    }

    Wave wave() {
        Wave owner = wave;
        if (owner == null) {
            throw new IllegalStateException("access " + index + " belongs to no wave");
        }
        return owner;
    }

    DispatchJob job() {
        DispatchJob own = job;
        if (own == null) {
            throw new IllegalStateException("access " + index + " belongs to no dispatch");
        }
        return own;
    }

    /** Gives up what it refers to, so that a pooled object keeps nothing alive. */
    void clear() {
        wave = null;
        job = null;
    }

    /**
     * Takes the lanes' elements out of a load's reply.
     *
     * @param scratch as many bytes as a request may have
     */
    void take(Request request, Payload payload, long lanes, byte[] scratch) {
        if (!delivers) {
            return;
        }
        WaveInterpreter interpreter = wave().interpreter();
        if (contiguous) {
            int lane = Long.numberOfTrailingZeros(lanes);
            int offset = (int) (firstAddress - request.address) + (lane - firstLane) * size;
            takeRun(payload, scratch, lane, Long.bitCount(lanes), offset);
            return;
        }
        if (width > 1) {
            takeVectors(request, payload, lanes);
            return;
        }
        long whole = 0;
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            int offset = (int) (addresses[lane] - request.address);
            if (offset >= 0 && offset + size <= lineBytes) {
                // nobody needs the lane's address any more
                addresses[lane] = payload.read(offset, size);
                whole |= 1L << lane;
            } else {
                takePart(payload, lane, lane, offset, size);
            }
        }
        interpreter.deliver(destination, whole, addresses);
    }

    /** Takes vectors, component by component. */
    private void takeVectors(Request request, Payload payload, long lanes) {
        WaveInterpreter interpreter = wave().interpreter();
        int each = type.size();
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            int offset = (int) (addresses[lane] - request.address);
            if (offset >= 0 && offset + size <= lineBytes) {
                for (int i = 0; i < width; i++) {
                    interpreter.deliver(destination, i, lane, payload.read(offset + i * each, each));
                }
            } else {
                for (int i = 0; i < width; i++) {
                    takePart(payload, lane, i * WaveInterpreter.MAX_WAVE_SIZE + lane, offset + i * each, each);
                }
            }
        }
    }

    /** Takes elements that follow one another. */
    private void takeRun(Payload payload, byte[] scratch, int lane, int count, int offset) {
        WaveInterpreter interpreter = wave().interpreter();
        if (payload.runs(offset, count * size)) {
            int sector = offset / Request.SECTOR_BYTES;
            int at = payload.offset(sector) + offset % Request.SECTOR_BYTES;
            interpreter.deliverRun(destination, lane, count, payload.bytes(sector), at);
            return;
        }
        payload.copyTo(scratch, offset, count * size);
        interpreter.deliverRun(destination, lane, count, scratch, 0);
    }

    /** Takes what lies in this line of an element of {@code bytes}, {@code at} its place among those. */
    private void takePart(Payload payload, int lane, int at, int offset, int bytes) {
        if (partial.length < width * WaveInterpreter.MAX_WAVE_SIZE) {
            partial = Arrays.copyOf(partial, width * WaveInterpreter.MAX_WAVE_SIZE);
        }
        if ((split >>> lane & 1) == 0) {
            split |= 1L << lane;
            for (int i = 0; i < width; i++) {
                partial[i * WaveInterpreter.MAX_WAVE_SIZE + lane] = 0;
            }
        }
        for (int i = Math.max(0, -offset); i < bytes && offset + i < lineBytes; i++) {
            partial[at] |= (payload.value(offset + i) & 0xFFL) << (i << 3);
        }
    }

    /** Takes what each lane of an atomic read before its own update. */
    void take(AtomicOperands atomics) {
        WaveInterpreter interpreter = wave().interpreter();
        for (int i = 0; i < atomics.count; i++) {
            interpreter.deliver(destination, atomics.lanes[i], atomics.results[i]);
        }
    }

    /** Hands over the elements that came in two parts, once all replies are there. */
    void deliverSplit() {
        for (long rest = split; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            for (int i = 0; i < width; i++) {
                wave().interpreter().deliver(destination, i, lane, partial[i * WaveInterpreter.MAX_WAVE_SIZE + lane]);
            }
        }
    }

    /**
     * Puts the lanes' values, with the writer's version, into a store's payload, if they are whole sectors one after the other.
     *
     * @return whether they are; if not, nothing has changed
     */
    boolean putWhole(Request request, Payload payload, long lanes, WaveInterpreter from) {
        if (!contiguous || request.wholeSectors() != request.sectors) {
            return false;
        }
        int lane = Long.numberOfTrailingZeros(lanes);
        int count = Long.bitCount(lanes);
        int sector = ((int) (firstAddress - request.address) + (lane - firstLane) * size) / Request.SECTOR_BYTES;
        if (!payload.begin(sector, count * size / Request.SECTOR_BYTES, request.agent)) {
            return false;
        }
        from.storeRun(lane, count, payload.bytes(sector), payload.offset(sector));
        return true;
    }

    /** Puts the lanes' values into a store's payload, in lane order: on the same byte the later lane wins. */
    void put(Request request, Payload payload, long lanes, WaveInterpreter from) {
        byte[] data = payload.writable();
        if (width > 1) {
            putVectors(request, data, lanes, from);
            return;
        }
        long[] values = from.values();
        if (contiguous) {
            int lane = Long.numberOfTrailingZeros(lanes);
            int end = Long.SIZE - Long.numberOfLeadingZeros(lanes);
            int offset = (int) (firstAddress - request.address) + (lane - firstLane) * size;
            LittleEndian.write(data, offset, size, values, lane, end);
            return;
        }
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            int offset = (int) (addresses[lane] - request.address);
            if (offset >= 0 && offset + size <= lineBytes) {
                LittleEndian.write(data, offset, size, values[lane]);
            } else {
                putPart(data, offset, size, values[lane]);
            }
        }
    }

    /** Puts what lies in this line of an element of {@code bytes}. */
    private void putPart(byte[] data, int offset, int bytes, long value) {
        for (int i = Math.max(0, -offset); i < bytes && offset + i < lineBytes; i++) {
            data[offset + i] = (byte) (value >>> (i << 3));
        }
    }

    /** Puts vectors, component by component: those of two lanes are at one place or have no byte in common. */
    private void putVectors(Request request, byte[] data, long lanes, WaveInterpreter from) {
        int each = type.size();
        if (contiguous) {
            int lane = Long.numberOfTrailingZeros(lanes);
            int offset = (int) (firstAddress - request.address) + (lane - firstLane) * size;
            from.storeRun(lane, Long.bitCount(lanes), data, offset);
            return;
        }
        for (int i = 0; i < width; i++) {
            long[] values = from.values(i);
            for (long rest = lanes; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                putPart(data, (int) (addresses[lane] - request.address) + i * each, each, values[lane]);
            }
        }
    }

    /** Writes the lanes' operands, in lane order. */
    void put(Request request, AtomicOperands atomics, long lanes, long[] operands, long[] compares) {
        atomics.clear(Long.bitCount(lanes));
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long address = contiguous ? firstAddress + (long) (lane - firstLane) * size : addresses[lane];
            atomics.add((int) (address - request.address), operands[lane], compares[lane], lane);
        }
    }
}
