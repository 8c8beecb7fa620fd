// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.plugin.Choice;
import dev.sluice.program.sync.CacheRole;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A cache node of a device: geometry, policies and timing; every instance of the node has these.
 *
 * <p>Sizes in bytes, latencies in core cycles. Combinations that would lose data are refused with the reason
 * ({@code docs/formats.md}, Device files; for dirty tracking Philip Taylor, Vulkan memory dependencies, section GPU
 * memory architecture). What a store fetches is in {@code docs/decisions/0003-whole-sectors-are-not-fetched.md}.
 *
 * @param name the node's name in the device file
 * @param role the name by which barrier profiles know it
 * @param scope how many instances there are
 * @param sharedBy compute units per instance when {@code scope} is {@code COMPUTE_UNIT}; 1 for a private cache
 * @param parent the next level down: a cache's name, {@code vram}
 */
public record CacheSpec(
        String name,
        CacheRole role,
        Scope scope,
        int sharedBy,
        String parent,
        Geometry geometry,
        Policy policy,
        Timing timing,
        Ports ports,
        Upkeep upkeep,
        CacheHalves halves,
        CacheRates rates,
        CacheStructure structure) {

    private static final int MOST_MSHRS = 32767;
    private static final int MOST_BANKS = 1024;
    private static final int MOST_SLICES = 4096;
    /** Lines of a slice, at most. */
    private static final long MOST_LINES = 1 << 24;

    /** How many instances a node has. */
    public enum Scope {
        COMPUTE_UNIT,
        DEVICE,
        ROP,
        HOST
    }

    /** What happens to a store. */
    public enum WritePolicy {
        THROUGH,
        BACK
    }

    /** What a store does that misses. */
    public enum Allocation {
        NO_WRITE,
        FETCH_ON_WRITE,
        VALIDATE_ON_WRITE
    }

    /** The unit whose dirty bit a store sets. */
    public enum DirtyTracking {
        NONE,
        LINE,
        SECTOR,
        BYTE
    }

    /** How an address chooses its set and slice. */
    public enum Hash {
        MODULO,
        XOR;

        /** As device files have it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What holds the lines and where a line belongs.
     *
     * @param size bytes per instance, over all slices
     * @param slices address-interleaved slices per instance, each with its own port and MSHRs
     * @param banks banks of a slice, each serving {@code throughput} look-ups a cycle
     * @param hash how sets and slices are chosen
     * @param tile whether lines hold tiles of an image (ROP caches)
     * @param fetch bytes that are fetched at least, together, where one of them is missing; sectors are valid one by one
     * @param sliceHash what chooses the slice: {@code modulo}, {@code xor}, or what a plug-in brought
     */
    public record Geometry(
            long size,
            int line,
            int sector,
            int ways,
            int slices,
            int banks,
            Hash hash,
            boolean tile,
            int fetch,
            Choice sliceHash) {

        /** Slices chosen as sets are. */
        public Geometry(
                long size, int line, int sector, int ways, int slices, int banks, Hash hash, boolean tile, int fetch) {
            this(size, line, sector, ways, slices, banks, hash, tile, fetch, Choice.of(hash.key()));
        }

        /** Lines whose sectors are fetched one by one. */
        public Geometry(long size, int line, int sector, int ways, int slices, int banks, Hash hash, boolean tile) {
            this(size, line, sector, ways, slices, banks, hash, tile, sector);
        }

        /** One slice of one bank, sectors of 32 bytes. */
        public static Geometry of(long size, int line, int ways) {
            return new Geometry(size, line, 32, ways, 1, 1, Hash.MODULO, false);
        }

        /** Lines per slice. */
        public int linesPerSlice() {
            return (int) (size / slices / line);
        }

        /** Sets per slice. */
        public int sets() {
            return linesPerSlice() / ways;
        }

        /** The sizes next to one that is no multiple of {@code unit}, in words; empty where there is no telling. */
        private static String nearest(long size, long unit) {
            if (unit < 1 || size < 1 || size > Long.MAX_VALUE - unit) {
                return "";
            }
            long below = size / unit * unit;
            return "; " + (below > 0 ? kibibytes(below) + " or " : "") + kibibytes(below + unit) + " would be";
        }

        private static String kibibytes(long bytes) {
            return bytes % 1024 == 0 ? bytes / 1024 + "KiB" : Long.toString(bytes);
        }

        private @Nullable InvalidSpecException problem() {
            if (Integer.bitCount(line) != 1 || line < 32 || line > 256) {
                return new InvalidSpecException(
                        "line must be a power of two from 32 to 256 bytes, not " + line, "line");
            }
            if (Integer.bitCount(sector) != 1 || sector < 32 || sector > line) {
                return new InvalidSpecException(
                        "sector must be a power of two from 32 to the line's " + line + " bytes, not " + sector,
                        "sector");
            }
            if (Integer.bitCount(fetch) != 1 || fetch < sector || fetch > line) {
                return new InvalidSpecException(
                        "fetch must be a power of two from the sector's " + sector + " to the line's " + line
                                + " bytes, not " + fetch,
                        "fetch");
            }
            if (slices < 1 || ways < 1 || size < 1 || size % ((long) slices * ways * line) != 0) {
                return new InvalidSpecException(
                        "size " + size + " is not a multiple of slices x ways x line = " + slices + " x " + ways + " x "
                                + line + nearest(size, (long) slices * ways * line),
                        "size");
            }
            if (slices > MOST_SLICES) {
                return new InvalidSpecException("slices must be at most " + MOST_SLICES + ", not " + slices, "slices");
            }
            return size / slices / line > MOST_LINES
                    ? new InvalidSpecException(
                            "size must be at most " + kibibytes(MOST_LINES / ways * ways * line * slices) + ", "
                                    + MOST_LINES + " lines of each of " + slices + " slices, not " + kibibytes(size),
                            "size")
                    : null;
        }
    }

    /**
     * What happens to stores and atomics, and which line makes room.
     *
     * @param readOnly whether stores never come here
     * @param replacement a policy of {@code Policies} and its parameters
     * @param persisting which lines are kept before others
     * @param atomics whether atomics are executed here
     * @param fillAtEviction whether the rest of a partly written sector is read before the sector is written back
     */
    public record Policy(
            boolean readOnly,
            WritePolicy write,
            Allocation allocate,
            DirtyTracking dirty,
            Choice replacement,
            boolean atomics,
            boolean fillAtEviction,
            PersistingSpec persisting) {

        /** Policies of a cache that writes back what it has of a sector. */
        public Policy(
                boolean readOnly,
                WritePolicy write,
                Allocation allocate,
                DirtyTracking dirty,
                String replacement,
                boolean atomics) {
            this(readOnly, write, allocate, dirty, replacement, atomics, false);
        }

        /** A replacement policy with its defaults, and no lines that persist. */
        public Policy(
                boolean readOnly,
                WritePolicy write,
                Allocation allocate,
                DirtyTracking dirty,
                String replacement,
                boolean atomics,
                boolean fillAtEviction) {
            this(
                    readOnly,
                    write,
                    allocate,
                    dirty,
                    Choice.of(replacement),
                    atomics,
                    fillAtEviction,
                    PersistingSpec.NONE);
        }

        /** Whether lines can be dirty. */
        public boolean canBeDirty() {
            return write == WritePolicy.BACK && !readOnly;
        }

        private @Nullable InvalidSpecException problem() {
            if (atomics && readOnly) {
                return new InvalidSpecException(
                        "atomics: true of a read-only cache, in which no result stays", "atomics");
            }
            if (atomics && write != WritePolicy.BACK) {
                return new InvalidSpecException(
                        "atomics: true needs write: back, because only there do results stay", "atomics");
            }
            if (readOnly && !fillAtEviction) {
                return dirty == DirtyTracking.NONE
                        ? null
                        : new InvalidSpecException(
                                "a read-only cache cannot track dirty data: use dirty: none", "dirty");
            }
            if (write == WritePolicy.BACK && dirty == DirtyTracking.NONE) {
                return new InvalidSpecException(
                        "write: back with dirty: none would lose every store: track dirty per line, sector or byte",
                        "dirty");
            }
            if (write == WritePolicy.THROUGH && dirty != DirtyTracking.NONE) {
                return new InvalidSpecException("write: through never has dirty data: use dirty: none", "dirty");
            }
            if (write == WritePolicy.BACK && allocate == Allocation.NO_WRITE) {
                return new InvalidSpecException(
                        "write: back with allocate: noWrite leaves a missing store nowhere to stay: use fetchOnWrite or validateOnWrite",
                        "allocate");
            }
            if (allocate == Allocation.VALIDATE_ON_WRITE && dirty != DirtyTracking.BYTE) {
                return new InvalidSpecException(
                        "allocate: validateOnWrite with dirty: " + dirty.name().toLowerCase(Locale.ROOT)
                                + " would write back bytes that were never fetched: use dirty: byte",
                        "dirty");
            }
            if (fillAtEviction && allocate != Allocation.VALIDATE_ON_WRITE) {
                return new InvalidSpecException(
                        "fillAtEviction: true needs allocate: validateOnWrite: elsewhere no sector is partly written when it is"
                                + " evicted",
                        "fillAtEviction");
            }
            if (write == WritePolicy.THROUGH && allocate == Allocation.VALIDATE_ON_WRITE) {
                return new InvalidSpecException(
                        "write: through cannot validate on write: use noWrite or fetchOnWrite", "allocate");
            }
            return null;
        }
    }

    /**
     * How fast look-ups are.
     *
     * @param latency cycles from look-up to reply on a hit
     * @param throughput look-ups per cycle and bank
     */
    public record Timing(int latency, int throughput) {}

    /**
     * How much may wait at a slice, and below it.
     *
     * @param queue input credits per slice
     * @param mshrs outstanding lines per slice
     * @param mshrMerges requests merged into one outstanding line, the first included
     */
    public record Ports(int queue, int mshrs, int mshrMerges) {}

    /**
     * What flushing and invalidating the cache reach and take.
     *
     * @param rangedMaintenance whether flush and invalidate honour address ranges
     * @param walkLinesPerCycle tags that a flush or invalidate examines per cycle and slice
     * @param flushInvalidates whether the device's flush of this cache also drops its lines (profile anv: data port L1)
     */
    public record Upkeep(boolean rangedMaintenance, int walkLinesPerCycle, boolean flushInvalidates) {}

    public CacheSpec {
        InvalidSpecException problem = geometry.problem();
        if (problem == null) {
            problem = least(geometry, timing, ports, upkeep, sharedBy);
        }
        if (problem == null) {
            problem = policy.problem();
        }
        if (problem == null) {
            problem = policy.persisting.problem(geometry.ways);
        }
        if (problem == null) {
            problem = halves.problem(scope, role, geometry.slices);
        }
        if (problem == null && halves.copies()) {
            problem = structure.problemBesideCopies();
        }
        if (problem == null) {
            problem = scope == Scope.HOST
                    ? hostProblem(geometry, policy, rates)
                    : rates.problem(geometry, policy, timing.throughput);
        }
        if (problem == null) {
            problem = structure.problem(scope, geometry, policy, ports);
        }
        if (problem != null) {
            throw new InvalidSpecException(
                    "cache " + name + ": " + problem.problem(), problem.keys().toArray(String[]::new));
        }
    }

    /** A host cache answers after its latency, and knows no sectors. */
    private static @Nullable InvalidSpecException hostProblem(Geometry geometry, Policy policy, CacheRates rates) {
        if (geometry.fetch != geometry.sector) {
            return new InvalidSpecException("fetch: host caches fetch whole lines", "fetch");
        }
        if (policy.persisting.share() > 0) {
            return new InvalidSpecException("persisting: lines of host caches do not persist", "persisting");
        }
        String key = rates.firstKey();
        return key == null
                ? null
                : new InvalidSpecException(key + ": host caches answer after their latency, and have no rates", key);
    }

    /** A cache that is equally far from all units. */
    public CacheSpec(
            String name,
            CacheRole role,
            Scope scope,
            int sharedBy,
            String parent,
            Geometry geometry,
            Policy policy,
            Timing timing,
            Ports ports,
            Upkeep upkeep) {
        this(
                name,
                role,
                scope,
                sharedBy,
                parent,
                geometry,
                policy,
                timing,
                ports,
                upkeep,
                CacheHalves.NONE,
                CacheRates.NONE,
                CacheStructure.NONE);
    }

    /** What is below its least value. */
    private static @Nullable InvalidSpecException least(
            Geometry geometry, Timing timing, Ports ports, Upkeep upkeep, int sharedBy) {
        String[] keys = {
            "banks", "latency", "throughput", "mshrs", "mshrMerges", "walkLinesPerCycle", "queue", "sharedBy"
        };
        int[] values = {
            geometry.banks,
            timing.latency,
            timing.throughput,
            ports.mshrs,
            ports.mshrMerges,
            upkeep.walkLinesPerCycle,
            ports.queue,
            sharedBy
        };
        for (int i = 0; i < keys.length; i++) {
            if (values[i] < 1) {
                return new InvalidSpecException(keys[i] + " must be at least 1, not " + values[i], keys[i]);
            }
        }
        if (geometry.banks > MOST_BANKS) {
            return new InvalidSpecException("banks must be at most " + MOST_BANKS + ", not " + geometry.banks, "banks");
        }
        if (ports.mshrs > MOST_MSHRS) {
            return new InvalidSpecException("mshrs must be at most " + MOST_MSHRS + ", not " + ports.mshrs, "mshrs");
        }
        return null;
    }

    /**
     * A write-through cache of a compute unit, the usual first level: no allocation by stores, least recently used out first.
     *
     * @param parent the next level down, or {@code vram}
     * @param latency cycles from look-up to reply on a hit
     */
    public static CacheSpec writeThrough(String name, String parent, Geometry geometry, int latency) {
        return usual(
                name,
                Scope.COMPUTE_UNIT,
                parent,
                geometry,
                new Policy(false, WritePolicy.THROUGH, Allocation.NO_WRITE, DirtyTracking.NONE, "lru", false),
                latency);
    }

    /**
     * A write-back cache of the whole device, the usual second level: stores fetch what they miss, dirty bits are kept per sector,
     * least recently used out first.
     *
     * @param parent the next level down, or {@code vram}
     * @param latency cycles from look-up to reply on a hit
     */
    public static CacheSpec writeBack(String name, String parent, Geometry geometry, int latency) {
        return usual(
                name,
                Scope.DEVICE,
                parent,
                geometry,
                new Policy(false, WritePolicy.BACK, Allocation.FETCH_ON_WRITE, DirtyTracking.SECTOR, "lru", true),
                latency);
    }

    private static CacheSpec usual(
            String name, Scope scope, String parent, Geometry geometry, Policy policy, int latency) {
        return new CacheSpec(
                name,
                new CacheRole(name.toUpperCase(Locale.ROOT)),
                scope,
                1,
                parent,
                geometry,
                policy,
                new Timing(latency, 1),
                new Ports(16, 64, 8),
                new Upkeep(false, 1, false));
    }

    /** The same cache with other lines. */
    public CacheSpec with(Geometry other) {
        return new CacheSpec(
                name, role, scope, sharedBy, parent, other, policy, timing, ports, upkeep, halves, rates, structure);
    }

    /** Instances that so many compute units have, each of which is in one. */
    public int instancesFor(int units) {
        return (units - 1) / sharedBy + 1;
    }

    /** Tags of a set: as many as ways, or more where lines are compressed. */
    public int tags() {
        LineCompression compression = structure.compression();
        return compression.on() ? geometry.ways * compression.tagFactor() : geometry.ways;
    }

    /** The same cache with other policies. */
    public CacheSpec with(Policy other) {
        return new CacheSpec(
                name, role, scope, sharedBy, parent, geometry, other, timing, ports, upkeep, halves, rates, structure);
    }

    /** The same cache in other halves. */
    public CacheSpec with(CacheHalves other) {
        return new CacheSpec(
                name, role, scope, sharedBy, parent, geometry, policy, timing, ports, upkeep, other, rates, structure);
    }

    /** The same cache at other rates. */
    public CacheSpec with(CacheRates other) {
        return new CacheSpec(
                name, role, scope, sharedBy, parent, geometry, policy, timing, ports, upkeep, halves, other, structure);
    }

    /** The same cache with other company. */
    public CacheSpec with(CacheStructure other) {
        return new CacheSpec(
                name, role, scope, sharedBy, parent, geometry, policy, timing, ports, upkeep, halves, rates, other);
    }
}
