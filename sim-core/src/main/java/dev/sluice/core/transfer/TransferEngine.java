package dev.sluice.core.transfer;

import dev.sluice.core.engine.Audit;
import dev.sluice.core.engine.BandwidthServer;
import dev.sluice.core.engine.Component;
import dev.sluice.core.engine.Engine;
import dev.sluice.core.engine.WaitGraph;
import dev.sluice.core.memory.Client;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.Payload;
import dev.sluice.core.memory.Request;
import dev.sluice.core.memory.RequestPool;
import dev.sluice.core.observe.SimObserver;
import dev.sluice.core.stats.RunResult.TransferResult;
import dev.sluice.core.truth.AccessChecker;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The transfer (copy) engine: moves bytes between ranges of memory without a compute unit (seed 002, transfer DMA).
 *
 * <p>A job is cut into pieces along the destination's request boundaries. A piece reads its source, one request or two where
 * the source straddles a boundary, and becomes one write as soon as they have been answered; source and destination may be
 * aligned differently. Jobs that run at the same time take turns, a piece each. At most {@link TransferSpec#outstanding}
 * requests are under way and at most {@link TransferSpec#bytesPerCycle} bytes are moved per cycle, over all jobs.
 */
public final class TransferEngine extends Component {

    private static final int BEGIN = 0;
    private static final int PUMP = 1;
    private static final int READ_DONE = 2;
    private static final int WRITE_DONE = 3;
    private static final int READ_CREDIT = 4;
    private static final int WRITE_CREDIT = 5;

    private static final int NONE = -1;
    private static final int CLIENT = Client.all().indexOf(Client.TRANSFER);

    private final RequestPool pool;
    private final TransferSpec spec;
    private final TransferSender readSender;
    private final TransferSender writeSender;
    private final int pieceBytes;
    private final SimObserver observer;
    private final boolean observed;
    private final @Nullable AccessChecker checker;
    private final BandwidthServer mover;

    private @Nullable TransferJob[] jobs = new TransferJob[8];
    private int jobCount;
    private int turn;

    private final long[] pieceSource;
    private final long[] pieceDestination;
    private final int[] pieceSize;
    private final int[] pieceJob;
    private final int[] lowRead;
    private final int[] highRead;
    private final int[] pieceWrite;
    private final int[] readsPending;
    private final int[] freePieces;
    private int freePieceCount;
    private int underWay;
    private boolean pumpScheduled;

    private long started;
    private long ended;
    private long commands;
    private long reads;
    private long writes;
    private long readBytes;
    private long writeBytes;
    private long sectors;
    private long busyCycles;
    private long busySince;

    /**
     * @param down where the engine's requests go: memory by address, past L2, or L2 where the device's transfers are coherent
     */
    public TransferEngine(
            Engine engine,
            String name,
            RequestPool pool,
            TransferSpec spec,
            Downstream down,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.pool = pool;
        this.spec = spec;
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.checker = checker;
        this.readSender = new TransferSender(this, down, READ_CREDIT);
        this.writeSender = new TransferSender(this, down, WRITE_CREDIT);
        this.pieceBytes = Math.min(spec.requestBytes(), down.maxRequestBytes());
        this.mover = BandwidthServer.of(spec.bytesPerCycle(), 1);
        int pieces = spec.outstanding();
        pieceSource = new long[pieces];
        pieceDestination = new long[pieces];
        pieceSize = new int[pieces];
        pieceJob = new int[pieces];
        lowRead = new int[pieces];
        highRead = new int[pieces];
        pieceWrite = new int[pieces];
        readsPending = new int[pieces];
        freePieces = new int[pieces];
        for (int i = pieces - 1; i >= 0; i--) {
            freePieces[freePieceCount++] = i;
        }
    }

    /**
     * Begins a job now; its first request follows after {@link TransferSpec#startCycles}.
     *
     * @throws IllegalStateException if the job was started before
     */
    public void start(TransferJob job) {
        if (job.running || job.allIssued()) {
            throw new IllegalStateException("a transfer job runs once");
        }
        job.running = true;
        if (jobCount == jobs.length) {
            jobs = Arrays.copyOf(jobs, jobCount * 2);
        }
        int slot = 0;
        while (jobs[slot] != null) {
            slot++;
        }
        jobs[slot] = job;
        if (jobCount++ == 0) {
            busySince = now();
        }
        started++;
        commands++;
        wake(spec.startCycles(), BEGIN, slot);
    }

    /** What the engine did. */
    public TransferResult result() {
        return new TransferResult(commands, reads, writes, readBytes, writeBytes, busyCycles());
    }

    /** Sectors addressed by all requests so far. */
    public long sectors() {
        return sectors;
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        commands = 0;
        reads = 0;
        writes = 0;
        readBytes = 0;
        writeBytes = 0;
        sectors = 0;
        busyCycles = 0;
        busySince = now();
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case BEGIN -> {
                job(argument).begun = true;
                pump();
            }
            case PUMP -> {
                pumpScheduled = false;
                pump();
            }
            case READ_DONE -> readDone(argument);
            case WRITE_DONE -> writeDone(argument);
            case READ_CREDIT -> readSender.onCredit();
            case WRITE_CREDIT -> writeSender.onCredit();
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    private long busyCycles() {
        return busyCycles + (jobCount > 0 ? now() - busySince : 0);
    }

    /** Starts pieces, one job after the other, for as long as requests and bytes are left. */
    private void pump() {
        while (freePieceCount > 0 && underWay < spec.outstanding()) {
            int slot = nextJob();
            if (slot == NONE) {
                return;
            }
            long start = mover.nextStart(now());
            if (start > now()) {
                schedulePump(start - now());
                return;
            }
            TransferJob job = job(slot);
            long destination = job.destinations[job.region] + job.done;
            int room = pieceBytes - (int) (destination & (pieceBytes - 1));
            int size = (int) Math.min(room, job.sizes[job.region] - job.done);
            long source = job.sources[job.region] + job.done;
            int needed = job.kind == TransferJob.Kind.COPY && straddles(source, size) ? 2 : 1;
            if (underWay > 0 && underWay + needed > spec.outstanding()) {
                return;
            }
            turn = slot + 1;
            mover.reserve(now(), size);
            issue(job, slot, source, destination, size, needed);
        }
    }

    private boolean straddles(long source, int size) {
        return (source & (pieceBytes - 1)) + size > pieceBytes;
    }

    private void schedulePump(long delay) {
        if (!pumpScheduled) {
            pumpScheduled = true;
            wake(delay, PUMP, 0);
        }
    }

    private int nextJob() {
        if (jobCount == 0) {
            return NONE;
        }
        int n = jobs.length;
        for (int i = 0; i < n; i++) {
            int slot = turn + i;
            slot -= slot >= n ? n : 0;
            TransferJob job = jobs[slot];
            if (job != null && !job.allIssued() && job.begun) {
                return slot;
            }
        }
        return NONE;
    }

    private void issue(TransferJob job, int slot, long source, long destination, int size, int needed) {
        int piece = freePieces[--freePieceCount];
        pieceSource[piece] = source;
        pieceDestination[piece] = destination;
        pieceSize[piece] = size;
        pieceJob[piece] = slot;
        lowRead[piece] = NONE;
        highRead[piece] = NONE;
        job.underWay++;
        underWay += needed;
        if (job.kind == TransferJob.Kind.COPY) {
            readsPending[piece] = needed;
            int first = needed == 1 ? size : pieceBytes - (int) (source & (pieceBytes - 1));
            job.advance(size);
            lowRead[piece] = sendRead(job, piece, source, first);
            if (needed == 2) {
                highRead[piece] = sendRead(job, piece, source + first, size - first);
            }
        } else {
            long offset = job.done;
            job.advance(size);
            sendWrite(job, piece, offset);
        }
    }

    private int sendRead(TransferJob job, int piece, long address, int size) {
        Request read = pool.acquire();
        long base = address & -Request.SECTOR_BYTES;
        read.start(Request.READ, base, 0, CLIENT, job.command, job.agent);
        read.addBytes((int) (address - base), size);
        read.replyTo(this, READ_DONE, piece);
        reads++;
        readBytes += size;
        job.bytesRead += size;
        sectors += read.sectorCount();
        if (observed) {
            observer.issue(now(), name(), read);
        }
        readSender.send(read);
        return read.index;
    }

    private void readDone(int piece) {
        if (--readsPending[piece] > 0) {
            return;
        }
        TransferJob job = job(pieceJob[piece]);
        underWay -= highRead[piece] == NONE ? 0 : 1; // the write takes the place of one read
        answered(lowRead[piece]);
        if (highRead[piece] != NONE) {
            answered(highRead[piece]);
        }
        sendWrite(job, piece, 0);
        pump();
    }

    private void answered(int index) {
        Request read = pool.get(index);
        if (checker != null && read.payload != null) {
            checker.read(read);
        }
        if (observed) {
            observer.complete(now(), name(), read);
        }
    }

    private void sendWrite(TransferJob job, int piece, long offset) {
        Request write = pool.acquire();
        long destination = pieceDestination[piece];
        long base = destination & -Request.SECTOR_BYTES;
        int from = (int) (destination - base);
        int size = pieceSize[piece];
        write.start(Request.WRITE, base, 0, CLIENT, job.command, job.agent);
        write.addBytes(from, size);
        Payload payload = write.payload;
        if (payload != null) {
            for (int sector = 0; sector < Request.MAX_SECTORS; sector++) {
                payload.setVersion(sector, job.agent);
            }
            fillIn(payload.data, from, size, job, piece, offset);
        }
        releaseReads(piece);
        write.replyTo(this, WRITE_DONE, piece);
        pieceWrite[piece] = write.index;
        writes++;
        writeBytes += size;
        job.bytesWritten += size;
        sectors += write.sectorCount();
        if (checker != null && payload != null) {
            checker.wrote(write);
        }
        if (observed) {
            observer.issue(now(), name(), write);
        }
        writeSender.send(write);
    }

    private void fillIn(byte[] to, int from, int size, TransferJob job, int piece, long offset) {
        switch (job.kind) {
            case COPY -> {
                int first = Math.min(size, pieceBytes - (int) (pieceSource[piece] & (pieceBytes - 1)));
                copyOut(lowRead[piece], pieceSource[piece], to, from, first);
                if (highRead[piece] != NONE) {
                    copyOut(highRead[piece], pieceSource[piece] + first, to, from + first, size - first);
                }
            }
            case FILL -> {
                for (int i = 0; i < size; i++) {
                    to[from + i] = (byte) (job.pattern >> (8 * (int) (offset + i & 3)));
                }
            }
            case UPDATE -> System.arraycopy(job.data, (int) offset, to, from, size);
            default -> throw new IllegalStateException("kind " + job.kind);
        }
    }

    private void copyOut(int index, long address, byte[] to, int at, int size) {
        Request read = pool.get(index);
        Payload payload = read.payload;
        if (payload != null) {
            System.arraycopy(payload.data, (int) (address - read.address), to, at, size);
        }
    }

    private void releaseReads(int piece) {
        if (lowRead[piece] != NONE) {
            pool.release(pool.get(lowRead[piece]));
        }
        if (highRead[piece] != NONE) {
            pool.release(pool.get(highRead[piece]));
        }
    }

    private void writeDone(int piece) {
        Request write = pool.get(pieceWrite[piece]);
        if (observed) {
            observer.complete(now(), name(), write);
        }
        pool.release(write);
        int slot = pieceJob[piece];
        freePieces[freePieceCount++] = piece;
        underWay--;
        TransferJob job = job(slot);
        if (--job.underWay == 0 && job.allIssued()) {
            finish(job, slot);
        }
        pump();
    }

    private void finish(TransferJob job, int slot) {
        jobs[slot] = null;
        ended++;
        if (--jobCount == 0) {
            busyCycles += now() - busySince;
        }
        Component to = job.replyTo;
        if (to != null) {
            to.engine().schedule(to, 0, job.replyKind, job.replyArgument);
        }
    }

    private TransferJob job(int slot) {
        TransferJob job = jobs[slot];
        if (job == null) {
            throw new IllegalStateException(name() + ": no job in slot " + slot);
        }
        return job;
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "jobs", started, ended);
        audit.held(this, "requests", underWay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        readSender.describeWaits(graph);
        writeSender.describeWaits(graph);
    }
}
