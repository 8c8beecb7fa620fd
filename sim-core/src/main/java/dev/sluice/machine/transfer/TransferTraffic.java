// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transfer engine's requests on their way out and back: counted, shown to observer and checker, sent in order. */
final class TransferTraffic {

    private static final int CLIENT = Client.all().indexOf(Client.TRANSFER);

    private final Component owner;
    private final RequestPool pool;
    private final Downstream down;
    private final OrderedSender readSender;
    private final OrderedSender writeSender;
    private final SimObserver observer;
    private final boolean observed;
    private final @Nullable AccessChecker checker;

    private long reads;
    private long writes;
    private long readBytes;
    private long writeBytes;
    private long sectors;

    /**
     * @param readCredit event of the owner when there is room for reads again
     * @param writeCredit event of the owner when there is room for writes again
     */
    TransferTraffic(
            Component owner,
            RequestPool pool,
            Downstream down,
            int readCredit,
            int writeCredit,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        this.owner = owner;
        this.pool = pool;
        this.down = down;
        this.readSender = new OrderedSender(owner, down, readCredit);
        this.writeSender = new OrderedSender(owner, down, writeCredit);
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.checker = checker;
    }

    /** Whether requests carry bytes. */
    boolean functional() {
        return pool.functional();
    }

    /** A request of a job without bytes yet. */
    Request acquire(int kind, long address, TransferJob job) {
        Request request = pool.acquire();
        request.start(kind, address, 0, CLIENT, job.command, job.agent);
        return request;
    }

    /** A request by its index. */
    Request get(int index) {
        return pool.get(index);
    }

    /** Sends a read whose reply is an event of the owner, with the request's index. */
    void sendRead(Request read, TransferJob job, int replyKind) {
        sendRead(read, job, replyKind, read.index);
    }

    /** Sends a read whose reply is an event of the owner. */
    void sendRead(Request read, TransferJob job, int replyKind, int replyArgument) {
        read.replyTo(owner, replyKind, replyArgument);
        countRead(read, job);
        if (observed) {
            observer.issue(owner.now(), owner.name(), read);
        }
        readSender.send(read);
    }

    /** Carries a read out at once; the caller gives it back. */
    void performRead(Request read, TransferJob job) {
        countRead(read, job);
        down.perform(read);
        if (checker != null && read.payload != null) {
            checker.read(read, job.meant);
        }
    }

    /** Carries a write out at once and gives it back. */
    void performWrite(Request write, TransferJob job) {
        countWrite(write, job);
        if (checker != null && write.payload != null) {
            checker.wrote(write);
        }
        down.perform(write);
        pool.release(write);
    }

    private void countRead(Request read, TransferJob job) {
        int size = read.byteCount();
        reads++;
        readBytes += size;
        job.bytesRead += size;
        sectors += read.sectorCount();
    }

    private void countWrite(Request write, TransferJob job) {
        int size = write.byteCount();
        writes++;
        writeBytes += size;
        job.bytesWritten += size;
        sectors += write.sectorCount();
    }

    /** A read's reply has come. */
    void answered(Request read, TransferJob job) {
        if (checker != null && read.payload != null) {
            checker.read(read, job.meant);
        }
        if (observed) {
            observer.complete(owner.now(), owner.name(), read);
        }
    }

    /** Gives all bytes of a write the version of its job. */
    void stamp(Request write, TransferJob job) {
        Payload payload = write.payload;
        if (payload != null) {
            for (int sector = 0; sector < Request.MAX_SECTORS; sector++) {
                payload.setVersion(sector, job.agent);
            }
        }
    }

    /** Sends a write whose reply is an event of the owner, with the request's index. */
    void sendWrite(Request write, TransferJob job, int replyKind) {
        sendWrite(write, job, replyKind, write.index);
    }

    /** Sends a write whose reply is an event of the owner. */
    void sendWrite(Request write, TransferJob job, int replyKind, int replyArgument) {
        write.replyTo(owner, replyKind, replyArgument);
        countWrite(write, job);
        if (checker != null && write.payload != null) {
            checker.wrote(write);
        }
        if (observed) {
            observer.issue(owner.now(), owner.name(), write);
        }
        writeSender.send(write);
    }

    /** A write has been taken over. */
    void completed(Request write) {
        if (observed) {
            observer.complete(owner.now(), owner.name(), write);
        }
        pool.release(write);
    }

    /** Gives a read back. */
    void release(Request read) {
        pool.release(read);
    }

    void onReadCredit() {
        readSender.onCredit();
    }

    void onWriteCredit() {
        writeSender.onCredit();
    }

    long reads() {
        return reads;
    }

    long writes() {
        return writes;
    }

    long readBytes() {
        return readBytes;
    }

    long writeBytes() {
        return writeBytes;
    }

    /** Sectors addressed by all requests so far. */
    long sectors() {
        return sectors;
    }

    void resetStatistics() {
        reads = 0;
        writes = 0;
        readBytes = 0;
        writeBytes = 0;
        sectors = 0;
    }

    /** The table of what waits for room on its way, for somebody who looks. */
    WaitingOnPaths view(Texts texts) {
        return new WaitingOnPaths(texts, List.of(readSender::first, writeSender::first));
    }

    void describeWaits(WaitGraph graph) {
        readSender.describeWaits(graph);
        writeSender.describeWaits(graph);
    }
}
