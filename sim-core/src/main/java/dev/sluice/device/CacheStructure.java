// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cache has beside lines that wait for accesses: what it fetches ahead, what goes past it, who may use which of its
 * ways. See {@code docs/cache-structure.md}.
 *
 * @param prefetch what it fetches ahead
 * @param bypass accesses that go past it
 * @param partition by client the ways in which new lines may be put, bit 0 being way 0; clients without a key use all
 * @param inclusive whether what is evicted here leaves the caches of compute units and of the device above as well
 * @param writeBuffer where write-backs wait for others of their line
 * @param victim where evicted lines wait beside the sets
 * @param exclusive whether what caches of compute units and of the device read from here leaves, and comes back when they evict it
 * @param clock the clock of its banks, tags, data ports, atomics and walks; latencies are core cycles already
 * @param split the array that it shares with workgroup memory, where kernels choose the split
 * @param compression how its lines are compressed
 */
public record CacheStructure(
        PrefetchSpec prefetch,
        List<Bypass> bypass,
        Map<Client, Long> partition,
        boolean inclusive,
        ClockRatio clock,
        WriteBuffer writeBuffer,
        Victim victim,
        boolean exclusive,
        Split split,
        LineCompression compression) {

    /** A cache without any of it. */
    public static final CacheStructure NONE =
            new CacheStructure(PrefetchSpec.NONE, List.of(), Map.of(), false, ClockRatio.CORE, WriteBuffer.NONE);

    /** A cache whose share of an array, if any, is fixed, and whose lines are not compressed. */
    public CacheStructure(
            PrefetchSpec prefetch,
            List<Bypass> bypass,
            Map<Client, Long> partition,
            boolean inclusive,
            ClockRatio clock,
            WriteBuffer writeBuffer,
            Victim victim,
            boolean exclusive) {
        this(
                prefetch,
                bypass,
                partition,
                inclusive,
                clock,
                writeBuffer,
                victim,
                exclusive,
                Split.NONE,
                LineCompression.NONE);
    }

    /** A cache without a victim cache, which is not exclusive. */
    public CacheStructure(
            PrefetchSpec prefetch,
            List<Bypass> bypass,
            Map<Client, Long> partition,
            boolean inclusive,
            ClockRatio clock,
            WriteBuffer writeBuffer) {
        this(prefetch, bypass, partition, inclusive, clock, writeBuffer, Victim.NONE, false);
    }

    /** Ways that a mask can name. */
    private static final int MOST_WAYS = Long.SIZE;

    /** Accesses that may go past a cache. */
    public enum Bypass {
        LOADS,
        STORES,
        /** Both, of host memory. */
        HOST
    }

    /**
     * The buffer behind the write-backs of a slice.
     *
     * @param entries write-backs; 0 for no buffer
     * @param drainAfter core cycles after which one goes down to which nothing was added
     */
    public record WriteBuffer(int entries, int drainAfter) {
        /** None. */
        public static final WriteBuffer NONE = new WriteBuffer(0, 200);

        private static final int MOST = 256;

        private @Nullable InvalidSpecException problem(CacheSpec.Policy policy) {
            if (entries < 0 || entries > MOST) {
                return new InvalidSpecException(
                        "writeBuffer.entries must be 0 to " + MOST + ", not " + entries, "writeBuffer", "entries");
            }
            if (drainAfter < 1) {
                return new InvalidSpecException(
                        "writeBuffer.drainAfter must be at least 1 cycle", "writeBuffer", "drainAfter");
            }
            return entries > 0 && !policy.canBeDirty()
                    ? new InvalidSpecException(
                            "writeBuffer needs write: back, because elsewhere nothing is written back", "writeBuffer")
                    : null;
        }
    }

    /**
     * The victim cache beside the sets of a slice: lines that make room go there, and come back when they are asked for (Jouppi,
     * Improving Direct-Mapped Cache Performance by the Addition of a Small Fully-Associative Cache and Prefetch Buffers, ISCA 1990).
     *
     * @param lines of a slice, which the cache's size does not count; 0 for none
     * @param latency core cycles that a hit on such a line takes longer
     */
    public record Victim(int lines, int latency) {
        /** None. */
        public static final Victim NONE = new Victim(0, 1);

        private static final int MOST = 256;

        private @Nullable InvalidSpecException problem() {
            if (lines < 0 || lines > MOST) {
                return new InvalidSpecException(
                        "victim.lines must be 0 to " + MOST + ", not " + lines, "victim", "lines");
            }
            return latency < 0
                    ? new InvalidSpecException("victim.latency must not be negative", "victim", "latency")
                    : null;
        }
    }

    /**
     * The array of one compute unit of which this cache has what workgroup memory leaves, in whole ways; its geometry is that of
     * the least workgroup memory.
     *
     * @param array bytes of the array; 0 where the cache's share is fixed
     * @param own bytes of workgroup memory for kernels that prefer nothing
     */
    public record Split(long array, long own) {
        /** A share that is fixed. */
        public static final Split NONE = new Split(0, 0);

        /** Whether kernels choose the split. */
        public boolean on() {
            return array > 0;
        }

        /** The ways of a cache of this geometry that are its own beside so much workgroup memory. */
        public int ways(CacheSpec.Geometry geometry, long workgroupMemory) {
            return (int) Math.min(geometry.ways(), (array - workgroupMemory) / (geometry.size() / geometry.ways()));
        }

        private @Nullable InvalidSpecException problem(
                CacheSpec.Geometry geometry, CacheSpec.Policy policy, Map<Client, Long> partition, boolean inclusive) {
            if (!on()) {
                return null;
            }
            if (inclusive) {
                return new InvalidSpecException(
                        "inclusive: where kernels choose the split lines leave without those above", "inclusive");
            }
            if (policy.canBeDirty()) {
                return new InvalidSpecException(
                        "carveOut: where kernels choose the split the cache needs write: through", "carveOut");
            }
            if (!partition.isEmpty()) {
                return new InvalidSpecException(
                        "partition: where kernels choose the split ways cannot be parted", "partition");
            }
            return geometry.ways() > MOST_WAYS
                    ? new InvalidSpecException(
                            "carveOut: the least workgroup memory leaves " + geometry.ways() + " ways, and at most "
                                    + MOST_WAYS + " can be masked",
                            "carveOut")
                    : null;
        }
    }

    public CacheStructure {
        bypass = List.copyOf(bypass);
        EnumMap<Client, Long> masks = new EnumMap<>(Client.class);
        masks.putAll(partition);
        partition = Collections.unmodifiableMap(masks);
    }

    /** The same with another prefetcher. */
    public CacheStructure with(PrefetchSpec other) {
        return new CacheStructure(
                other, bypass, partition, inclusive, clock, writeBuffer, victim, exclusive, split, compression);
    }

    /** The same with another victim cache. */
    public CacheStructure with(Victim other) {
        return new CacheStructure(
                prefetch, bypass, partition, inclusive, clock, writeBuffer, other, exclusive, split, compression);
    }

    /** The same, exclusive or not. */
    public CacheStructure exclusive(boolean other) {
        return new CacheStructure(
                prefetch, bypass, partition, inclusive, clock, writeBuffer, victim, other, split, compression);
    }

    /** The same with lines compressed otherwise. */
    public CacheStructure with(LineCompression other) {
        return new CacheStructure(
                prefetch, bypass, partition, inclusive, clock, writeBuffer, victim, exclusive, split, other);
    }

    /** What does not go with copies of lines of other halves. */
    @Nullable
    InvalidSpecException problemBesideCopies() {
        String other = exclusive
                ? "exclusive"
                : inclusive
                        ? "inclusive"
                        : victim.lines() > 0
                                ? "victim"
                                : compression.on() ? "compression" : prefetch.on() ? "prefetch" : "";
        return other.isEmpty()
                ? null
                : new InvalidSpecException(
                        "halves.copies does not go with " + other + ", for a line may be in two slices",
                        "halves",
                        "copies");
    }

    /** Whether there is something to count beside prefetches and compression. */
    public boolean counts() {
        return inclusive || exclusive || writeBuffer.entries() > 0 || victim.lines() > 0;
    }

    @Nullable
    InvalidSpecException problem(
            CacheSpec.Scope scope, CacheSpec.Geometry geometry, CacheSpec.Policy policy, CacheSpec.Ports ports) {
        String key = firstKey();
        if (key != null && scope == CacheSpec.Scope.HOST) {
            return new InvalidSpecException(key + ": host caches have none", key);
        }
        if (key != null && scope == CacheSpec.Scope.ROP) {
            return new InvalidSpecException(key + ": caches of render output units have none", key);
        }
        InvalidSpecException problem = prefetch.problem(geometry, ports);
        if (problem == null) {
            problem = writeBuffer.problem(policy);
        }
        if (problem == null) {
            problem = victim.problem();
        }
        if (problem == null) {
            problem = split.problem(geometry, policy, partition, inclusive);
        }
        if (problem == null) {
            problem = compression.problem(geometry, this);
        }
        if (problem == null && inclusive && exclusive) {
            problem =
                    new InvalidSpecException("exclusive: an inclusive cache cannot be exclusive as well", "exclusive");
        }
        return problem == null ? partitionProblem(geometry.ways()) : problem;
    }

    /** The first key that says something, or null. */
    private @Nullable String firstKey() {
        if (prefetch.on()) {
            return "prefetch";
        }
        if (!bypass.isEmpty()) {
            return "bypass";
        }
        if (!partition.isEmpty()) {
            return "partition";
        }
        if (inclusive) {
            return "inclusive";
        }
        if (writeBuffer.entries() > 0) {
            return "writeBuffer";
        }
        if (exclusive) {
            return "exclusive";
        }
        if (victim.lines() > 0) {
            return "victim";
        }
        if (compression.on()) {
            return "compression";
        }
        return clock.isCore() ? null : "clock";
    }

    private @Nullable InvalidSpecException partitionProblem(int ways) {
        if (!partition.isEmpty() && ways > MOST_WAYS) {
            return new InvalidSpecException(
                    "partition: at most " + MOST_WAYS + " ways can be parted, not " + ways, "partition");
        }
        for (Map.Entry<Client, Long> entry : partition.entrySet()) {
            long mask = entry.getValue();
            if (mask == 0 || ways < MOST_WAYS && mask >>> ways != 0) {
                return new InvalidSpecException(
                        "partition." + entry.getKey().key() + " must name ways from 0 to " + (ways - 1),
                        "partition",
                        entry.getKey().key());
            }
        }
        return null;
    }
}
