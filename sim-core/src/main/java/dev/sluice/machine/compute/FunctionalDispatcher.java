// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.machine.fault.OccupancyException;
import dev.sluice.program.kernel.Scope;
import dev.sluice.program.kernel.Semantics;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Carries dispatches out at once, outside simulated time: the kernels run, and each access goes through the caches of the unit on
 * which its workgroup would be, one after the other.
 *
 * <p>Workgroups go round the units as {@link Dispatcher} places them, and take turns of a few accesses. A unit takes one more
 * workgroup each round while those that it has do not end, up to as many as fit it: so that workgroups that wait for others get on,
 * and those that wait for nobody are few at a time and stay in the host's caches.
 */
public final class FunctionalDispatcher {

    /** How a dispatch ended. */
    public enum End {
        /** All of it ran. */
        DONE,
        /** Somebody asked the run to stop. */
        STOPPED
    }

    /** Accesses of workgroup memory of a wave's turn, which cost next to nothing; a choice. */
    private static final int SHARED_TURN = 1024;

    private static final int RELEASING = Semantics.RELEASE | Semantics.MAKE_AVAILABLE;
    private static final int ACQUIRING = Semantics.ACQUIRE | Semantics.MAKE_VISIBLE;
    private static final int CACHED_CLASSES = Semantics.BUFFER | Semantics.IMAGE;

    private final ComputeSpec spec;
    private final List<ComputeUnit> array;
    private final int units;
    private final FunctionalAccess access;
    private final FunctionalRuns runs;
    private final FunctionalTurn turn;
    private final FunctionalCaches caches;
    private final BooleanSupplier stop;
    private final WaveInterpreter interpreter;
    private final WaveTable table;
    private final Wave[] waves;
    private final int[] freeWaves;
    private int freeWaveCount;
    private final Deque<Workgroup> freeGroups = new ArrayDeque<>();
    private final FunctionalSpins spins;

    /**
     * @param units in the order of their indices
     * @param stop whether somebody wants the run to end
     */
    public FunctionalDispatcher(
            ComputeArray machine, List<ComputeUnit> units, FunctionalCaches caches, BooleanSupplier stop) {
        this(machine, units, caches, stop, true);
    }

    /** @param shortWay whether accesses of whole waves may take their short way */
    FunctionalDispatcher(
            ComputeArray machine,
            List<ComputeUnit> units,
            FunctionalCaches caches,
            BooleanSupplier stop,
            boolean shortWay) {
        this.spec = machine.spec;
        this.array = List.copyOf(units);
        this.units = units.size();
        this.caches = caches;
        this.stop = stop;
        int places = spec.count() * spec.wavesPerUnit();
        this.interpreter = new WaveInterpreter(places);
        this.table = new WaveTable(places);
        this.waves = new Wave[places];
        this.spins = new FunctionalSpins(waves);
        this.freeWaves = new int[places];
        this.access = new FunctionalAccess(machine, units, interpreter, shortWay);
        this.runs = new FunctionalRuns(machine, units, interpreter, shortWay);
        this.turn = new FunctionalTurn(runs);
        interpreter.atOnce(turn, machine.pool.functional());
    }

    /** Coalesced requests so far. */
    public long requests() {
        return access.requests() + runs.requests();
    }

    /** Those requests that were made by the short way of whole waves. */
    long shortWays() {
        return runs.requests();
    }

    /** Sectors that those requests address. */
    public long sectors() {
        return access.sectors() + runs.sectors();
    }

