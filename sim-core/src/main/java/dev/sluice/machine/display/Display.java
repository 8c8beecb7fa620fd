// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

import dev.sluice.device.Client;
import dev.sluice.device.DisplaySpec;
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
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.program.image.Surface;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The display: scans presented images out, one after the other, at a fixed pace.
 *
 * <p>Reads every pixel of level 0, layer 0, in the order of {@link ScanPath}, with at most {@link DisplaySpec#outstanding} reads
 * under way; slow memory delays the pixels that follow. What it shows is whatever bytes the reads bring.
 */
public final class Display extends Component {

    private static final int PUMP = 0;
    private static final int READ_DONE = 1;
    private static final int CREDIT = 2;
    private static final int NEXT = 3;

    private static final int CLIENT = Client.all().indexOf(Client.DISPLAY);
    private static final byte[] NO_PIXELS = {};

    /** An image to show, and who waits for it. */
    private record ScanOut(
            Surface surface,
            int command,
            int agent,
            @Nullable TearingCheck tearing,
            Component replyTo,
            int replyKind,
            int replyArgument) {}

    private final RequestPool pool;
    private final DisplaySpec spec;
    private final Downstream down;
    private final int requestBytes;
    private final SimObserver observer;
    private final boolean observed;
    private final @Nullable AccessChecker checker;
    private final Queue<ScanOut> queue = new ArrayDeque<>();

    private @Nullable ScanOut current;
    private @Nullable ScanPath path;
    private @Nullable BandwidthServer pace;
    private @Nullable TornBytes torn;
    private @Nullable Request blocked;
    private int underWay;
    private boolean pumpScheduled;
    private byte[] frame = NO_PIXELS;
    private List<TornRun> lastTorn = List.of();
    private @Nullable String checksum;

    private long started;
    private long ended;
    private long presents;
    private long bytesRead;
    private long requests;
    private long sectors;
    private long tornBytes;
    private long busyCycles;
    private long busySince;

    /** @param down where reads go: past the caches, or into the one that the device's display shares */
    public Display(
            Engine engine,
            String name,
            RequestPool pool,
            DisplaySpec spec,
            Downstream down,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.pool = pool;
        this.spec = spec;
        this.down = down;
        this.requestBytes = Math.min(Request.MAX_BYTES, down.maxRequestBytes());
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.checker = checker;
    }

    /**
     * Shows an image as soon as those before it have been shown.
     *
     * @param command index for attribution, -1 for none
     * @param agent the presentation
     * @param tearing tells writes that are not ordered before the presentation, or null to look for none
     * @param replyTo who learns, by an event, that the last pixel has been read; {@link #torn()} and {@link #frame()} then speak of
     *     this image until the event is over
     * @throws IllegalArgumentException if the image is multisampled or has more than 2 GiB of pixels
     */
    public void scanOut(
            Surface surface,
            int command,
            int agent,
            @Nullable TearingCheck tearing,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        if (surface.spec().samples() > 1) {
            throw new IllegalArgumentException("image " + surface.name() + " is multisampled and cannot be shown");
        }
        if (new ScanPath(surface, requestBytes).bytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("image " + surface.name() + " is too large to be shown");
        }
        started++;
        queue.add(new ScanOut(surface, command, agent, tearing, replyTo, replyKind, replyArgument));
        if (current == null && queue.size() == 1) {
            busySince = now();
            wake(0, NEXT, 0);
        }
    }

    /** What the display did. */
    public DisplayResult result() {
        long cycles = busyCycles + (started > ended ? now() - busySince : 0);
        return new DisplayResult(presents, bytesRead, requests, cycles, checksum, tornBytes);
    }

    /** The table of what waits to be sent, for somebody who looks between events. */
    public ViewTable view(Texts texts) {
        return new WaitingOnPaths(texts, List.of(() -> blocked));
    }

    /** Sectors addressed by all reads so far. */
    public long sectors() {
        return sectors;
    }

    /** Bytes shown by the last completed scan-out that were written by writes not ordered before its presentation. */
    public List<TornRun> torn() {
        return lastTorn;
    }

    /** The pixels shown last, row after row without gaps; empty before the first image and in a run without bytes. */
    public byte[] frame() {
        return frame;
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        presents = 0;
        bytesRead = 0;
        requests = 0;
        sectors = 0;
        tornBytes = 0;
        busyCycles = 0;
        busySince = now();
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case PUMP -> {
                pumpScheduled = false;
                pump();
            }
            case READ_DONE -> readDone(pool.get(argument));
            case CREDIT -> credit();
            case NEXT -> begin();
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    private void begin() {
        ScanOut scan = queue.remove();
        ScanPath way = new ScanPath(scan.surface(), requestBytes);
        current = scan;
        path = way;
        TearingCheck tearing = scan.tearing();
        torn = tearing == null ? null : new TornBytes(tearing);
        long cycles = Math.max(spec.frameCycles(), -Math.floorDiv(-way.bytes(), spec.bytesPerCycle()));
        pace = BandwidthServer.of(way.bytes(), cycles);
        if (pool.functional() && frame.length != way.bytes()) {
            frame = new byte[(int) way.bytes()];
        }
        pump();
    }

    /** Reads for as long as the pace and the reads under way allow. */
    private void pump() {
        ScanPath way = path;
        BandwidthServer server = pace;
        ScanOut scan = current;
        if (way == null || server == null || scan == null) {
            return;
        }
        while (!way.ended() && blocked == null && underWay < spec.outstanding()) {
            long start = server.nextStart(now());
            if (start > now()) {
                if (!pumpScheduled) {
                    pumpScheduled = true;
                    wake(start - now(), PUMP, 0);
                }
                return;
            }
            Request read = pool.acquire();
            read.start(Request.READ, 0, 0, CLIENT, scan.command(), scan.agent());
            read.flags = Request.IMAGE;
            int size = way.next(read);
            if (size == 0) {
                pool.release(read);
                continue;
            }
            server.reserve(now(), size);
            send(read, size);
        }
        if (way.ended() && underWay == 0) {
            finish(scan);
        }
    }

    private void send(Request read, int size) {
        read.replyTo(this, READ_DONE, read.index);
        underWay++;
        requests++;
        bytesRead += size;
        sectors += read.sectorCount();
        if (observed) {
            observer.issue(now(), name(), read);
        }
        if (!down.trySend(read)) {
            blocked = read;
            down.await(read, this, CREDIT, 0);
        }
    }

    private void credit() {
        Request read = blocked;
        if (read != null) {
            blocked = null;
            down.sendAwaited(read);
        }
        pump();
    }

    private void readDone(Request read) {
        Payload payload = read.payload;
        if (payload != null) {
            if (checker != null) {
                checker.read(read);
            }
            if (path != null) {
                path.show(read, payload.data(), frame);
            }
            if (torn != null) {
                torn.look(read, payload);
            }
        }
        if (observed) {
            observer.complete(now(), name(), read);
        }
        pool.release(read);
        underWay--;
        pump();
    }

    private void finish(ScanOut scan) {
        current = null;
        path = null;
        pace = null;
        presents++;
        ended++;
        if (pool.functional()) {
            CRC32 crc = new CRC32();
            crc.update(frame);
            checksum = String.format("%08x", crc.getValue());
        }
        lastTorn = torn == null ? List.of() : torn.runs();
        tornBytes += torn == null ? 0 : torn.total();
        torn = null;
        Component to = scan.replyTo();
        to.engine().schedule(to, 0, scan.replyKind(), scan.replyArgument());
        if (queue.isEmpty()) {
            busyCycles += now() - busySince;
        } else {
            wake(0, NEXT, 0); // after the reply, so that whoever waits for this image finds what it showed
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "scan-outs", started, ended);
        audit.held(this, "reads", underWay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        if (blocked != null) {
            down.describeWaits(graph);
        }
    }
}
