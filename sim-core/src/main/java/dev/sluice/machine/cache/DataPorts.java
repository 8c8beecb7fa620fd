// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheRates;
import dev.sluice.device.ClockRatio;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a slice's data array: what it reads for answers, and what stores and atomics write, per cycle.
 *
 * <p>A port takes one access after the other, each for as long as its sectors take. A look-up that needs a busy port waits, and
 * those behind it; what comes with a fill waits for the port alone. Fills and write-backs take none of its time.
 */
final class DataPorts {

    private final @Nullable BandwidthServer reads;
    private final @Nullable BandwidthServer writes;
    /** Bytes for which a store takes its port at least, and those that it takes more where it changes a part of a sector. */
    private final int leastWrite;

    private final int partialWrite;

    private DataPorts(CacheRates rates) {
        this.leastWrite = rates.leastWriteBytes();
        this.partialWrite = rates.partialWriteBytes();
        this.reads = server(rates.readBytesPerCycle());
        this.writes = server(rates.writeBytesPerCycle());
    }

    /** Ports of these rates, or null if neither is limited. */
    static @Nullable DataPorts of(CacheRates rates) {
        return rates.readBytesPerCycle() == 0 && rates.writeBytesPerCycle() == 0 ? null : new DataPorts(rates);
    }

    private static @Nullable BandwidthServer server(int bytesPerCycle) {
        return bytesPerCycle == 0 ? null : BandwidthServer.of(bytesPerCycle, 1);
    }

    /** The first cycle from {@code now} on in which an answer can be read. */
    long readReadyAt(long now) {
        return reads == null ? now : reads.nextStart(now);
    }

    /** The first cycle from {@code now} on in which a store or an atomic can be written. */
    long writeReadyAt(long now) {
        return writes == null ? now : writes.nextStart(now);
    }

    /** Reads the sectors of a request; returns by how many cycles that is later than at once. */
    long read(Request request, long now) {
        return take(reads, sectorBytes(request), now);
    }

    /** Writes the sectors of a request; returns by how many cycles that is later than at once. */
    long write(Request request, long now) {
        long bytes = sectorBytes(request);
        if (request.kind == Request.WRITE) {
            if (partialWrite != 0 && request.wholeSectors() != request.sectors()) {
                bytes += partialWrite;
            }
            bytes = Math.max(bytes, leastWrite);
        }
        return take(writes, bytes, now);
    }

    private static long sectorBytes(Request request) {
        return (long) request.sectorCount() * Request.SECTOR_BYTES;
    }

    /** @param clock of the ports; null for the core's */
    void gauges(UsageMeter meter, String node, String name, @Nullable ClockRatio clock) {
        BandwidthServer read = reads;
        if (read != null) {
            meter.add(Gauge.of(
                    Resource.DATA_READ, node, name, OwnClock.inCoreCycles(clock, (i, now) -> read.busyCycles(now))));
        }
        BandwidthServer write = writes;
        if (write != null) {
            meter.add(Gauge.of(
                    Resource.DATA_WRITE, node, name, OwnClock.inCoreCycles(clock, (i, now) -> write.busyCycles(now))));
        }
    }

    private static long take(@Nullable BandwidthServer port, long bytes, long now) {
        return port == null ? 0 : Math.max(0, port.reserve(now, bytes) - 1 - now);
    }
}
