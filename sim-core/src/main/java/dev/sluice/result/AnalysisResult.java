// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.List;
import java.util.Map;

/**
 * What {@code run --analyze} found out ({@code docs/analysis.md}).
 *
 * @param caches by name, those that were accessed
 * @param roofline a point for each dispatch that ran in time
 * @param windows what happened in spans of equal length, in order; all that was counted lies in one of them
 */
public record AnalysisResult(Map<String, CacheAnalysis> caches, List<RooflinePoint> roofline, List<Window> windows) {

    public AnalysisResult {
        roofline = List.copyOf(roofline);
        windows = List.copyOf(windows);
    }

    /**
     * A cache node, all its instances together.
     *
     * @param lookups look-ups that were counted: each is a use of a line
     * @param misses sectors that missed, by kind; their sum is that of the node's read and write misses
     */
    public record CacheAnalysis(
            int instances, long lookups, MissKinds misses, Reuse reuse, List<MissRatio> missRatioCurve, Sets sets) {
        public CacheAnalysis {
            missRatioCurve = List.copyOf(missRatioCurve);
        }
    }

    /** Sectors that missed, by kind. */
    public record MissKinds(long compulsory, long capacity, long conflict, long coherence) {
        /** All of them. */
        public long sum() {
            return compulsory + capacity + conflict + coherence;
        }
    }

    /**
     * How many other lines an instance used between two uses of a line.
     *
     * @param exact whether every line was followed
     * @param samplingRate the part of all lines that was followed, the least of all instances
     * @param firstUses uses of lines that were not used before
     * @param distances uses by distance
     */
    public record Reuse(boolean exact, double samplingRate, double firstUses, List<Bin> distances) {
        public Reuse {
            distances = List.copyOf(distances);
        }
    }

    /** Uses whose distance is at least {@code from} lines and less than twice as much (0: none in between). */
    public record Bin(long from, double uses) {}

    /**
     * The part of all uses that a fully associative cache of another size would miss, were each instance so large.
     *
     * @param bytes of an instance
     */
    public record MissRatio(long bytes, double missRatio) {}

    /**
     * How evenly sets are used.
     *
     * @param count sets of all slices and instances
     * @param misses sectors that missed in a set
     * @param evictions lines that a set evicted
     * @param hottest those with the most misses, first
     */
    public record Sets(long count, Spread misses, Spread evictions, List<HotSet> hottest) {
        public Sets {
            hottest = List.copyOf(hottest);
        }
    }

    /** The least, the middle and the most. */
    public record Spread(long min, long median, long max) {}

    /** A set: of which instance and slice, and what it missed and evicted. */
    public record HotSet(int instance, int slice, int set, long misses, long evictions) {}

    /**
     * A dispatch beside the limits of the device (Williams, Waterman and Patterson, Roofline, Communications of the ACM, 2009).
     *
     * @param integerOperations and {@code floatOperations}: of all lanes; a fused multiply and add counts twice
     * @param opaqueOperations cycles of {@code alu} statements, of all lanes
     * @param opsPerCycle all three by cycle
     * @param peakOpsPerCycle what all units issue in a cycle, of all lanes
     * @param levels from the nearest level to memory
     * @param bound {@code compute}, or the level whose bandwidth limits a kernel of this intensity most
     */
    public record RooflinePoint(
            String command,
            String kernel,
            long cycles,
            long integerOperations,
            long floatOperations,
            long opaqueOperations,
            double opsPerCycle,
            double peakOpsPerCycle,
            List<Level> levels,
            String bound) {
        public RooflinePoint {
            levels = List.copyOf(levels);
        }
    }

    /**
     * A level of the hierarchy as a dispatch used it.
     *
     * @param bytes that were asked of it
     * @param intensity operations by byte; 0 where it was asked for none
     * @param peakBytesPerCycle the most that it can deliver, by the device file
     */
    public record Level(String name, long bytes, double intensity, double bytesPerCycle, double peakBytesPerCycle) {}

    /** A span of cycles. */
    public record Window(
            long start, long cycles, Map<String, CacheWindow> caches, long vramReadBytes, long vramWriteBytes) {}

    /**
     * A cache node in a window.
     *
     * @param sectors that look-ups asked for
     * @param hits those of them that were there
     * @param mshrs registers of a slice in use when a request looked up, on average
     */
    public record CacheWindow(long sectors, long hits, double mshrs) {}
}
