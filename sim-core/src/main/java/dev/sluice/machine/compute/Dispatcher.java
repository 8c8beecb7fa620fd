// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.machine.usage.UsageMeter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places the workgroups of dispatches on compute units.
 *
 * <p>Round robin: each dispatch begins at unit 0, and each further workgroup at the unit after the last one's, on the
 * first unit with room; waves of fragments go on from the last one's unit, because a draw is many small jobs. Several
 * jobs run at once; workgroups of one that was ready later are placed when all of the earlier ones' are, so that a large
 * old workgroup is not starved by small young ones. A dispatch is ready {@code launchCycles} after its start, fragments
 * are at once: what comes before them is the graphics pipeline's. Setting a workgroup up takes time where the device says
 * so: of the dispatcher, and of the unit, which begins no other meanwhile.
 *
 * <p>Where kernels choose how units split their array into L1 and workgroup memory, a unit takes workgroups of another split once
 * its waves have ended and its caches are quiet; dropping what the L1 loses takes time. No more units change than there are
 * workgroups.
 */
public final class Dispatcher extends Component {

    private static final int PLACE = 0;
    private static final int ANSWERED = 1;
    private static final long NEVER = Long.MAX_VALUE;

    private final ComputeUnit[] units;
    private final ComputeSpec spec;
    private final ArrayDeque<DispatchJob> dispatches = new ArrayDeque<>();
    private final ArrayDeque<DispatchJob> fragments = new ArrayDeque<>();
    /** The job whose workgroups are placed next; null if all are placed. */
    private @Nullable DispatchJob oldest;
    /** Bit u: unit u may have room for the oldest job. */
    private final long[] candidates;

    private int cursor;
    private long placeAt = NEVER;
    private final WorkgroupPace pace;
    /** The first cycle at which a unit that has room is ready; {@link #NEVER} if none was passed over. */
    private long nextReady = NEVER;

    /** Jobs whose last answers are on their way. */
    private final List<DispatchJob> ending = new ArrayList<>();

    private long started;
    private long finished;

    private int busyUnits;
    private long idleSince;
    private long idleUnitCycles;

    /** @param units in the order of their indices; a unit belongs to one dispatcher */
    public Dispatcher(Engine engine, String name, ComputeSpec spec, List<ComputeUnit> units) {
        super(engine, name);
        this.units = units.toArray(ComputeUnit[]::new);
        this.spec = spec;
        this.pace = new WorkgroupPace(spec);
        this.candidates = new long[(units.size() + Long.SIZE - 1) / Long.SIZE];
        for (ComputeUnit unit : units) {
            unit.attach(this);
        }
    }

    /**
     * Starts a job now; the first wave of a dispatch issues {@code launchCycles} later. A job without workgroups completes
     * at once.
     *
     * @throws dev.sluice.machine.fault.OccupancyException if a workgroup cannot fit on any unit
     */
    public void start(DispatchJob job) {
        started++;
        if (job.groups == 0) {
            finish(job);
            return;
        }
        job.fit(spec);
        job.readyAt = job.shades() ? now() : now() + spec.launchCycles();
        queue(job).add(job);
        chooseOldest();
    }

    /** Cycles that units have spent without a resident wave, summed over the units, up to now. */
    public long idleUnitCycles() {
        return idleUnitCycles + (units.length - (long) busyUnits) * (now() - idleSince);
    }

    /** Coalesced accesses that all units have sent. */
    public long requests() {
        long sum = 0;
        for (ComputeUnit unit : units) {
            sum += unit.requests();
        }
        return sum;
    }

    /** Sectors that those accesses address. */
    public long sectors() {
        long sum = 0;
        for (ComputeUnit unit : units) {
            sum += unit.sectors();
        }
        return sum;
    }

    /** How often waves have issued something. */
    public long issues() {
        long sum = 0;
        for (ComputeUnit unit : units) {
            sum += unit.issues();
        }
        return sum;
    }

    /** Begins to watch the loops of all waves, of those that start later too. */
    public SpinSearch watchLoops() {
        List<Wave> places = new ArrayList<>();
        for (ComputeUnit unit : units) {
            unit.places(places);
        }
        return new SpinSearch(places, EndlessLoopException.Writers.GONE);
    }

    /** How fast it sets workgroups up. */
    public WorkgroupPace pace() {
        return pace;
    }

    /** Adds how long it was at setting workgroups up, and each unit at beginning them where that takes time. */
    public void gauges(UsageMeter meter) {
        pace.gauges(meter, name(), Arrays.stream(units).map(ComputeUnit::name).toList());
    }

    /** Dispatches that have started and are not complete. */
    public long running() {
        return started - finished;
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (kind == ANSWERED) {
            finishAnswered();
        } else if (now() == placeAt) {
            placeAt = NEVER;
            place();
        }
    }

