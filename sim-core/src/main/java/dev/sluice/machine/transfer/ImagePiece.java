// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/**
 * A part of a job on texels: the requests that read what it needs and those that write what it makes.
 *
 * <p>Bytes are gathered by aligned blocks of a request's length, a request for each; so the rows of a tile are one request.
 * Used again and again.
 */
final class ImagePiece {

    /** The most requests that a piece reads, or writes, with. */
    static final int MAX_REQUESTS = 32;

    /** Its place among the engine's pieces. */
    final int index;

    private final TransferTraffic traffic;
    private final int chunkBytes;
    private final Request[] reads = new Request[MAX_REQUESTS];
    private final Request[] writes = new Request[MAX_REQUESTS];
    private int readCount;
    private int writeCount;
    private int lastRead;
    private int lastWrite;
    private int sent;
    private int answered;
    private boolean writing;

    /** The slot of the piece's job. */
    int slot;

    /** Which texels, as far as the job's work has to remember: region or clear, and the block's origin in it. */
    int region;

    int x;
    int y;
    int z;
    /** Columns of the block. */
    int width;
    /** Texels of the block, row after row: from this one up to {@link #to}. */
    int from;

    int to;
    /** First address, of a piece without a block. */
    long first;

    private TransferJob job;

    ImagePiece(int index, TransferTraffic traffic, int chunkBytes, TransferJob first) {
        this.index = index;
        this.traffic = traffic;
        this.chunkBytes = chunkBytes;
        this.job = first;
    }

    void begin(TransferJob forJob, int jobSlot) {
        job = forJob;
        slot = jobSlot;
        readCount = 0;
        writeCount = 0;
        lastRead = 0;
        lastWrite = 0;
        sent = 0;
        answered = 0;
        writing = false;
    }

    /** Bytes of the longest request. */
    int chunkBytes() {
        return chunkBytes;
    }

    /** Whether so many further requests of each kind fit. */
    boolean hasRoom(int requests) {
        return readCount + requests <= MAX_REQUESTS && writeCount + requests <= MAX_REQUESTS;
    }

    /** Adds bytes to read. */
    void read(long address, int size, boolean image) {
        long at = address;
        long end = address + size;
        while (at < end) {
            int n = (int) Math.min(end - at, chunkBytes - (at & chunkBytes - 1));
            lastRead = find(reads, readCount, lastRead, at);
            if (lastRead == readCount) {
                reads[readCount++] = open(Request.READ, at, image);
            }
            Request request = reads[lastRead];
            request.addBytes((int) (at - request.address), n);
            at += n;
        }
    }

    /** Adds bytes to write. */
    void write(long address, int size, boolean image) {
        long at = address;
        long end = address + size;
        while (at < end) {
            int n = (int) Math.min(end - at, chunkBytes - (at & chunkBytes - 1));
            lastWrite = find(writes, writeCount, lastWrite, at);
            if (lastWrite == writeCount) {
                writes[writeCount++] = open(Request.WRITE, at, image);
            }
            Request request = writes[lastWrite];
            request.addBytes((int) (at - request.address), n);
            at += n;
        }
    }

    private Request open(int kind, long address, boolean image) {
        Request request = traffic.acquire(kind, address & -chunkBytes, job);
        request.flags = (byte) (image ? Request.IMAGE : 0);
        request.tag = index;
        return request;
    }

    /** The place of the request for an address, most likely the last one found; {@code count} if there is none. */
    private int find(Request[] list, int count, int last, long address) {
        long chunk = address & -chunkBytes;
        if (last < count && list[last].address == chunk) {
            return last;
        }
        for (int i = count - 1; i >= 0; i--) {
            if (list[i].address == chunk) {
                return i;
            }
        }
        return count;
    }

    /** Copies bytes that were read to where they are written. */
    void move(long source, long destination, int size) {
        int done = 0;
        while (done < size) {
            Request from = answer(source + done);
            Request into = target(destination + done);
            int at = (int) (source + done - from.address);
            int put = (int) (destination + done - into.address);
            int n = Math.min(size - done, chunkBytes - Math.max(at, put));
            System.arraycopy(payload(from).data(), at, payload(into).writable(), put, n);
            done += n;
        }
    }

