// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.machine.request.Request;

/**
 * The pieces of jobs on texels that are under way in the {@link TransferEngine}, and the order in which their requests go out:
 * those of the piece that could send first, all of them before those of the next.
 */
final class ImagePieces {

    private static final int NONE = -1;

    private final TransferTraffic traffic;
    private final int chunkBytes;
    private final int readDone;
    private final int writeDone;
    private final ImagePiece[] pieces;
    private final int[] free;
    private int freeCount;
    private int made;
    /** Pieces with requests to send, a ring. */
    private final int[] queue;

    private int first;
    private int queued;

    /**
     * @param count the most requests under way, and so the most pieces
     * @param readDone event of a read's reply, with the request's index
     * @param writeDone event of a write's reply, with the request's index
     */
    ImagePieces(TransferTraffic traffic, int count, int chunkBytes, int readDone, int writeDone) {
        this.traffic = traffic;
        this.chunkBytes = chunkBytes;
        this.readDone = readDone;
        this.writeDone = writeDone;
        this.pieces = new ImagePiece[count];
        this.free = new int[count];
        this.queue = new int[count];
    }

    /** Whether a request could be sent. */
    boolean waiting() {
        return queued > 0;
    }

    /** Pieces under way. */
    int held() {
        return made - freeCount;
    }

    /** Sends the next request. */
    void sendNext() {
        if (!pieces[queue[first]].sendNext(readDone, writeDone)) {
            first = first + 1 == queue.length ? 0 : first + 1;
            queued--;
        }
    }

    /** Plans a job's next piece; returns the bytes that it moves. */
    long begin(TransferJob job, TexelWork work, int slot) {
        if (freeCount == 0) {
            pieces[made] = new ImagePiece(made, traffic, chunkBytes, job);
            free[freeCount++] = made++;
        }
        ImagePiece piece = pieces[free[--freeCount]];
        piece.begin(job, slot);
        work.plan(piece);
        long bytes = piece.bytes();
        if (piece.complete()) {
            piece.turnToWrites(work);
        }
        enqueue(piece);
        return bytes;
    }

    private void enqueue(ImagePiece piece) {
        int at = first + queued++;
        queue[at < queue.length ? at : at - queue.length] = piece.index;
    }

    /** The slot of the job that a request of a piece belongs to. */
    int slotOf(int request) {
        return pieces[traffic.get(request).tag].slot;
    }

    /** A read was answered. */
    void readAnswered(int request, TexelWork work) {
        Request read = traffic.get(request);
        ImagePiece piece = pieces[read.tag];
        piece.readAnswered(read);
        if (piece.complete()) {
            piece.turnToWrites(work);
            enqueue(piece);
        }
    }

    /** A write was taken over; the slot of the job whose piece this completes, or -1. */
    int writeAnswered(int request) {
        Request write = traffic.get(request);
        ImagePiece piece = pieces[write.tag];
        if (!piece.writeAnswered(write)) {
            return NONE;
        }
        free[freeCount++] = piece.index;
        return piece.slot;
    }
}
