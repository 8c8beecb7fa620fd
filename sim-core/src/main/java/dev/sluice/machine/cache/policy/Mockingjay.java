// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * Mockingjay: a line has an estimated time remaining until its next use, counted in accesses of its set; the line whose time is
 * furthest from now, ahead or past, goes.
 *
 * <p>In a few sets the reuse distance of each access is measured and what is expected of the access's origin moves towards it, by one
 * at a time; lines that are not used again within {@code history} accesses per way are taken for scans. An access gives its line the
 * time that is expected of its origin, every {@code granularity} accesses the times of a set count down. A line that would be the
 * first to go is not brought in at all.
 *
 * <p>The distance from which on a line counts as a scan is 105 of 127 in the authors' code, at 16 ways; here it is in proportion. A
 * sampled set keeps 5 of 8 of its past's lines, fully associative, where theirs are 16 sets of 5 ways.
 *
 * <p>Write-backs of caches above teach nothing and take no time; a line that one brings in goes first. A set's times count down after
 * its first {@code granularity} accesses; theirs at the first, and then after as many each.
 *
 * <p>An origin is the access site alone; theirs tells hits from misses too on one core, and cores from each other on several.
 *
 * <p>I. Shah, A. Jain, C. Lin: Effective Mimicry of Belady's MIN Policy, HPCA 2022.
 */
final class Mockingjay implements ReplacementPolicy {

    private static final int UNKNOWN = -1;
    private static final long NO_LINE = -1;
    /** The greatest time that is kept; one beyond it marks what goes first. */
    private static final int FURTHEST = Short.MAX_VALUE - 1;

    private final int ways;
    private final int granularity;
    /** Distances beyond this are infinite. */
    private final int infinite;
    /** Distances beyond this are those of scans. */
    private final int scan;
    /** The time of lines that are thought not to be used again. */
    private final int never;

    private final boolean bypass;
    private final Origins origins;
    private final SampledSets samples;
    private final int entries;
    private final long[] sampled;
    private final int[] sampledAt;
    private final int[] sampledBy;
    private final int[] clocks;
    /** Of each sampled set: when the line that was used longest ago was used, or earlier. */
    private final int[] earliest;
    /** Expected reuse distance of each origin. */
    private final int[] distances;

    private final short[] remaining;
    private final byte[] ticks;

    Mockingjay(PolicySetup setup) {
        int history = setup.integer("history");
        this.ways = setup.ways();
        this.granularity = setup.integer("granularity");
        this.infinite = ways * history - 1;
        this.scan = infinite - infinite * 22 / 127;
        this.never = Math.max(1, Math.min(FURTHEST, ways * history / granularity - 1));
        this.bypass = setup.flag("bypass");
        this.origins = new Origins(setup.integer("signature"), setup.integer("region"));
        this.samples = new SampledSets(setup.sets(), setup.integer("samples"));
        this.entries = Math.max(1, ways * history * 5 / 8);
        this.sampled = new long[samples.count * entries];
        this.sampledAt = new int[sampled.length];
        this.sampledBy = new int[sampled.length];
        this.clocks = new int[samples.count];
        this.earliest = new int[samples.count];
        this.distances = new int[1 << setup.integer("signature")];
        this.remaining = new short[setup.sets() * ways];
        this.ticks = new byte[setup.sets()];
        Arrays.fill(sampled, NO_LINE);
        Arrays.fill(distances, UNKNOWN);
    }

    @Override
    public boolean asksForAccesses() {
        return true;
    }

    @Override
    public boolean mayRefuse() {
        return bypass;
    }

    @Override
    public boolean refuses(CacheAccess access, WayCandidates rivals) {
        int distance = distances[origins.of(access)];
        if (access.hint() != CacheAccess.Hint.NONE || distance == UNKNOWN) {
            return false;
        }
        if (distance <= scan && distance / granularity <= furthest(access.set(), rivals)) {
            return false;
        }
        take(access, UNKNOWN);
        return true;
    }

    @Override
    public void onHit(CacheAccess access) {
        if (access.writeBack()) {
            return;
        }
        set(access, take(access, access.way()));
    }

    @Override
    public void onFill(CacheAccess access) {
        if (access.writeBack()) {
            remaining[access.set() * ways + access.way()] = (short) -never;
        } else if (access.hint() == CacheAccess.Hint.EVICT_FIRST) {
            onFill(access.set(), access.way(), true);
        } else {
            set(access, take(access, access.way()));
        }
    }

    @Override
    public void onHit(int set, int way) {
        remaining[set * ways + way] = 0;
        tick(set, way);
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        tick(set, way);
        remaining[set * ways + way] = (short) (evictFirst ? never + 1 : 0);
    }

    @Override
    public void onInvalidate(int set, int way) {
        remaining[set * ways + way] = 0;
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        int first = set * ways;
        int best = -1;
        int most = -1;
        for (int way = 0; way < ways; way++) {
            int time = remaining[first + way];
            int off = Math.abs(time);
            if ((off > most || off == most && time < 0) && candidates.evictable(set, way)) {
                most = off;
                best = way;
            }
        }
        return best;
    }

