package dev.sluice.core.cache;

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
 * @param readOnly whether stores never come here
 * @param size bytes per instance, over all slices
 * @param slices address-interleaved slices per instance, each with its own port and MSHRs
 * @param banks banks of a slice, each serving {@code throughput} lookups a cycle
 * @param latency cycles from lookup to reply on a hit
 * @param throughput lookups per cycle and bank
 * @param mshrs outstanding lines per slice
 * @param mshrMerges requests merged into one outstanding line, the first included
 * @param replacement a policy name of {@code Policies}
 * @param hash how sets and slices are chosen
 * @param atomics whether atomics are executed here
 * @param rangedMaintenance whether flush and invalidate honour address ranges
 * @param tile whether lines hold tiles of an image (ROP caches)
 * @param walkLinesPerCycle tags that a flush or invalidate examines per cycle and slice
 * @param queue input credits per slice
 * @param flushInvalidates whether the device's flush of this cache also drops its lines (profile anv: data port L1)
 */
public record CacheSpec(
        String name,
        String role,
        Scope scope,
        int sharedBy,
        String parent,
        boolean readOnly,
        long size,
        int line,
        int sector,
        int ways,
        int slices,
        int banks,
        int latency,
        int throughput,
        WritePolicy write,
        Allocation allocate,
        DirtyTracking dirty,
        int mshrs,
        int mshrMerges,
        String replacement,
        Hash hash,
        boolean atomics,
        boolean rangedMaintenance,
        boolean tile,
        int walkLinesPerCycle,
        int queue,
        boolean flushInvalidates) {

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
        XOR
    }

    public CacheSpec {
        String problem = problem(
                readOnly,
                size,
                line,
                sector,
                ways,
                slices,
                banks,
                latency,
                throughput,
                write,
                allocate,
                dirty,
                mshrs,
                mshrMerges,
                walkLinesPerCycle,
                queue,
                sharedBy,
                atomics);
        if (problem != null) {
            throw new IllegalArgumentException("cache " + name + ": " + problem);
        }
    }

    /** A cache whose flush leaves lines valid and clean, as flushes do as a rule. */
    public CacheSpec(
            String name,
            String role,
            Scope scope,
            int sharedBy,
            String parent,
            boolean readOnly,
            long size,
            int line,
            int sector,
            int ways,
            int slices,
            int banks,
            int latency,
            int throughput,
            WritePolicy write,
            Allocation allocate,
            DirtyTracking dirty,
            int mshrs,
            int mshrMerges,
            String replacement,
            Hash hash,
            boolean atomics,
            boolean rangedMaintenance,
            boolean tile,
            int walkLinesPerCycle,
            int queue) {
        this(
                name,
                role,
                scope,
                sharedBy,
                parent,
                readOnly,
                size,
                line,
                sector,
                ways,
                slices,
                banks,
                latency,
                throughput,
                write,
                allocate,
                dirty,
                mshrs,
                mshrMerges,
                replacement,
                hash,
                atomics,
                rangedMaintenance,
                tile,
                walkLinesPerCycle,
                queue,
                false);
    }

    /** Lines per slice. */
    public int linesPerSlice() {
        return (int) (size / slices / line);
    }

    /** Sets per slice. */
    public int sets() {
        return linesPerSlice() / ways;
    }

    /** Whether lines can be dirty. */
    public boolean canBeDirty() {
        return write == WritePolicy.BACK && !readOnly;
    }

    private static @Nullable String problem(
            boolean readOnly,
            long size,
            int line,
            int sector,
            int ways,
            int slices,
            int banks,
            int latency,
            int throughput,
            WritePolicy write,
            Allocation allocate,
            DirtyTracking dirty,
            int mshrs,
            int mshrMerges,
            int walk,
            int queue,
            int sharedBy,
            boolean atomics) {
        if (Integer.bitCount(line) != 1 || line < 32 || line > 256) {
            return "line must be a power of two from 32 to 256 bytes, not " + line;
        }
        if (Integer.bitCount(sector) != 1 || sector < 32 || sector > line) {
            return "sector must be a power of two from 32 to the line's " + line + " bytes, not " + sector;
        }
        if (slices < 1 || ways < 1 || size < 1 || size % ((long) slices * ways * line) != 0) {
            return "size " + size + " is not a multiple of slices x ways x line = " + slices + " x " + ways + " x "
                    + line;
        }
        if (size / slices / line > 1 << 24) {
            return "more than 2^24 lines per slice";
        }
        if (banks < 1
                || latency < 1
                || throughput < 1
                || mshrs < 1
                || mshrs > 32767
                || mshrMerges < 1
                || walk < 1
                || queue < 1
                || sharedBy < 1) {
            return "banks, latency, throughput, mshrs (to 32767), mshrMerges, walkLinesPerCycle, queue and sharedBy must be at least 1";
        }
        if (atomics && (readOnly || write != WritePolicy.BACK)) {
            return "atomics: true needs write: back, because only there do results stay";
        }
        if (readOnly) {
            return dirty == DirtyTracking.NONE ? null : "a read-only cache cannot track dirty data: use dirty: none";
        }
        if (write == WritePolicy.BACK && dirty == DirtyTracking.NONE) {
            return "write: back with dirty: none would lose every store: track dirty per line, sector or byte";
        }
        if (write == WritePolicy.THROUGH && dirty != DirtyTracking.NONE) {
            return "write: through never has dirty data: use dirty: none";
        }
        if (write == WritePolicy.BACK && allocate == Allocation.NO_WRITE) {
            return "write: back with allocate: noWrite leaves a missing store nowhere to stay: use fetchOnWrite or validateOnWrite";
        }
        if (allocate == Allocation.VALIDATE_ON_WRITE && dirty != DirtyTracking.BYTE) {
            return "allocate: validateOnWrite with dirty: " + dirty.name().toLowerCase(java.util.Locale.ROOT)
                    + " would write back bytes that were never fetched: use dirty: byte";
        }
        if (write == WritePolicy.THROUGH && allocate == Allocation.VALIDATE_ON_WRITE) {
            return "write: through cannot validate on write: use noWrite or fetchOnWrite";
        }
        return null;
    }
}
