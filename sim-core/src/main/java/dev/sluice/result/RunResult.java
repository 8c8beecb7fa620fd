// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a run found out, under the keys of {@code docs/formats.md}, Result files; component names are the JSON keys.
 *
 * <p>{@code sluice}, {@code version} and {@code wallSeconds} are added by whoever writes the file.
 */
public record RunResult(
        String stream,
        String device,
        String profile,
        boolean calibrated,
        boolean timingOnly,
        long seed,
        long cycles,
        double timeNs,
        long requests,
        long sectors,
        long events,
        boolean interrupted,
        @Nullable Cut cut,
        @Nullable WarmUpResult warmUp,
        List<String> notes,
        List<String> assumptions,
        List<CommandResult> commands,
        List<BarrierResult> barriers,
        List<FrameResult> frames,
        Map<String, CacheResult> caches,
        DramResult vram,
        HostResult host,
        LinkResult link,
        NetworkResult network,
        TransferResult transfer,
        Map<String, Long> timestamps,
        List<RunFinding.StaleRead> staleReads,
        List<RunFinding.LostWrite> lostWrites,
        List<RunFinding.UnwrittenRead> unwrittenReads,
        List<RunFinding.OutOfLimits> outOfLimits,
        List<RunFinding.Check> checks,
        GraphicsResult.@Nullable Rop rop,
        GraphicsResult.@Nullable Tlb tlb,
        GraphicsResult.@Nullable Display display,
        List<ImageResult> images,
        List<GraphicsResult.Tearing> tearing,
        Limits limits,
        List<RegionResult> regions,
        @Nullable AnalysisResult analysis) {

    /** What ended a run before its end, beside somebody's asking. */
    public enum Cut {
        /** The cycle given as the last. */
        MAX_CYCLES("maxCycles");

        private final String text;

        Cut(String text) {
            this.text = text;
        }

        /** As results spell it. */
        public String text() {
            return text;
        }
    }

    public RunResult {
        frames = List.copyOf(frames);
        outOfLimits = List.copyOf(outOfLimits);
        images = List.copyOf(images);
        tearing = List.copyOf(tearing);
        regions = List.copyOf(regions);
    }

    /** The same run with other findings: those of which somebody knows more. */
    public RunResult with(List<RunFinding.StaleRead> stale, List<RunFinding.LostWrite> lost) {
        return new RunResult(
                stream,
                device,
                profile,
                calibrated,
                timingOnly,
                seed,
                cycles,
                timeNs,
                requests,
                sectors,
                events,
                interrupted,
                cut,
                warmUp,
                notes,
                assumptions,
                commands,
                barriers,
                frames,
                caches,
                vram,
                host,
                link,
                network,
                transfer,
                timestamps,
                stale,
                lost,
                unwrittenReads,
                outOfLimits,
                checks,
                rop,
                tlb,
                display,
                images,
                tearing,
                limits,
                regions,
                analysis);
    }

    /** Cycles [start, end] of one stage of a command. */
    public record StageTime(long start, long end) {}

    /**
     * A device command.
     *
     * @param overlapCycles cycles during which another command of the device ran too
     * @param limits what limited the time from its start to its end, whoever used the device meanwhile; null if it did nothing
     */
    public record CommandResult(
            String id,
            String kind,
            @Nullable String label,
            String where,
            String queue,
            boolean approximate,
            long submitCycle,
            long startCycle,
            long endCycle,
            long overlapCycles,
            Map<String, StageTime> stages,
            long bytesRead,
            long bytesWritten,
            long waves,
            @Nullable Limits limits) {}

    /**
     * What one barrier cost. Barriers include the implicit ones of submissions and fences, whose {@code id} says so.
     *
     * @param kind the command that it is or belongs to, or {@code submitBegin}, {@code submitEnd}, {@code waitIdle},
     *     {@code semaphoreWait}, {@code semaphoreSignal}, {@code present}, {@code pendingFlushes}, {@code dispatchBegin},
     *     {@code overwriteBegin}, {@code loadedInput}
     * @param says what it orders, a text for each barrier of a dependency and each semaphore; empty for implicit work
     * @param frame the frame in which it was submitted, as {@link FrameResult} counts them
     * @param stallCycles from the barrier's being reached to its release
     * @param drainCycles of those, waiting for earlier stages
     * @param actionCycles of those, cache actions
     * @param refillMisses later sector misses on lines that this barrier dropped
     * @param refillBytes bytes fetched again for them
     * @param idleUnitCycles cycles of compute units that had nothing to run while it stalled, summed over units
     * @param waits how many tasks, gates and semaphores it still waited for when it was reached
     * @param waitedFor the last of them in the order in which they came about; the very last one held it up
     * @param heldBack what was ready but for this barrier, in the order in which it began to wait
     * @param refillMissesByResource refill misses by the resource that they fetched; they add up to {@code refillMisses}
     * @param refillBytesByResource the same in bytes
     * @param refills the same by cache and resource
     */
    public record BarrierResult(
            String id,
            String command,
            @Nullable String label,
            String where,
            boolean implicit,
            String kind,
            List<String> says,
            int frame,
            long reachedCycle,
            long releasedCycle,
            long stallCycles,
            long drainCycles,
            long actionCycles,
            long refillMisses,
            long refillBytes,
            long idleUnitCycles,
            List<ActionResult> actions,
            long waits,
            List<Milestone> waitedFor,
            List<HeldBack> heldBack,
            Map<String, Long> refillMissesByResource,
            Map<String, Long> refillBytesByResource,
            List<Refill> refills) {

        /**
         * Whether the program asked for it: a dependency that it wrote down, or a semaphore that it waits for. All else is
         * work that submissions and commands bring along.
         */
        public boolean declared() {
            return !implicit || !says.isEmpty();
        }
    }

    /**
     * Something that was waited for and the cycle at which it came about.
     *
     * @param command the command, or the barrier whose gate it was, or the name of a semaphore
     * @param stage of the command; null for anything else
     */
    public record Milestone(String command, @Nullable String stage, long until) {}

    /**
     * A task or barrier that waited for a barrier last of all.
     *
     * @param stage of the command; null for a barrier
     * @param cycles by how much earlier it would have been ready without the barrier, everything else being the same
     * @param otherwiseReady the cycle at which it would have been ready
     * @param alsoWaitedFor what it would have waited for until then; null for nothing
     */
    public record HeldBack(
            String command,
            @Nullable String stage,
            long cycles,
            long otherwiseReady,
            @Nullable Milestone alsoWaitedFor) {}

    /** Sectors of a resource that a cache fetched again after a barrier had dropped them. */
    public record Refill(String cache, String resource, long misses, long bytes) {}

    /**
     * One action of a barrier on one cache node, all its instances together.
     *
     * @param invalidatedBytes bytes that the lines dropped had held
     * @param dirtyLinesByResource dirty lines (tiles of a layout transition: those changed) by the resource of the first byte
     *     written back
     * @param writtenBackBytesByResource bytes written back by resource
     */
    public record ActionResult(
            String kind,
            String cache,
            int instances,
            long linesVisited,
            long dirtyLines,
            long writtenBackBytes,
            long invalidatedLines,
            long invalidatedBytes,
            long startCycle,
            long endCycle,
            Map<String, Long> dirtyLinesByResource,
            Map<String, Long> writtenBackBytesByResource) {
        private static final String TRANSITION = "transition:";
        private static final String COST = "cost:";

        /** The kind of a layout transition, which is an action whose cache is an image. */
        public static String kindOfTransition(String transition) {
            return TRANSITION + transition;
        }

        /** Something that a profile charges, on no cache: the front end's {@code command}, a wait, an access. */
        public static ActionResult overhead(String what, long startCycle, long endCycle) {
            return new ActionResult(COST + what, "", 0, 0, 0, 0, 0, 0, startCycle, endCycle, Map.of(), Map.of());
        }

        /** What a profile charged, {@code command} for example; null for an action. */
        public @Nullable String overhead() {
            return kind.startsWith(COST) ? kind.substring(COST.length()) : null;
        }

        /** What a layout transition did, {@code decompress} for example; null for an action on a cache. */
        public @Nullable String transition() {
            return kind.startsWith(TRANSITION) ? kind.substring(TRANSITION.length()) : null;
        }
    }

    /**
     * A cache node, summed over instances.
     *
     * @param optimal null where it was not asked for, or where there is no such bound
     */
    public record CacheResult(
            String role,
            int instances,
            CacheCounters total,
            Map<String, AccessCounters> byClient,
            Map<String, AccessCounters> byCommand,
            @Nullable Optimal optimal,
            @Nullable PrefetchResult prefetch,
            @Nullable StructureResult structure,
            @Nullable LineCompressionResult compression) {

        /** A node of whose look-ups no more is known. */
        public CacheResult(
                String role,
                int instances,
                CacheCounters total,
                Map<String, AccessCounters> byClient,
                Map<String, AccessCounters> byCommand) {
            this(role, instances, total, byClient, byCommand, null, null, null, null);
        }
    }

    /**
     * What Belady's replacement, which knows the future, would have hit with the look-ups of a cache node.
     *
     * @param sectors sectors that were looked up, without those of stores that never bring lines in
     * @param actualHits those of them that hit in this run
     * @param hits those that would have hit
     * @param bypassingHits the same where reads need not bring lines in
     * @param mostHits what nothing can hit more than, where reads need not bring lines in: as if each sector of a line had a way of its own
     */
    public record Optimal(long sectors, long actualHits, long hits, long bypassingHits, long mostHits) {}

    /** A latency distribution in core cycles. */
    public record LatencyHistogram(long count, long min, long p50, long p90, long p99, long max, double mean) {}

    /** Device memory. Row outcomes count transactions. */
    public record DramResult(
            long reads,
            long writes,
            long readBytes,
            long writeBytes,
            long rowHits,
            long rowMisses,
            long rowConflicts,
            long refreshes,
            long busyCycles,
            double peakBytesPerCycle,
            double achievedBytesPerCycle,
            LatencyHistogram latencyHistogram) {}

    /** The host's own accesses. */
    public record HostResult(
            long loads,
            long stores,
            long uncachedLoads,
            long combinedStores,
            long drains,
            long fullDrains,
            long partialDrains,
            long flushedLines,
            long invalidatedLines,
            long snoops,
            long snoopHits,
            long busyCycles,
            Map<String, CacheCounters> caches,
            DramResult ram) {

        /** The same with other figures of host memory. */
        public HostResult with(DramResult other) {
            return new HostResult(
                    loads,
                    stores,
                    uncachedLoads,
                    combinedStores,
                    drains,
                    fullDrains,
                    partialDrains,
                    flushedLines,
                    invalidatedLines,
                    snoops,
                    snoopHits,
                    busyCycles,
                    caches,
                    other);
        }
    }

    /** The link, by direction. */
    public record LinkResult(
            long toDeviceRequests,
            long toDeviceBytes,
            long toHostRequests,
            long toHostBytes,
            long busyCyclesToDevice,
            long busyCyclesToHost) {}

    /**
     * The crossbars.
     *
     * @param ports every port through which anything went
     * @param distances replies of caches that have near and far halves
     */
    public record NetworkResult(
            long requests,
            long requestFlits,
            long replyFlits,
            long busiestPortFlits,
            List<PortResult> ports,
            List<DistanceResult> distances) {
        public NetworkResult {
            ports = List.copyOf(ports);
            distances = List.copyOf(distances);
        }
    }

    /**
     * A port of a crossbar.
     *
     * @param network the cache that it leads to
     * @param kind the key of a {@link Resource}
     * @param port whose it is: a slice of that cache, or a client
     * @param headerFlits of the flits, those without data that begin a packet
     * @param bytes that the flits have room for
     * @param busyCycles that they took
     */
    public record PortResult(
            String network,
            String kind,
            String port,
            long packets,
            long flits,
            long headerFlits,
            long bytes,
            long busyCycles) {}

    /** Replies of a cache to units of the same half as their slice, and to others. */
    public record DistanceResult(String cache, long nearReplies, long farReplies) {}

    /** The transfer engine. */
    public record TransferResult(
            long commands, long reads, long writes, long readBytes, long writeBytes, long busyCycles) {}
}
