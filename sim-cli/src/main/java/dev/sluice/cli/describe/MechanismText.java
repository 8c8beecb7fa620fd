// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import dev.sluice.cli.report.Quantity;
import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.Decimals;
import dev.sluice.device.LineCompression;
import dev.sluice.device.NetworkSpec;
import dev.sluice.device.PersistingSpec;
import dev.sluice.device.PrefetchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a device says of mechanisms that most leave out; nothing of those that it leaves out too. */
final class MechanismText {

    private MechanismText() {}

    static String network(NetworkSpec network) {
        List<String> says = new ArrayList<>();
        if (network.clientReplyBytes() > 0) {
            says.add("a client takes " + network.clientReplyBytes() + " of replies");
        }
        if (network.sliceReplyBytes() > 0) {
            says.add("a slice gives " + network.sliceReplyBytes());
        }
        if (!network.requestHeader() || !network.replyHeader()) {
            says.add(
                    network.requestHeader()
                            ? "replies without header flits"
                            : network.replyHeader() ? "requests without header flits" : "no header flits");
        }
        NetworkSpec.Clusters clusters = network.clusters();
        if (clusters.count() > 0) {
            says.add(Quantity.plural(clusters.count(), "crossbar") + " of neighbouring units in front");
        }
        if (!network.clock().isCore()) {
            says.add(clock(network.clock()));
        }
        return says.isEmpty() ? "" : "; " + String.join(", ", says);
    }

    static String sharedMemory(ComputeSpec.WorkgroupMemory memory) {
        StringBuilder says = new StringBuilder(memory.queue() == 0 ? "" : " with a queue of " + memory.queue());
        if (memory.laneGroupBytes() > 0) {
            says.append("; lanes of 8 and 16 bytes are served by ")
                    .append(memory.laneGroupBytes())
                    .append(" bytes");
        }
        if (!memory.splits().isEmpty()) {
            says.append("; kernels choose among ")
                    .append(memory.splits().stream().map(Quantity::bytes).collect(Collectors.joining(", ")));
        }
        return says.toString();
    }

    static String launch(ComputeSpec units) {
        List<String> says = new ArrayList<>();
        if (units.dispatcherGroupCycles() > 1) {
            says.add("every " + units.dispatcherGroupCycles() + " cycles from the dispatcher");
        }
        if (units.unitGroupCycles() > 0) {
            says.add("every " + Quantity.plural(units.unitGroupCycles(), "cycle") + " on a unit");
        }
        String pace = says.isEmpty() ? "" : "; workgroups begin at most " + String.join(" and ", says);
        return units.groupStartCycles() == 0
                ? pace
                : pace + "; each takes " + Quantity.plural(units.groupStartCycles(), "cycle") + " to begin";
    }

    static Optional<String> cache(CacheSpec cache) {
        List<String> says = new ArrayList<>();
        CacheHalves halves = cache.halves();
        if (halves.count() > 1) {
            says.add(halves.count() + " halves (units in " + word(halves.units()) + ", slices in "
                    + word(halves.slices()) + "), " + Quantity.plural(halves.latency(), "cycle")
                    + " more from another"
                    + (halves.copies() ? ", which keep copies of each other's lines" : ""));
        }
        if (cache.geometry().fetch() != cache.geometry().sector()) {
            says.add("fetches " + cache.geometry().fetch() + " bytes together");
        }
        if (cache.policy().fillAtEviction()) {
            says.add("fills partly written sectors when they are written back");
        }
        PersistingSpec persisting = cache.policy().persisting();
        if (persisting.share() > 0) {
            int ways = cache.geometry().ways();
            says.add("lines that persist have up to " + persisting.ways(ways) + " of " + Quantity.plural(ways, "way")
                    + (persisting.windows().isEmpty()
                            ? ""
                            : ", also those of "
                                    + Quantity.plural(persisting.windows().size(), "window")));
        }
        rates(cache.rates(), says);
        structure(cache.structure(), says);
        return says.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", says));
    }

    private static void rates(CacheRates rates, List<String> says) {
        if (rates.tagsPerCycle() > 0) {
            says.add(counted(rates.tagsPerCycle(), "look-up") + " per cycle and slice");
        }
        if (rates.readBytesPerCycle() > 0) {
            says.add("reads " + Quantity.plural(rates.readBytesPerCycle(), "byte") + " per cycle and slice");
        }
        if (rates.writeBytesPerCycle() > 0) {
            says.add("writes " + Quantity.plural(rates.writeBytesPerCycle(), "byte") + " per cycle and slice");
        }
        if (rates.leastWriteBytes() > 0) {
            says.add("a store counts as " + Quantity.plural(rates.leastWriteBytes(), "byte") + " at least");
        }
        if (rates.partialWriteBytes() > 0) {
            says.add("one of parts of sectors as " + rates.partialWriteBytes() + " more");
        }
        if (rates.atomicLatency() > 0) {
            says.add("atomics are answered " + Quantity.plural(rates.atomicLatency(), "cycle") + " later");
        }
        rates.atomicRates()
                .forEach((name, rate) -> says.add("atomic " + name + ": "
                        + (rate.lanes() > 0 ? counted(rate.lanes(), "lane") + " per cycle, " : "")
                        + counted(rate.wordCycles(), "cycle") + " a lane on one word"));
    }

    private static void structure(CacheStructure structure, List<String> says) {
        PrefetchSpec prefetch = structure.prefetch();
        if (prefetch.on()) {
            says.add("prefetches by " + prefetch.kind() + " (degree " + prefetch.degree() + ", distance "
                    + prefetch.distance() + ", " + Quantity.plural(prefetch.reserve(), "MSHR") + " left free)");
        }
        structure
                .bypass()
                .forEach(kind -> says.add(
                        switch (kind) {
                            case LOADS -> "loads go past it";
                            case STORES -> "stores go past it";
                            case HOST -> "host memory goes past it";
                        }));
        structure
                .partition()
                .forEach((client, ways) -> says.add(client.key() + " fills "
                        + Quantity.plural(Long.bitCount(ways), "way") + " (mask 0x" + Long.toHexString(ways) + ")"));
        if (structure.inclusive()) {
            says.add("inclusive of the caches above");
        }
        if (structure.exclusive()) {
            says.add("exclusive of the caches above");
        }
        if (structure.writeBuffer().entries() > 0) {
            says.add("keeps " + Quantity.plural(structure.writeBuffer().entries(), "write-back") + " for "
                    + Quantity.plural(structure.writeBuffer().drainAfter(), "cycle"));
        }
        if (structure.victim().lines() > 0) {
            says.add("a victim cache of " + Quantity.plural(structure.victim().lines(), "line") + " a slice");
        }
        LineCompression compression = structure.compression();
        if (compression.on()) {
            says.add("compresses lines by " + compression.algorithm().key() + " ("
                    + Quantity.plural(compression.tagFactor(), "tag")
                    + " a way, segments of " + Quantity.plural(compression.segment(), "byte") + ", "
                    + Quantity.plural(compression.decompressionLatency(), "cycle") + " more for a hit)");
        }
        if (!structure.clock().isCore()) {
            says.add(clock(structure.clock()));
        }
    }

    private static String clock(ClockRatio clock) {
        return clock.own() + "/" + clock.core() + " of the core clock";
    }

    private static String counted(double value, String one) {
        return Decimals.plain(value) + " " + (value == 1 ? one : one + "s");
    }

    private static String word(CacheHalves.Division division) {
        return division == CacheHalves.Division.BLOCKS ? "blocks" : "turns";
    }
}
