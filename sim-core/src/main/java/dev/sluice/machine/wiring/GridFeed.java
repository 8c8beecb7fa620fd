// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.compute.WorkgroupPace;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.TraceBlock;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places the blocks of a trace's kernels on a device's units, as its dispatcher places workgroups: round robin, from unit 0 at
 * each kernel, on the first unit with room. A kernel begins when the one before it has ended.
 */
final class GridFeed extends TraceFeed {

    private static final int PLACE = 0;
    private static final long NEVER = Long.MAX_VALUE;

    /** Bytes of blocks that are held at a time; a block that comes then waits until another has ended. */
    private static final long MOST_BYTES = 256L << 20;

    private final GridTrace trace;
    private final ComputeSpec spec;
    private final int outstanding;
    private final List<GridUnit> units = new ArrayList<>();
    private GridTrace.@Nullable Kernel kernel;
    private @Nullable TraceBlock block;
    private boolean allRead;
    private int cursor;
    private int running;
    private long heldBytes;
    private long kernels;
    private long oversized;
    private long heldBack;
    private boolean waitsForBytes;
    private final WorkgroupPace pace;
    /** The cycle at which blocks are placed next. */
    private long placeAt = NEVER;
    /** The first cycle at which a unit that has room is ready; {@link #NEVER} if none was passed over. */
    private long nextReady = NEVER;

    private long lastActivity;

    /**
     * @param outstanding what the caller would bound accesses to, which warps take no notice of; 0 for nothing
     */
    GridFeed(Gpu gpu, GridTrace trace, TraceRequests requests, int outstanding) {
        super(gpu.engine, "trace");
        this.trace = trace;
        this.outstanding = outstanding;
        this.spec = gpu.spec.compute();
        this.pace = gpu.dispatcher.pace();
        for (int i = 0; i < spec.count(); i++) {
            units.add(gpu.engine.add(new GridUnit(this, gpu, i, requests)));
        }
    }

    @Override
    void begin() {
        nextKernel();
    }

    @Override
    long issued() {
        return units.stream().mapToLong(GridUnit::accesses).sum();
    }

    @Override
    long lastActivity() {
        return lastActivity;
    }

    @Override
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(kernels + (kernels == 1 ? " kernel" : " kernels, one after the other"));
        if (outstanding > 0) {
            notes.add("the bound of " + Counted.of(outstanding, "access", "accesses")
                    + " under way has no effect: warps wait for their registers alone");
        }
        if (oversized > 0) {
            notes.add(Counted.of(
                    oversized,
                    "block asks for more waves, registers or shared memory than a unit has: it had a unit alone",
                    "blocks ask for more waves, registers or shared memory than a unit has: each had a unit alone"));
        }
        if (heldBack > 0) {
            notes.add(Counted.of(heldBack, "time") + " a block waited though a unit had room, because "
                    + (MOST_BYTES >> 20) + " MiB of blocks were under way");
        }
        return notes;
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (now() == placeAt) {
            placeAt = NEVER;
            place();
        }
    }

    /** Something was answered. */
    void active() {
        lastActivity = now();
    }

    /** A block has ended, and its unit has room. */
    void ended(TraceBlock ended) {
        running--;
        heldBytes -= ended.bytes();
        waitsForBytes = false;
        lastActivity = Math.max(lastActivity, now());
        if (running == 0 && allRead) {
            nextKernel();
        } else {
            schedule(now());
        }
    }

    private void nextKernel() {
        kernel = trace.nextKernel();
        if (kernel == null) {
            return;
        }
        kernels++;
        cursor = 0;
        allRead = false;
        schedule(now() + spec.launchCycles());
    }

    private void schedule(long cycle) {
        if (cycle < placeAt) {
            placeAt = cycle;
            engine().scheduleAt(this, cycle, PLACE, 0);
        }
    }

    private void place() {
        GridTrace.Kernel of = kernel;
        if (of == null) {
            return;
        }
        pace.begin(now());
        while (pace.mayPlace()) {
            if (block == null && !allRead) {
                block = trace.nextBlock();
                allRead = block == null;
            }
            TraceBlock next = block;
            if (next == null) {
                if (running == 0) {
                    nextKernel();
                }
                return;
            }
            if (running > 0 && heldBytes + next.bytes() > MOST_BYTES) {
                heldBack += waitsForBytes ? 0 : 1;
                waitsForBytes = true;
                return;
            }
            GridUnit unit = firstWithRoom(of);
            if (unit == null) {
                if (nextReady != NEVER) {
                    schedule(nextReady);
                }
                return; // until a block has ended
            }
            block = null;
            running++;
            heldBytes += next.bytes();
            cursor = (unit.index() + 1) % units.size();
            pace.placed(unit.index(), now());
            unit.place(of, next);
        }
        schedule(pace.next(now()));
    }

    private @Nullable GridUnit firstWithRoom(GridTrace.Kernel of) {
        boolean alone = !GridUnit.fits(spec, of);
        nextReady = NEVER;
        for (int i = 0; i < units.size(); i++) {
            GridUnit unit = units.get((cursor + i) % units.size());
            if (alone ? unit.idle() : unit.hasRoom(of)) {
                if (pace.readyAt(unit.index()) > now()) {
                    nextReady = Math.min(nextReady, pace.readyAt(unit.index()));
                    continue;
                }
                oversized += alone ? 1 : 0;
                return unit;
            }
        }
        return null;
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "blocks", running + (block == null ? 0 : 1));
    }
}
