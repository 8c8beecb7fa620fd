// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.PersistingSpec;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a slice that are kept before others, whatever its policy: at most a share of each set.
 *
 * <p>A line begins to persist with an access that asks for it, as long as its set has room for one more; it ends with a streaming
 * access, and when it leaves. The policy chooses among the other lines, and among these only where there are no others.
 */
final class PersistingLines implements WayCandidates {

    private final TagArray tags;
    private final int most;
    private final long[] windowFrom;
    private final long[] windowTo;
    private final boolean[] persists;
    private final int[] counts;
    /** Among which ways the policy chooses now. */
    private WayCandidates among;

    private PersistingLines(TagArray tags, CacheSpec spec) {
        PersistingSpec persisting = spec.policy().persisting();
        this.tags = tags;
        this.among = tags;
        this.most = persisting.ways(tags.ways);
        this.windowFrom = persisting.windows().stream()
                .mapToLong(PersistingSpec.Window::from)
                .toArray();
        this.windowTo = persisting.windows().stream()
                .mapToLong(PersistingSpec.Window::to)
                .toArray();
        this.persists = new boolean[tags.lines];
        this.counts = new int[spec.geometry().sets()];
    }

    /** Those of a slice; null where none can persist. */
    static @Nullable PersistingLines of(TagArray tags, CacheSpec spec) {
        return spec.policy().persisting().share() > 0 ? new PersistingLines(tags, spec) : null;
    }

    /** Whether an access asks for its line to persist, by itself or because a sector of it lies in a window, be it in part. */
    boolean asked(Request r) {
        if ((r.flags & (Request.PERSISTING | Request.STREAMING)) != 0) {
            return r.has(Request.PERSISTING);
        }
        for (int i = 0; i < windowFrom.length; i++) {
            if (r.touches(windowFrom[i], windowTo[i])) {
                return true;
            }
        }
        return false;
    }

    /** An access used a line, or brought it in. */
    void used(int set, int line, Request r) {
        if (persists[line]) {
            if (r.has(Request.STREAMING)) {
                left(line, set);
            }
        } else if (counts[set] < most && asked(r)) {
            persists[line] = true;
            counts[set]++;
        }
    }

    /** A line left its way, for whatever reason, or shall not persist any more. */
    void left(int line, int set) {
        if (persists[line]) {
            persists[line] = false;
            counts[set]--;
        }
    }

    /**
     * The way that makes room, by the policy; -1 if every way waits for a fill.
     *
     * @param allowed the ways that the request may use
     */
    int victim(ReplacementPolicy policy, @Nullable PolicyView view, Request r, int set, WayCandidates allowed) {
        if (any(set)) {
            among = allowed;
            int way = view == null ? policy.victim(set, this) : policy.victim(view.coming(r, set), this);
            if (way >= 0) {
                return way;
            }
        }
        return view == null ? policy.victim(set, allowed) : policy.victim(view.coming(r, set), allowed);
    }

    /** Whether some line of a set persists. */
    boolean any(int set) {
        return counts[set] > 0;
    }

    /** Whether the line of a way persists. */
    boolean persists(int set, int way) {
        return persists[set * tags.ways + way];
    }

    @Override
    public boolean evictable(int set, int way) {
        return !persists(set, way) && among.evictable(set, way);
    }
}