    /**
     * Runs a dispatch, while nothing is under way in the machine's caches and memories.
     *
     * @throws OccupancyException if a workgroup cannot fit on any unit
     * @throws EndlessLoopException if its waves wait for what does not come from within it
     */
    public End run(DispatchJob job) {
        if (job.groups == 0) {
            return End.DONE;
        }
        job.fit(spec);
        for (int i = 0; i < waves.length; i++) {
            freeWaves[waves.length - 1 - i] = i;
        }
        freeWaveCount = waves.length;
        spins.begin(job);
        int perUnit = groupsPerUnit(job);
        for (int i = 0; i < Math.min(units, job.groups); i++) {
            ComputeUnit unit = array.get(i);
            if (unit.split() != job.split && unit.drained()) {
                unit.split(job.split);
            }
        }
        List<List<Workgroup>> resident = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            resident.add(new ArrayList<>());
        }
        while (job.placed < job.groups || job.liveWaves > 0) {
            for (int unit = 0; unit < units && (job.placed < job.groups || job.liveWaves > 0); unit++) {
                if (stop.getAsBoolean()) {
                    return abandon(End.STOPPED);
                }
                round(job, unit, resident.get(unit), perUnit);
            }
            spins.round();
        }
        spins.end();
        job.done = true;
        return End.DONE;
    }

    private End abandon(End end) {
        spins.end();
        for (Wave wave : waves) {
            if (wave != null && table.resident(wave.slot)) {
                wave.interpreter().release();
                table.end(wave.slot);
            }
        }
        return end;
    }

    private int groupsPerUnit(DispatchJob job) {
        int groups = spec.wavesPerUnit() / job.wavesPerGroup;
        if (job.program.sharedBytes() > 0) {
            groups = (int) Math.min(groups, job.split / job.program.sharedBytes());
        }
        if (job.registersPerWave > 0) {
            groups = Math.min(groups, spec.registersPerUnit() / (job.registersPerWave * job.wavesPerGroup));
        }
        return Math.max(1, groups);
    }

    private void round(DispatchJob job, int unit, List<Workgroup> resident, int perUnit) {
        for (Iterator<Workgroup> groups = resident.iterator(); groups.hasNext(); ) {
            Workgroup group = groups.next();
            if (turn(job, unit, group)) {
                groups.remove();
                freeGroups.push(group);
            }
        }
        if (resident.size() < perUnit && job.placed < job.groups) {
            Workgroup group = place(job);
            if (turn(job, unit, group)) {
                freeGroups.push(group);
            } else {
                resident.add(group);
            }
        }
    }

    private Workgroup place(DispatchJob job) {
        spins.progress();
        Workgroup free = freeGroups.poll();
        Workgroup group = free == null ? new Workgroup() : free;
        int count = job.wavesPerGroup;
        group.start(job, count);
        int shared = job.program.sharedBytes();
        if (group.memory.length < shared) {
            group.memory = new byte[shared];
        }
        Arrays.fill(group.memory, 0, shared, SharedMemory.POISON);
        job.liveWaves += count;
        job.waves += count;
        for (int i = 0; i < count; i++) {
            int slot = freeWaves[--freeWaveCount];
            Wave wave = waves[slot];
            if (wave == null) {
                wave = new Wave(slot, table, interpreter);
                waves[slot] = wave;
            }
            wave.start(group, i);
            wave.begin(job, i, spec.waveSize());
            group.waves[i] = wave;
        }
        job.advance();
        return group;
    }

    /** Gives each wave of a workgroup that can go on its turn; whether the workgroup has ended. */
    private boolean turn(DispatchJob job, int unit, Workgroup group) {
        for (int i = 0; i < job.wavesPerGroup; i++) {
            Wave wave = group.waves[i];
            if (wave != null && wave.state() == WaveTable.State.RUNNING) {
                turn(job, unit, group, wave);
            }
        }
        return group.liveWaves == 0;
    }

    private void turn(DispatchJob job, int unit, Workgroup group, Wave wave) {
        WaveInterpreter at = wave.interpreter();
        turn.begin(job, unit);
        at.workgroup(group.memory, job.program.sharedBytes(), SHARED_TURN);
        while (turn.goesOn()) {
            int operation = at.step();
            switch (operation) {
                case WaveInterpreter.LOAD, WaveInterpreter.STORE, WaveInterpreter.ATOMIC -> {
                    if (!runs.take(job, unit, at.instruction())) {
                        at.operands();
                        access.perform(job, unit, wave, operation);
                    }
                    turn.use();
                }
                case WaveInterpreter.SHARED_LOAD, WaveInterpreter.SHARED_STORE -> {
                    at.operands();
                    access.shared(job, group, wave);
                    if (at.lastShared()) {
                        return;
                    }
                }
                case WaveInterpreter.ALU -> turn.use();
                case WaveInterpreter.CONTROL_BARRIER -> {
                    if (barrier(unit, group, wave, true)) {
                        return;
                    }
                }
                case WaveInterpreter.MEMORY_BARRIER -> barrier(unit, group, wave, false);
                case WaveInterpreter.EXPORT -> wave.export();
                case WaveInterpreter.END -> {
                    end(job, unit, group, wave);
                    return;
                }
                default -> throw new IllegalStateException(job.label + ": a wave waits though all is done at once");
            }
        }
    }

    private void end(DispatchJob job, int unit, Workgroup group, Wave wave) {
        FragmentWave fragments = wave.fragments;
        FragmentSink sink = job.sink;
        if (fragments != null && sink != null) {
            sink.shaded(fragments);
            wave.fragments = null;
        }
        wave.interpreter().release();
        wave.group = null;
        table.end(wave.slot);
        group.waves[wave.indexInGroup] = null;
        freeWaves[freeWaveCount++] = wave.slot;
        group.liveWaves--;
        group.waveCount--;
        job.liveWaves--;
        meet(unit, group);
        spins.progress();
    }

    /** Carries a barrier out as far as it can be; whether the wave waits for others. */
    private boolean barrier(int unit, Workgroup group, Wave wave, boolean control) {
        WaveInterpreter at = wave.interpreter();
        Scope scope = at.scope();
        int semantics = at.semantics();
        boolean cached = AccessQualifiers.beyondUnit(scope) && (semantics & CACHED_CLASSES) != 0;
        wave.acquires = cached && (semantics & ACQUIRING) != 0;
        if (cached && (semantics & RELEASING) != 0) {
            caches.flush(unit);
        }
        if (!control || scope.compareTo(Scope.WORKGROUP) < 0) {
            acquire(unit, wave);
            return false;
        }
        wave.setState(WaveTable.State.AT_BARRIER);
        group.arrived++;
        meet(unit, group);
        return wave.state() == WaveTable.State.AT_BARRIER;
    }

    private void acquire(int unit, Wave wave) {
        if (wave.acquires) {
            caches.invalidate(unit);
        }
    }

    private void meet(int unit, Workgroup group) {
        if (group.arrived == 0 || group.arrived < group.waveCount) {
            return;
        }
        group.arrived = 0;
        for (Wave wave : group.waves) {
            if (wave != null && wave.state() == WaveTable.State.AT_BARRIER) {
                wave.setState(WaveTable.State.RUNNING);
                acquire(unit, wave);
            }
        }
    }
}
