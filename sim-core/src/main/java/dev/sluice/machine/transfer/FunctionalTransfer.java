// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** Carries jobs out at once, outside simulated time, by the requests that the engine would send. */
final class FunctionalTransfer {

    private final TransferTraffic traffic;
    private final int pieceBytes;
    private final byte[] bytes;

    FunctionalTransfer(TransferTraffic traffic, int pieceBytes) {
        this.traffic = traffic;
        this.pieceBytes = pieceBytes;
        this.bytes = new byte[pieceBytes];
    }

    void perform(TransferJob job) {
        TexelWork work = job.texels;
        if (work != null) {
            texels(job, work);
            return;
        }
        for (int region = 0; region < job.sizes.length; region++) {
            long done = 0;
            while (done < job.sizes[region]) {
                long destination = job.destinations[region] + done;
                int room = pieceBytes - (int) (destination & (pieceBytes - 1));
                int size = (int) Math.min(room, job.sizes[region] - done);
                gather(job, region, done, size);
                write(job, destination, size);
                done += size;
            }
        }
    }

    private void texels(TransferJob job, TexelWork work) {
        ImagePiece piece = new ImagePiece(0, traffic, pieceBytes, job);
        while (!work.exhausted()) {
            piece.begin(job, 0);
            work.plan(piece);
            piece.perform(work);
        }
    }

    private void gather(TransferJob job, int region, long done, int size) {
        switch (job.kind) {
            case COPY -> {
                long source = job.sources[region] + done;
                int first = Math.min(size, pieceBytes - (int) (source & (pieceBytes - 1)));
                read(job, source, 0, first);
                if (first < size) {
                    read(job, source + first, first, size - first);
                }
            }
            case FILL -> {
                for (int i = 0; i < size; i++) {
                    bytes[i] = (byte) (job.pattern >> 8 * (int) (done + i & 3));
                }
            }
            case UPDATE -> System.arraycopy(job.data, (int) done, bytes, 0, size);
            case TEXELS -> throw new IllegalStateException("texels are not made here");
        }
    }

    private void read(TransferJob job, long address, int into, int size) {
        long base = address & -Request.SECTOR_BYTES;
        int from = (int) (address - base);
        Request read = traffic.acquire(Request.READ, base, job);
        read.addBytes(from, size);
        traffic.performRead(read, job);
        Payload payload = read.payload;
        if (payload != null) {
            for (int i = 0; i < size; i++) {
                bytes[into + i] = payload.value(from + i);
            }
        }
        traffic.release(read);
    }

    private void write(TransferJob job, long address, int size) {
        long base = address & -Request.SECTOR_BYTES;
        int from = (int) (address - base);
        Request write = traffic.acquire(Request.WRITE, base, job);
        write.addBytes(from, size);
        Payload payload = write.payload;
        if (payload != null) {
            traffic.stamp(write, job);
            System.arraycopy(bytes, 0, payload.writable(), from, size);
        }
        traffic.performWrite(write, job);
    }
}
