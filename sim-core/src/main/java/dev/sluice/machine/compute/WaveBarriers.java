// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.Scope;
import dev.sluice.program.kernel.Semantics;

/**
 * The barriers of kernels: a release, then the meeting of the workgroup, then an acquire, each where asked for.
 *
 * <p>Beyond the workgroup a release waits until the wave's stores and atomics were taken over and flushes the unit's
 * caches, and an acquire waits for the wave's loads and invalidates them (Vulkan specification, section Availability
 * and Visibility). Within the workgroup all waves share the unit's caches, whose requests keep their order, so there is
 * nothing to wait for.
 */
final class WaveBarriers {

    private static final int RELEASING = Semantics.RELEASE | Semantics.MAKE_AVAILABLE;
    private static final int ACQUIRING = Semantics.ACQUIRE | Semantics.MAKE_VISIBLE;
    private static final int CACHED_CLASSES = Semantics.BUFFER | Semantics.IMAGE;

    private final ComputeUnit unit;
    private final UnitCacheControl caches;
    private final StoresUnderWay stores;

    WaveBarriers(ComputeUnit unit, UnitCacheControl caches, StoresUnderWay stores) {
        this.unit = unit;
        this.caches = caches;
        this.stores = stores;
    }

    /** The wave issues the barrier that its interpreter stands at. */
    void begin(Wave wave, boolean control) {
        Scope scope = wave.interpreter().scope();
        int semantics = wave.interpreter().semantics();
        boolean cached = AccessQualifiers.beyondUnit(scope) && (semantics & CACHED_CLASSES) != 0;
        wave.releases = cached && (semantics & RELEASING) != 0;
        wave.acquires = cached && (semantics & ACQUIRING) != 0;
        wave.meets = control && scope.compareTo(Scope.WORKGROUP) >= 0;
        if (!wave.releases) {
            arrive(wave);
        } else {
            wave.setState(WaveTable.State.FOR_STORES);
            flushIfStored(wave);
        }
    }

    /** One of the wave's accesses is complete. */
    void accessDone(Wave wave) {
        if (wave.state() == WaveTable.State.FOR_STORES) {
            flushIfStored(wave);
        } else if (wave.state() == WaveTable.State.FOR_LOADS && wave.table.loads(wave.slot) == 0) {
            invalidate(wave);
        }
    }

    /** Flushes once the wave's stores and atomics were acknowledged: now, later, or when an answer is sent of which nobody knows yet. */
    private void flushIfStored(Wave wave) {
        if (wave.stores > 0 || stores.of(wave.slot) > 0) {
            return;
        }
        long until = stores.until(wave.slot);
        if (until > unit.now()) {
            unit.wakeWhenStored(wave.slot, until);
        } else {
            flush(wave);
        }
    }

    /** The wave has no more instructions: those of its workgroup that wait at the barrier no longer wait for it. */
    void ended(Wave wave) {
        Workgroup group = wave.group();
        group.waveCount--;
        meetIfAll(group);
    }

    void flushed(Wave wave) {
        arrive(wave);
    }

    void invalidated(Wave wave) {
        unit.resume(wave.slot);
    }

    /** What a wave in this state waits for, for the deadlock report. */
    static String reason(WaveTable.State state) {
        return switch (state) {
            case RUNNING -> "an issue slot";
            case FOR_REGISTER -> "a register that a load fills";
            case FOR_STORES -> "the acknowledgement of stores, to release";
            case FOR_FLUSH -> "the flush of the unit's caches, to release";
            case AT_BARRIER -> "the other waves of the workgroup at a controlBarrier";
            case FOR_LOADS -> "earlier loads, to acquire";
            case FOR_INVALIDATE -> "the invalidation of the unit's caches, to acquire";
            case DRAINING -> "loads that nobody reads";
        };
    }

    private void flush(Wave wave) {
        wave.setState(WaveTable.State.FOR_FLUSH);
        unit.maintenanceBegins();
        caches.flush(unit.index(), unit, ComputeUnit.FLUSHED, wave.slot);
    }

    private void arrive(Wave wave) {
        if (!wave.meets) {
            acquire(wave);
            return;
        }
        wave.setState(WaveTable.State.AT_BARRIER);
        Workgroup group = wave.group();
        group.arrived++;
        meetIfAll(group);
    }

    private void meetIfAll(Workgroup group) {
        if (group.arrived == 0 || group.arrived < group.waveCount) {
            return;
        }
        group.arrived = 0;
        for (Wave wave : group.waves) {
            if (wave != null && wave.state() == WaveTable.State.AT_BARRIER) {
                // no wave goes on before the cycle after the last one's arrival
                long before = wave.table.notBefore(wave.slot);
                wave.table.setNotBefore(wave.slot, Math.max(before, unit.now() + 1));
                acquire(wave);
            }
        }
    }

    private void acquire(Wave wave) {
        if (!wave.acquires) {
            unit.resume(wave.slot);
        } else if (wave.table.loads(wave.slot) > 0) {
            wave.setState(WaveTable.State.FOR_LOADS);
        } else {
            invalidate(wave);
        }
    }

    private void invalidate(Wave wave) {
        wave.setState(WaveTable.State.FOR_INVALIDATE);
        unit.maintenanceBegins();
        caches.invalidate(unit.index(), unit, ComputeUnit.INVALIDATED, wave.slot);
    }
}