    /** A unit has ended a wave or a workgroup: something that did not fit may fit now. */
    void roomFreed(ComputeUnit unit) {
        if (unit.residentWaves() == 0) {
            countIdle();
            busyUnits--;
        }
        if (oldest != null) {
            candidates[unit.index() >>> 6] |= 1L << unit.index();
            schedulePlace(Math.max(now(), oldest.readyAt));
        }
    }

    /** Every wave of a job has ended and every access was answered; the job is over when the last answer comes. */
    void end(DispatchJob job) {
        job.ended = true;
        if (job.answeredAt > now()) {
            ending.add(job);
            engine().scheduleAt(this, job.answeredAt, ANSWERED, 0);
        } else {
            finish(job);
        }
    }

    private void finishAnswered() {
        engine().count(-1);
        for (int i = 0; i < ending.size(); i++) {
            DispatchJob job = ending.get(i);
            if (job.answeredAt <= now()) {
                ending.remove(i--);
                finish(job);
            }
        }
    }

    private void finish(DispatchJob job) {
        job.done = true;
        finished++;
        engine().schedule(job.replyTo, 0, job.replyKind, job.replyArgument);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "dispatches", started, finished);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        dispatches.forEach(job -> describeWait(graph, job));
        fragments.forEach(job -> describeWait(graph, job));
    }

    private void describeWait(WaitGraph graph, DispatchJob job) {
        graph.edge(
                name() + " (" + job.label + ")",
                units[0].name(),
                "room for " + (job.groups - job.placed) + " workgroups of kernel " + job.program.name());
    }

    private void place() {
        pace.begin(now());
        DispatchJob job = oldest;
        while (job != null && job.readyAt <= now() && pace.mayPlace()) {
            ComputeUnit unit = firstWithRoom(job);
            if (unit == null) {
                if (nextReady != NEVER) {
                    schedulePlace(nextReady);
                }
                return; // until roomFreed
            }
            if (unit.residentWaves() == 0) {
                countIdle();
                busyUnits++;
            }
            cursor = unit.index() + 1 == units.length ? 0 : unit.index() + 1;
            unit.place(job);
            pace.placed(unit.index(), now());
            if (job.allPlaced()) {
                queue(job).remove();
                chooseOldest();
                job = oldest;
            }
        }
        if (job != null) {
            schedulePlace(Math.max(pace.next(now()), job.readyAt));
        }
    }

    private ArrayDeque<DispatchJob> queue(DispatchJob job) {
        return job.shades() ? fragments : dispatches;
    }

    private void chooseOldest() {
        DispatchJob dispatch = dispatches.peek();
        DispatchJob shading = fragments.peek();
        boolean shade = shading != null && (dispatch == null || shading.readyAt < dispatch.readyAt);
        DispatchJob next = shade ? shading : dispatch;
        if (next == null || next == oldest) {
            oldest = next;
            return;
        }
        oldest = next;
        if (!shade) {
            cursor = 0;
        }
        Arrays.fill(candidates, -1L);
        schedulePlace(Math.max(now(), next.readyAt));
    }

    private @Nullable ComputeUnit firstWithRoom(DispatchJob job) {
        nextReady = NEVER;
        ComputeUnit unit = firstWithRoom(job, cursor, units.length);
        return unit != null ? unit : firstWithRoom(job, 0, cursor);
    }

    private @Nullable ComputeUnit firstWithRoom(DispatchJob job, int from, int to) {
        int u = from;
        while (u < to) {
            long bits = candidates[u >>> 6] & -1L << u;
            if (bits == 0) {
                u = (u | Long.SIZE - 1) + 1;
                continue;
            }
            u = (u & -Long.SIZE) + Long.numberOfTrailingZeros(bits);
            if (u >= to) {
                return null;
            }
            if (units[u].split() != job.split && !resplit(units[u], job)) {
                u++;
                continue;
            }
            if (!units[u].hasRoom(job)) {
                candidates[u >>> 6] &= ~(1L << u);
            } else if (pace.readyAt(u) <= now()) {
                return units[u];
            } else {
                nextReady = Math.min(nextReady, pace.readyAt(u));
            }
            u++;
        }
        return null;
    }

    /** Has a unit change its split for a job, if it can now. */
    private boolean resplit(ComputeUnit unit, DispatchJob job) {
        if (unit.residentWaves() > 0) {
            candidates[unit.index() >>> 6] &= ~(1L << unit.index());
            return false;
        }
        if (job.resplit >= job.groups && job.liveWaves > 0) {
            return false; // the units that changed for it are enough
        }
        if (!unit.drained()) {
            nextReady = Math.min(nextReady, now() + 1);
            return false;
        }
        job.resplit++;
        pace.holdBack(unit.index(), now() + unit.split(job.split));
        return true;
    }

    private void schedulePlace(long cycle) {
        if (cycle < placeAt) {
            placeAt = cycle;
            engine().scheduleAt(this, cycle, PLACE, 0);
        }
    }

    private void countIdle() {
        idleUnitCycles += (units.length - (long) busyUnits) * (now() - idleSince);
        idleSince = now();
    }
}
