// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheProbe;
import dev.sluice.machine.request.Request;
import dev.sluice.result.AnalysisResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The look-ups of a cache node: kinds of misses, reuse of lines and pressure on sets. */
final class NodeAnalysis {

    /** Lines whose reuse is followed at a time, in all instances of a node together. */
    private static final int FOLLOWED = 1 << 19;

    private static final int FEWEST = 1 << 10;
    private static final int HOTTEST = 5;
    /** Sizes of the curve, by powers of two from that of the cache. */
    private static final int SMALLER = 4;

    private static final int LARGER = 4;

    private final CacheSpec spec;
    private final Windows windows;
    private final List<Instance> instances = new ArrayList<>();
    private final int[] widen;
    private final boolean fetchesAlong;
    long lookups;
    long sectors;
    long misses;
    long mshrs;

    /** An instance of the node: its slices share what a cache of that size would hold. */
    private static final class Instance {
        final MissClassifier kinds;
        final ReuseDistances reuse;
        final List<Slice> slices = new ArrayList<>();

        Instance(MissClassifier kinds, ReuseDistances reuse) {
            this.kinds = kinds;
            this.reuse = reuse;
        }
    }

    /** A slice of an instance, which is told of its look-ups. */
    private final class Slice implements CacheProbe {
        final Cache cache;
        final Instance instance;
        final long[] missesOfSet;
        final long[] evictionsOfSet;

        Slice(Cache cache, Instance instance) {
            this.cache = cache;
            this.instance = instance;
            this.missesOfSet = new long[spec.geometry().sets()];
            this.evictionsOfSet = new long[spec.geometry().sets()];
        }

        @Override
        public void accessed(
                long line, int want, int missing, int fetched, boolean brings, boolean present, boolean merged) {
            windows.tick(cache.now());
            lookups++;
            sectors += Integer.bitCount(want);
            mshrs += cache.outstandingLines();
            int underWay = merged && fetchesAlong ? missing & instance.kinds.asked(line) : 0;
            int brought = brings ? want | along(line, missing & ~underWay, fetched) : 0;
            instance.kinds.accessed(line, missing, brought, present, merged);
            instance.reuse.used(line);
            if (missing != 0) {
                int count = Integer.bitCount(missing);
                misses += count;
                missesOfSet[cache.setOf(line)] += count;
            }
        }

        /** What the cache fetches along with what it misses, and the reference with what it misses. */
        private int along(long line, int missing, int fetched) {
            int lacked = fetchesAlong ? fetched & instance.kinds.lacking(line) : 0;
            return widen[missing & fetched | lacked];
        }

        @Override
        public void lost(long line, int granules) {
            instance.kinds.lost(line, granules);
        }

        @Override
        public void evicted(long line) {
            evictionsOfSet[cache.setOf(line)]++;
        }
    }

    /** @param slices of each instance */
    NodeAnalysis(CacheSpec spec, List<List<Cache>> slices, Windows windows) {
        this.spec = spec;
        this.windows = windows;
        this.widen = Cache.fetchedWith(spec);
        this.fetchesAlong = spec.geometry().fetch() > Request.SECTOR_BYTES;
        int lines = spec.geometry().sets() * spec.tags() * spec.geometry().slices();
        FollowedLines followed = new FollowedLines(Math.max(FOLLOWED, FEWEST * slices.size()));
        for (List<Cache> own : slices) {
            Instance instance = new Instance(new MissClassifier(lines), new ReuseDistances(followed));
            for (Cache cache : own) {
                Slice slice = new Slice(cache, instance);
                instance.slices.add(slice);
                cache.watch(slice);
            }
            instances.add(instance);
        }
    }

    String name() {
        return spec.name();
    }

    void reset() {
        lookups = 0;
        sectors = 0;
        misses = 0;
        mshrs = 0;
        for (Instance instance : instances) {
            instance.kinds.reset();
            instance.reuse.reset();
            for (Slice slice : instance.slices) {
                Arrays.fill(slice.missesOfSet, 0);
                Arrays.fill(slice.evictionsOfSet, 0);
            }
        }
    }

    AnalysisResult.CacheAnalysis result() {
        return new AnalysisResult.CacheAnalysis(instances.size(), lookups, kinds(), reuse(), curve(), sets());
    }

    private AnalysisResult.MissKinds kinds() {
        long[] sums = new long[MissKind.values().length];
        for (Instance instance : instances) {
            for (MissKind kind : MissKind.values()) {
                sums[kind.ordinal()] += instance.kinds.count(kind);
            }
        }
        return new AnalysisResult.MissKinds(
                sums[MissKind.COMPULSORY.ordinal()],
                sums[MissKind.CAPACITY.ordinal()],
                sums[MissKind.CONFLICT.ordinal()],
                sums[MissKind.COHERENCE.ordinal()]);
    }

    private AnalysisResult.Reuse reuse() {
        double rate = 1;
        double first = 0;
        double[] powers = new double[Long.SIZE];
        int used = 0;
        for (Instance instance : instances) {
            rate = Math.min(rate, instance.reuse.rate());
            first += instance.reuse.cold();
            double[] own = instance.reuse.byPowersOfTwo();
            used = Math.max(used, own.length);
            for (int i = 0; i < own.length; i++) {
                powers[i] += own[i];
            }
        }
        List<AnalysisResult.Bin> bins = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            bins.add(new AnalysisResult.Bin(i == 0 ? 0 : 1L << i - 1, powers[i]));
        }
        return new AnalysisResult.Reuse(rate == 1, rate, first, bins);
    }

    private List<AnalysisResult.MissRatio> curve() {
        long lines = (long) spec.geometry().sets()
                * spec.geometry().ways()
                * spec.geometry().slices();
        List<AnalysisResult.MissRatio> curve = new ArrayList<>();
        for (int i = -SMALLER; i <= LARGER; i++) {
            long capacity = i < 0 ? lines >> -i : lines << i;
            if (capacity > 0 && lookups > 0) {
                double missed = 0;
                for (Instance instance : instances) {
                    missed += instance.reuse.misses(capacity);
                }
                curve.add(
                        new AnalysisResult.MissRatio(capacity * spec.geometry().line(), Math.min(1, missed / lookups)));
            }
        }
        return curve;
    }

    private AnalysisResult.Sets sets() {
        List<AnalysisResult.HotSet> all = new ArrayList<>();
        for (int i = 0; i < instances.size(); i++) {
            List<Slice> slices = instances.get(i).slices;
            for (int s = 0; s < slices.size(); s++) {
                Slice slice = slices.get(s);
                for (int set = 0; set < slice.missesOfSet.length; set++) {
                    all.add(new AnalysisResult.HotSet(i, s, set, slice.missesOfSet[set], slice.evictionsOfSet[set]));
                }
            }
        }
        List<AnalysisResult.HotSet> hottest = all.stream()
                .filter(set -> set.misses() > 0)
                .sorted(Comparator.comparingLong(AnalysisResult.HotSet::misses).reversed())
                .limit(HOTTEST)
                .toList();
        return new AnalysisResult.Sets(
                all.size(),
                spread(all.stream()
                        .mapToLong(AnalysisResult.HotSet::misses)
                        .sorted()
                        .toArray()),
                spread(all.stream()
                        .mapToLong(AnalysisResult.HotSet::evictions)
                        .sorted()
                        .toArray()),
                hottest);
    }

    private static AnalysisResult.Spread spread(long[] sorted) {
        return new AnalysisResult.Spread(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }
}
