// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheRates;
import dev.sluice.device.ClockRatio;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import org.jspecify.annotations.Nullable;

/**
 * What holds look-ups and answers of a slice back beside its banks: its data ports and the unit that performs its atomics.
 *
 * <p>A slice that the device does not limit has none. See {@code docs/decisions/0046-mechanisms-are-keys.md}.
 */
final class Pace {

    private final Cache cache;
    private final int latency;
    private final @Nullable DataPorts ports;
    private final @Nullable AtomicPipeline atomics;
    /** Null where ports and atomics go at the core clock; else they count cycles of it. */
    private final @Nullable ClockRatio clock;

    private long readyAt;

    private Pace(Cache cache, @Nullable DataPorts ports, @Nullable AtomicPipeline atomics) {
        this.cache = cache;
        this.latency = cache.spec().timing().latency();
        this.ports = ports;
        this.atomics = atomics;
        this.clock = OwnClock.of(cache.spec());
    }

    /** That of a slice, or null if nothing holds it back. */
    static @Nullable Pace of(Cache cache) {
        CacheRates rates = cache.spec().rates();
        DataPorts ports = DataPorts.of(rates);
        AtomicPipeline atomics = AtomicPipeline.of(rates);
        return ports == null && atomics == null ? null : new Pace(cache, ports, atomics);
    }

    /** The cycle at which what was found busy last is free. */
    long readyAt() {
        return readyAt;
    }

    /** Whether a hit must wait for the read port. */
    boolean readBusy() {
        return ports != null && busy(ports.readReadyAt(now()));
    }

    /** Whether a store or an atomic must wait for the write port or the unit. */
    boolean changeBusy(Request r) {
        return r.kind == Request.ATOMIC && atomics != null && busy(atomics.readyAt(now()))
                || ports != null && busy(ports.writeReadyAt(now()));
    }

    /** The current cycle of the cache's clock. */
    private long now() {
        return clock == null ? cache.now() : clock.ownAt(cache.now());
    }

    /** Core cycles from now until {@code cycles} of the cache's clock are over. */
    private long later(long cycles) {
        return clock == null || cycles == 0 ? cycles : clock.coreAt(now() + cycles) - cache.now();
    }

    void gauges(UsageMeter meter, String node, String name) {
        if (ports != null) {
            ports.gauges(meter, node, name, clock);
        }
        AtomicPipeline unit = atomics;
        if (unit != null) {
            meter.add(Gauge.of(
                    Resource.ATOMICS, node, name, OwnClock.inCoreCycles(clock, (i, now) -> unit.busyCycles(now))));
        }
    }

    private boolean busy(long until) {
        readyAt = clock == null ? until : clock.coreAt(until);
        return readyAt > cache.now();
    }

    /** Reads what a request is answered with; returns by how many cycles that is later than at once. */
    long read(Request r) {
        return ports == null ? 0 : later(ports.read(r, now()));
    }

    /** Writes what a store or an atomic changes; returns by how many cycles that is later than at once. */
    long write(Request r) {
        return ports == null ? 0 : later(ports.write(r, now()));
    }

    /** Writes what a store or an atomic changes, and answers it {@code late} cycles after it is done. */
    void writeAndAnswer(Request r, int late) {
        long written = write(r);
        long performed = r.kind == Request.ATOMIC && atomics != null ? later(atomics.take(r, now())) : 0;
        if (performed > written) {
            cache.answerAtomic(r, performed + late); // then, so that it takes no port on the way back before
        } else {
            cache.answer(r, latency + written + late);
        }
    }
}
