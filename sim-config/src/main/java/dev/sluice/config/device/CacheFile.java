// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Choosing;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.NamedBy;
import dev.sluice.config.bind.PowerOfTwo;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.LineCompression;
import dev.sluice.machine.cache.policy.PolicyProvider;
import dev.sluice.machine.cache.policy.SliceHashProvider;
import dev.sluice.machine.cache.prefetch.PrefetcherProvider;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cache node as it is written. */
public record CacheFile(
        @Doc("The name by which barrier profiles know the cache; the node's name in capitals when absent.") @Nullable
        String role,

        @Doc("How many instances there are.") CacheSpec.@Nullable Scope scope,

        @Doc("Compute units that share an instance of scope computeUnit.") @Default("1") @Min(1)
        int sharedBy,

        @Doc("The next level down: a cache's name or vram.") @Nullable
        String parent,

        @Doc("Whether stores never come here.") @Default("false")
        boolean readOnly,

        @Doc("Bytes of an instance, over all slices; only metadata caches can do without.") @Nullable @Min(1)
        Size size,

        @Doc(
                "In the place of size, for a cache of one compute unit: bytes of the array that it shares with the unit's workgroup"
                        + " memory, of which it has what that leaves.")
        @Nullable
        @Min(1)
        Size carveOut,

        @Doc("Bytes of a line; 128, or a tile's bytes for tile: true, when absent.") @Nullable @PowerOfTwo
        Size line,

        @Doc("Bytes of a sector; the smaller of 32 and the line, or the line for tile: true, when absent.")
        @Nullable
        @PowerOfTwo
        Size sector,

        @Doc("Lines of a set; 4, a choice, when absent.") @Default("4") @Min(1)
        int ways,

        @Doc("Address-interleaved slices of an instance.") @Default("1") @Min(1)
        int slices,

        @Doc("Banks of a slice.") @Default("1") @Min(1) int banks,

        @Doc("Time from lookup to reply on a hit; 20 cycles, a choice, when absent.") @Default("20") @Min(1)
        Duration latency,

        @Doc("Lookups per cycle and bank.") @Default("1") @Min(1)
        int throughput,

        @Doc("What happens to a store; back for tile: true, else through, when absent.")
        CacheSpec.@Nullable WritePolicy write,

        @Doc("What a store does that misses; fetchOnWrite for write: back, else noWrite, when absent.")
        CacheSpec.@Nullable Allocation allocate,

        @Doc("The unit whose dirty bit a store sets; line for write: back, else none, when absent.")
        CacheSpec.@Nullable DirtyTracking dirty,

        @Doc("Outstanding lines of a slice.") @Default("64") @Min(1)
        int mshrs,

        @Doc("Requests merged into an outstanding line, the first included.") @Default("8") @Min(1)
        int mshrMerges,

        @Doc("The replacement policy: its name, or a mapping with its name as policy and values for its parameters.")
        @Default("lru")
        @Choosing("policy")
        @NamedBy(PolicyProvider.class)
        Map<String, ScalarNode> replacement,

        @Doc("How an address chooses its set and slice.") @Default("modulo")
        CacheSpec.Hash hash,

        @Doc("Whether atomics are executed here.") @Default("false")
        boolean atomics,

        @Doc("Whether flush and invalidate honour address ranges.") @Default("false")
        boolean rangedMaintenance,

        @Doc("Whether lines hold tiles of an image.") @Default("false")
        boolean tile,

        @Doc("Tags that maintenance examines per cycle and slice.") @Default("1") @Min(1)
        int walkLinesPerCycle,

        @Doc("Requests that may wait at a slice.") @Default("16") @Min(1)
        int queue,

        @Doc("Whether the device's flush of this cache also drops its lines.") @Default("false")
        boolean flushInvalidates,

        @Doc("The near and far halves of a cache of scope device.") @Default("{}")
        Halves halves,

        @Doc("Bytes that are fetched together where one of them is missing; the sector when absent.")
        @Nullable
        @PowerOfTwo
        Size fetch,

        @Doc("Whether the rest of a partly written sector is read before it is written back.") @Default("false")
        boolean fillAtEviction,

        @Doc("Lookups per cycle of a slice, over all its banks; 0 for what they do.") @Default("0")
        double tagsPerCycle,

        @Doc("Bytes of sectors that reads are answered with per cycle and slice; 0 for no limit.") @Default("0")
        Size readBytesPerCycle,

        @Doc("Bytes of sectors that stores and atomics write per cycle and slice; 0 for no limit.") @Default("0")
        Size writeBytesPerCycle,

        @Doc("Bytes for which a store takes writeBytesPerCycle, at least.") @Default("0")
        Size leastWriteBytes,

        @Doc("Bytes for which a store takes writeBytesPerCycle longer that changes a part of a sector.") @Default("0")
        Size partialWriteBytes,

        @Doc("By how much an atomic is answered later than a read.") @Default("0")
        Duration atomicLatency,

        @Doc(
                "What chooses the slice: a name, or a mapping with the name as hash and values for its parameters; as hash when"
                        + " absent.")
        @Choosing("hash")
        @NamedBy(SliceHashProvider.class)
        Map<String, ScalarNode> sliceHash,

        @Doc("The lines that are kept before others.") @Default("{}")
        Persisting persisting,

        @Doc("How fast a slice performs atomics, by operation.type, operation, or other.")
        Map<String, AtomicRateFile> atomicRates,

        @Doc("What is fetched before anybody asks for it: a prefetcher's name, or its keys.") @Default("{}")
        Prefetch prefetch,

        @Doc("Accesses that go past the cache: loads, stores.")
        List<CacheStructure.Bypass> bypass,

        @Doc("By client the ways in which its lines may be put, such as 0-3 or 0,2; all without a key.")
        Map<String, String> partition,

        @Doc("Whether what is evicted here leaves the caches of compute units and of the device above as well.")
        @Default("false")
        boolean inclusive,

        @Doc("Whether what caches above read from here leaves, and comes back when they evict it.") @Default("false")
        boolean exclusive,

        @Doc("Where write-backs wait for others of their line.") @Default("{}")
        WriteBuffer writeBuffer,

        @Doc("Lines beside the sets, to which lines go that make room.") @Default("{}")
        Victim victim,

        @Doc("Whether lines are kept compressed, so that a set holds more of them than it has ways.") @Default("{}")
        Compression compression,

        @Doc("The clock of the cache, in whose cycles its times and rates are; the core clock when absent.") @Nullable
        Frequency clock) {

    /** The buffer behind the write-backs of a slice. */
    public record WriteBuffer(
            @Doc("Write-backs; 0 for no buffer.") @Default("0") @Min(0)
            int entries,

            @Doc("Time after which one goes down to which nothing was added.") @Default("200") @Min(1)
            Duration drainAfter) {}

    /** The victim cache beside the sets of a slice. */
    public record Victim(
            @Doc("Its lines, which the size does not count; 0 for none.") @Default("0") @Min(0)
            int lines,

            @Doc("Time that a hit there takes longer.") @Default("1")
            Duration latency) {}

    /** How lines are kept compressed. */
    @Shorthand("algorithm")
    public record Compression(
            @Doc("How a sector is encoded; none keeps it as it is.") @Default("none")
            LineCompression.Algorithm algorithm,

            @Doc("Tags for each way: how many times as many lines a set can hold.") @Default("2") @Min(1)
            int tagFactor,

            @Doc("Bytes in which the space of a set is given to lines.") @Default("8") @PowerOfTwo
            Size segment,

            @Doc("Time that a hit on a compressed sector takes longer.") @Default("1")
            Duration decompressionLatency) {}

    /** What a cache fetches ahead. */
    @Shorthand("kind")
    public record Prefetch(
            @Doc("The prefetcher; none prefetches nothing.") @Default("none") @NamedBy(PrefetcherProvider.class)
            String kind,

            @Doc("Lines that one access has prefetched, at most.") @Default("1") @Min(1)
            int degree,

            @Doc("Lines ahead of an access that are prefetched at most.") @Default("16") @Min(1)
            int distance,

            @Doc("MSHRs of a slice that prefetches leave free.") @Default("1") @Min(0)
            int reserve,

            @Doc("Prefetches that may wait for their turn at a slice; the oldest give way.") @Default("16") @Min(1)
            int queue,

            @Doc("Bytes of the pages that no prefetch leaves.") @Default("4KiB") @PowerOfTwo
            Size page,

            @Doc("Values of the prefetcher's own parameters, as 'list prefetchers' names them.")
            Map<String, String> parameters) {}

    /** Lines that are kept before others. */
    public record Persisting(
            @Doc("The share of each set's ways that they may have, 0 to 1; 0 for none.") @Default("0")
            double share,

            @Doc("Ranges of device addresses whose lines persist, whoever asks for them.")
            List<Window> windows) {}

    /** A range of device addresses. */
    public record Window(
            @Doc("The first byte.") Size from,
            @Doc("How many bytes.") @Min(1) Size size) {}

    /** How fast a slice performs an atomic operation. */
    public record AtomicRateFile(
            @Doc("Lanes per cycle, on any words of a line; 0 for any number.") @Default("0")
            double lanes,

            @Doc("Cycles of each lane on one and the same word.") @Default("1")
            double wordCycles) {}

    /** The near and far halves of a cache, two as a rule. */
    public record Halves(
            @Doc("How many; 1 for a cache that is equally far from all units.") @Default("1") @Min(1)
            int count,

            @Doc("Time that an access from another half takes longer, there and back together.") @Default("0")
            Duration latency,

            @Doc("How compute units are divided among the halves, and render output units likewise.") @Default("blocks")
            CacheHalves.Division units,

            @Doc("How slices are.") @Default("blocks") CacheHalves.Division slices,

            @Doc("Whether each half keeps copies of what its units read in the others.") @Default("false")
            boolean copies) {}
}
