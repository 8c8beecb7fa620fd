// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.device.TransferSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.result.Resource;
import dev.sluice.result.RunResult.TransferResult;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transfer (copy) engine: moves bytes between ranges of memory without a compute unit (Philip Taylor, Vulkan memory
 * dependencies, section GPU memory architecture).
 *
 * <p>A job is cut into pieces along the destination's request boundaries. A piece reads its source, one request or two where
 * the source straddles a boundary, and becomes one write as soon as they have been answered; source and destination may be
 * aligned differently. A piece of a job on texels has any number of reads and writes up to a limit. Jobs that run at the same time take turns, a piece each. At most {@link TransferSpec#outstanding}
 * requests are under way and at most {@link TransferSpec#bytesPerCycle} bytes are moved per cycle, over all jobs.
 */
public final class TransferEngine extends Component {

    private static final int BEGIN = 0;
    private static final int PUMP = 1;
    private static final int READ_DONE = 2;
    private static final int WRITE_DONE = 3;
    private static final int READ_CREDIT = 4;
    private static final int WRITE_CREDIT = 5;
    private static final int TEXELS_READ = 6;
    private static final int TEXELS_WRITTEN = 7;

    private static final int NONE = -1;

    private final TransferSpec spec;
    private final TransferTraffic traffic;
    private final ImagePieces imagePieces;
    private final int pieceBytes;
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

    /** Told when a job is given; null in most runs. */
    private @Nullable JobTable jobTable;

    private long started;
    private long ended;
    private long commands;
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
        this.spec = spec;
        this.traffic = new TransferTraffic(this, pool, down, READ_CREDIT, WRITE_CREDIT, observer, checker);
        this.pieceBytes = Math.min(spec.requestBytes(), down.maxRequestBytes());
        this.imagePieces = new ImagePieces(traffic, spec.outstanding(), pieceBytes, TEXELS_READ, TEXELS_WRITTEN);
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
        JobTable told = jobTable;
        if (told != null) {
            told.touch();
        }
        wake(spec.startCycles(), BEGIN, slot);
    }

    /** Adds how busy it is with bytes. */
    public void gauges(UsageMeter meter) {
        meter.add(Gauge.of(Resource.TRANSFER, name(), name(), (i, now) -> mover.busyCycles(now)));
    }

    /** The tables of what it holds, for somebody who looks between events. */
    public List<ViewTable> view(Texts texts) {
        JobTable made = new JobTable(texts, () -> jobs);
        jobTable = made;
        return List.of(made, traffic.view(texts));
    }

    /** Carries a job out at once, outside simulated time, while nothing is under way in the machine. */
    public void perform(TransferJob job) {
        commands++;
        new FunctionalTransfer(traffic, pieceBytes).perform(job);
    }

    /** What the engine did. */
    public TransferResult result() {
        return new TransferResult(
                commands, traffic.reads(), traffic.writes(), traffic.readBytes(), traffic.writeBytes(), busyCycles());
    }

    /** Sectors addressed by all requests so far. */
    public long sectors() {
        return traffic.sectors();
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        commands = 0;
        traffic.resetStatistics();
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
            case READ_CREDIT -> traffic.onReadCredit();
            case WRITE_CREDIT -> traffic.onWriteCredit();
            case TEXELS_READ -> {
                underWay--;
                imagePieces.readAnswered(argument, texels(job(imagePieces.slotOf(argument))));
                pump();
            }
            case TEXELS_WRITTEN -> {
                underWay--;
                int slot = imagePieces.writeAnswered(argument);
                if (slot != NONE) {
                    pieceDone(slot);
                }
                pump();
            }
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    private long busyCycles() {
        return busyCycles + (jobCount > 0 ? now() - busySince : 0);
    }

    /** Starts pieces, one job after the other, for as long as requests and bytes are left. */
    private void pump() {
        while (freePieceCount > 0 && underWay < spec.outstanding()) {
            if (imagePieces.waiting()) {
                underWay++;
                imagePieces.sendNext();
                continue;
            }
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
            if (job.kind == TransferJob.Kind.TEXELS) {
                turn = slot + 1;
                job.underWay++;
                mover.reserve(now(), imagePieces.begin(job, texels(job), slot));
                continue;
            }
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
        long base = address & -Request.SECTOR_BYTES;
        Request read = traffic.acquire(Request.READ, base, job);
        read.addBytes((int) (address - base), size);
        traffic.sendRead(read, job, READ_DONE, piece);
        return read.index;
    }

    private void readDone(int piece) {
        if (--readsPending[piece] > 0) {
            return;
        }
        TransferJob job = job(pieceJob[piece]);
        underWay -= highRead[piece] == NONE ? 0 : 1; // the write takes the place of one read
        traffic.answered(traffic.get(lowRead[piece]), job);
        if (highRead[piece] != NONE) {
            traffic.answered(traffic.get(highRead[piece]), job);
        }
        sendWrite(job, piece, 0);
        pump();
    }

    private void sendWrite(TransferJob job, int piece, long offset) {
        long destination = pieceDestination[piece];
        long base = destination & -Request.SECTOR_BYTES;
        Request write = traffic.acquire(Request.WRITE, base, job);
        int from = (int) (destination - base);
        int size = pieceSize[piece];
        write.addBytes(from, size);
        Payload payload = write.payload;
        if (payload != null) {
            traffic.stamp(write, job);
            fillIn(payload.writable(), from, size, job, piece, offset);
        }
        releaseReads(piece);
        pieceWrite[piece] = write.index;
        traffic.sendWrite(write, job, WRITE_DONE, piece);
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
            case TEXELS -> throw new IllegalStateException("texels are not made here");
            default -> throw new IllegalStateException("kind " + job.kind);
        }
    }

    private void copyOut(int index, long address, byte[] to, int at, int size) {
        Request read = traffic.get(index);
        Payload payload = read.payload;
        if (payload != null) {
            System.arraycopy(payload.data(), (int) (address - read.address), to, at, size);
        }
    }

    private void releaseReads(int piece) {
        if (lowRead[piece] != NONE) {
            traffic.release(traffic.get(lowRead[piece]));
        }
        if (highRead[piece] != NONE) {
            traffic.release(traffic.get(highRead[piece]));
        }
    }

    private void writeDone(int piece) {
        traffic.completed(traffic.get(pieceWrite[piece]));
        freePieces[freePieceCount++] = piece;
        underWay--;
        pieceDone(pieceJob[piece]);
        pump();
    }

    private void pieceDone(int slot) {
        TransferJob job = job(slot);
        if (--job.underWay == 0 && job.allIssued()) {
            finish(job, slot);
        }
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

    private static TexelWork texels(TransferJob job) {
        TexelWork work = job.texels;
        if (work == null) {
            throw new IllegalStateException("a job without texels");
        }
        return work;
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "jobs", started, ended);
        audit.held(this, "requests", underWay);
        audit.held(this, "pieces", imagePieces.held());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        traffic.describeWaits(graph);
    }
}