    /** Copies bytes that were read into an array. */
    void fetch(long address, int size, byte[] to) {
        int done = 0;
        while (done < size) {
            Request from = answer(address + done);
            int at = (int) (address + done - from.address);
            int n = Math.min(size - done, chunkBytes - at);
            System.arraycopy(payload(from).data(), at, to, done, n);
            done += n;
        }
    }

    /** Copies bytes of an array to where they are written. */
    void put(long address, int size, byte[] from) {
        int done = 0;
        while (done < size) {
            Request into = target(address + done);
            int at = (int) (address + done - into.address);
            int n = Math.min(size - done, chunkBytes - at);
            System.arraycopy(from, done, payload(into).writable(), at, n);
            done += n;
        }
    }

    /** Repeats the first {@code period} bytes of an array, from byte {@code phase} on, over what one request writes. */
    void repeat(long address, int size, byte[] pattern, int period, int phase) {
        Request into = target(address);
        byte[] data = payload(into).writable();
        int at = (int) (address - into.address);
        int filled = Math.min(period, size);
        for (int i = 0; i < filled; i++) {
            data[at + i] = pattern[(phase + i) % period];
        }
        while (filled < size) {
            int n = Math.min(filled, size - filled);
            System.arraycopy(data, at, data, at + filled, n);
            filled += n;
        }
    }

    private Request answer(long address) {
        lastRead = find(reads, readCount, lastRead, address);
        if (lastRead == readCount) {
            throw new IllegalStateException("a piece has not read address " + address);
        }
        return reads[lastRead];
    }

    private Request target(long address) {
        lastWrite = find(writes, writeCount, lastWrite, address);
        if (lastWrite == writeCount) {
            throw new IllegalStateException("a piece does not write address " + address);
        }
        return writes[lastWrite];
    }

    private static Payload payload(Request request) {
        Payload payload = request.payload;
        if (payload == null) {
            throw new IllegalStateException("a request without bytes");
        }
        return payload;
    }

    /** Bytes to be read or written, whichever are more. */
    long bytes() {
        long read = 0;
        for (int i = 0; i < readCount; i++) {
            read += reads[i].byteCount();
        }
        long written = 0;
        for (int i = 0; i < writeCount; i++) {
            written += writes[i].byteCount();
        }
        return Math.max(read, written);
    }

    /** Whether all reads have been answered, so that the writes can be made. */
    boolean complete() {
        return answered == readCount;
    }

    /** Sends the next read, or write once all reads were answered; tells whether more are left to send. */
    boolean sendNext(int readDone, int writeDone) {
        if (writing) {
            Request write = writes[sent++];
            traffic.sendWrite(write, job, writeDone);
            return sent < writeCount;
        }
        Request read = reads[sent++];
        traffic.sendRead(read, job, readDone);
        return sent < readCount;
    }

    /** Carries the piece out at once. */
    void perform(TexelWork work) {
        for (int i = 0; i < readCount; i++) {
            traffic.performRead(reads[i], job);
        }
        turnToWrites(work);
        for (int i = 0; i < writeCount; i++) {
            traffic.performWrite(writes[i], job);
        }
    }

    /** A read was answered. */
    void readAnswered(Request read) {
        traffic.answered(read, job);
        answered++;
    }

    /** All reads were answered: makes the bytes to write and gives the reads back. */
    void turnToWrites(TexelWork work) {
        if (traffic.functional()) {
            work.compute(this);
            for (int i = 0; i < writeCount; i++) {
                traffic.stamp(writes[i], job);
            }
        }
        for (int i = 0; i < readCount; i++) {
            traffic.release(reads[i]);
        }
        sent = 0;
        answered = 0;
        writing = true;
    }

    /** A write was taken over; tells whether it was the last. */
    boolean writeAnswered(Request write) {
        traffic.completed(write);
        return ++answered == writeCount;
    }
}