    @Override
    public int age(int set, int way) {
        return Math.abs(remaining[set * ways + way]);
    }

    @Override
    public String ageMeaning() {
        return "time to the next use that is expected, or since then, in " + granularity
                + " accesses of the set (the highest goes next)";
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return remaining[set * ways + way] > never;
    }

    /** How far off the line that would go is. */
    private int furthest(int set, WayCandidates rivals) {
        int most = 0;
        for (int way = 0; way < ways; way++) {
            int off = Math.abs(remaining[set * ways + way]);
            if (off > most && rivals.evictable(set, way)) {
                most = off;
            }
        }
        return most;
    }

    /** Learns from an access and lets time pass; returns its origin. */
    private int take(CacheAccess access, int way) {
        int origin = origins.of(access);
        int sample = samples.of(access.set());
        if (sample != SampledSets.NONE) {
            measure(sample, access.address(), origin);
        }
        tick(access.set(), way);
        return origin;
    }

    private void set(CacheAccess access, int origin) {
        int distance = distances[origin];
        int time = distance == UNKNOWN ? 0 : distance > scan ? never : Math.min(never, distance / granularity);
        remaining[access.set() * ways + access.way()] = (short) time;
    }

    /** Counts the times of a set's lines down, but for that of one way, after so many accesses. */
    private void tick(int set, int except) {
        if (++ticks[set] < granularity) {
            return;
        }
        ticks[set] = 0;
        int first = set * ways;
        for (int way = 0; way < ways; way++) {
            int time = remaining[first + way];
            if (way != except && Math.abs(time) < never) {
                remaining[first + way] = (short) (time - 1);
            }
        }
    }

    /** Measures how long ago a line of a sampled set was used, and remembers that it is used now. */
    private void measure(int sample, long line, int origin) {
        int now = clocks[sample]++;
        boolean young = now - earliest[sample] <= infinite;
        int place = young ? placeAmongYoung(sample, line, now) : placeAmongAll(sample, line, now);
        if (sampled[place] != NO_LINE) {
            forget(place);
        }
        sampled[place] = line;
        sampledAt[place] = now;
        sampledBy[place] = origin;
    }

    /** Where a line is remembered: the last free place, else its own, else that of the oldest; none is too old. */
    private int placeAmongYoung(int sample, long line, int now) {
        int end = (sample + 1) * entries;
        int free = -1;
        int own = -1;
        for (int at = sample * entries; at < end; at++) {
            long held = sampled[at];
            if (held == NO_LINE) {
                free = at;
            } else if (held == line) {
                own = at;
            }
        }
        if (own >= 0) {
            learn(sampledBy[own], now - sampledAt[own]);
            sampled[own] = NO_LINE;
        }
        if (free >= 0 || own >= 0) {
            return free >= 0 ? free : own;
        }
        int oldest = sample * entries;
        for (int at = oldest + 1; at < end; at++) {
            oldest = sampledAt[at] < sampledAt[oldest] ? at : oldest;
        }
        return oldest;
    }

    /** As {@link #placeAmongYoung}, where lines may be too old, which are forgotten. */
    private int placeAmongAll(int sample, long line, int now) {
        int from = sample * entries;
        int place = -1;
        int oldest = -1;
        int first = now;
        for (int at = from; at < from + entries; at++) {
            if (sampled[at] == NO_LINE) {
                place = at;
                oldest = Integer.MAX_VALUE;
                continue;
            }
            int age = now - sampledAt[at];
            if (sampled[at] == line) {
                if (age <= infinite) {
                    learn(sampledBy[at], age);
                } else {
                    forget(at);
                }
                sampled[at] = NO_LINE;
                age = Integer.MAX_VALUE;
            } else if (age > infinite) {
                forget(at);
                age = Integer.MAX_VALUE;
            } else {
                first = Math.min(first, sampledAt[at]);
            }
            if (age > oldest) {
                oldest = age;
                place = at;
            }
        }
        earliest[sample] = first;
        return place;
    }

    /** Moves what is expected of an origin towards what was seen: temporal difference learning, by at most one. */
    private void learn(int origin, int seen) {
        int known = distances[origin];
        if (known == UNKNOWN) {
            distances[origin] = seen;
        } else if (seen > known) {
            distances[origin] = Math.min(known + step(seen - known), infinite);
        } else {
            distances[origin] = Math.max(known - step(known - seen), 0);
        }
    }

    /** A sixteenth of the difference, but at most one: nothing below 16. */
    private static int step(int difference) {
        return Math.min(1, difference / 16);
    }

    /** A line that was not used again: its origin is further off than was thought. */
    private void forget(int at) {
        int origin = sampledBy[at];
        distances[origin] = distances[origin] == UNKNOWN ? infinite : Math.min(distances[origin] + 1, infinite);
        sampled[at] = NO_LINE;
    }
}
