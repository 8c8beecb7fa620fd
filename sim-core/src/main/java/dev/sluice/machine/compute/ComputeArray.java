// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UnitCycles;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.program.kernel.WaveInterpreter;
import dev.sluice.result.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the compute units of a device have in common, and their clock.
 *
 * <p>The records of all waves lie in one array, and whatever is used for a moment only (the lanes' addresses, the requests of an
 * access) is there once: dozens of units with a copy each would push one another out of the host's caches.
 */
public final class ComputeArray extends Component {

    final ComputeSpec spec;
    final RequestPool pool;
    final SimObserver observer;
    final @Nullable AccessChecker checker;
    /** Counts operations; null in most runs. */
    @Nullable
    OperationCounts operations;

    final UnitClock clock;
    final WaveInterpreter interpreter;
    final WaveTable waves;
    final Coalescer coalescer;
    final ImageLanes images = new ImageLanes();
    final AccessPool accesses = new AccessPool();
    final StoresUnderWay stores;
    final UnitCycles cycles;
    /** A reply's bytes. */
    final byte[] scratch = new byte[Request.MAX_BYTES];

    /** @param spec of the units; they will have the indices from 0 on */
    public ComputeArray(
            Engine engine,
            String name,
            ComputeSpec spec,
            RequestPool pool,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.spec = spec;
        this.pool = pool;
        this.observer = observer;
        this.checker = checker;
        clock = new UnitClock(this, spec.count());
        cycles = new UnitCycles(spec.count());
        interpreter = new WaveInterpreter(spec.count() * spec.wavesPerUnit());
        waves = new WaveTable(spec.count() * spec.wavesPerUnit());
        stores = new StoresUnderWay(spec.count() * spec.wavesPerUnit());
        coalescer = new Coalescer(pool);
    }

    /** Where the units' cycles go. */
    public UnitCycles cycles() {
        return cycles;
    }

    /** Adds what is known of the units' issue slots, load/store units and shared memory. */
    public void gauges(UsageMeter meter) {
        List<ComputeUnit> units = clock.units();
        List<String> names = units.stream().map(ComputeUnit::name).toList();
        meter.add(new Gauge(
                Resource.ISSUE_SLOTS, "cu", names, (i, now) -> cycles.unit(i).slotCycles(spec.issuePerCycle(), now)));
        meter.add(new Gauge(
                Resource.LOAD_STORE,
                "cu",
                names,
                (i, now) -> (double) units.get(i).sentRequests() / spec.requestsPerCycle()));
        meter.add(new Gauge(
                Resource.SHARED_MEMORY, "cu", names, (i, now) -> units.get(i).sharedMemoryCycles(now)));
    }

    /** Has the operations of kernels counted from now on. */
    public OperationCounts countOperations() {
        OperationCounts counts = new OperationCounts();
        operations = counts;
        interpreter.countOperations();
        return counts;
    }

    @Override
    public void onEvent(int kind, int argument) {
        clock.onEvent(kind, argument);
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "accesses", accesses.inUse());
        audit.held(this, "waves with stores", stores.inUse());
    }
}
