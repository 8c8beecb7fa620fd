// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Space;
import dev.sluice.program.Command;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds for each pair of accesses to the same places, of which at least one writes, the first barrier that orders the two
 * directly, and notes it with the barrier.
 *
 * <p>Chains of several barriers are not followed here: what a rule concludes from a barrier that seems unused is proven by
 * {@link SafetyProof}.
 */
final class UseTracker implements LintCheck {
    /** Barriers of a queue that are looked at for one pair; beyond it the pair is left out. */
    private static final int MOST_BARRIERS = 256;

    /** Who accessed some places: the last write, and the reads since. Shared by neighbouring places, never changed. */
    private record History(@Nullable Touch write, List<Touch> reads) {
        static final History NONE = new History(null, List.of());
    }

    /** A pair as far as the barrier that orders it depends on it. */
    private record PairKey(Touch first, Stage stage, long access, DependencyUse.Pair pair) {}

    /** Told of pairs that a barrier orders but for an access that its second scope lacks. */
    interface Lacking {
        void lacks(DependencyUse use, Touch second);
    }

    private final LintContext context;
    private final Lacking lacking;
    private final Map<Space, SegmentMap<History>> spaces = new HashMap<>();
    private final Map<String, List<DependencyUse>> queues = new HashMap<>();
    private final List<DependencyUse> all = new ArrayList<>();
    private final Map<PairKey, Boolean> attributed = new HashMap<>();
    private final Map<String, Integer> sets = new HashMap<>();
    private final Map<String, Window> windows = new HashMap<>();
    private final Map<String, Integer> indices = new HashMap<>();

    /** What happens on a queue between two groups of barriers, and all that happened on it. */
    private static final class Window {
        final DependencyUse.Uses ever = new DependencyUse.Uses();
        final List<Touch> before = new ArrayList<>();
        final List<DependencyUse> open = new ArrayList<>();
        boolean worked = true;
    }

    UseTracker(LintContext context, Lacking lacking) {
        this.context = context;
        this.lacking = lacking;
    }

    /** Every barrier, in the order of the walk. */
    List<DependencyUse> uses() {
        return all;
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.SetEvent set) {
            sets.put(set.event(), site.position());
        }
    }

    @Override
    public void dependency(DependencySite site) {
        if (site.form() == DependencySite.Form.SET) {
            return;
        }
        DependencyId id = new DependencyId(
                kind(site.form()), site.at().id(), indices.merge(site.at().id(), 1, Integer::sum) - 1);
        DependencyUse use = new DependencyUse(id, site, sourcePosition(site), context.places(site.barrier()));
        open(use);
        all.add(use);
        queues.computeIfAbsent(site.at().queue(), queue -> new ArrayList<>()).add(use);
        if (site.transition() || site.transfersOwnership()) {
            change(use);
        }
    }

    private static DependencyId.Kind kind(DependencySite.Form form) {
        return switch (form) {
            case SUBPASS -> DependencyId.Kind.SUBPASS;
            case WAIT -> DependencyId.Kind.EVENT;
            case PIPELINE, SET -> DependencyId.Kind.BARRIER;
        };
    }

    private int sourcePosition(DependencySite site) {
        int position = site.at().position();
        if (site.at().command() instanceof Command.WaitEvents waits) {
            for (Command.WaitEvents.Wait wait : waits.waits()) {
                for (String event : wait.events()) {
                    position = Math.min(position, sets.getOrDefault(event, position));
                }
            }
        }
        return position;
    }

    /** Barriers with no work between them share what comes before and after them. */
    private void open(DependencyUse use) {
        Window window = windows.computeIfAbsent(use.site().at().queue(), queue -> new Window());
        if (window.worked) {
            window.open.clear();
        }
        window.worked = false;
        window.open.add(use);
        earlier(use, window);
        for (Touch touch : window.before) {
            if (touch.access() != null && use.startsAfter(touch) && use.covers(touch.access())) {
                use.before().add(touch.access(), touch.id());
            }
        }
    }

    private void earlier(DependencyUse use, Window window) {
        Map<Space, Intervals> places = context.places(use.barrier());
        if (places == null) {
            use.earlier().add(window.ever);
            return;
        }
        places.forEach((space, where) -> {
            for (int i = 0; i < where.count(); i++) {
                for (SegmentMap.Run<History> run : map(space).runs(where.start(i), where.end(i))) {
                    run.value().reads.forEach(read -> earlier(use, read));
                    earlier(use, run.value().write);
                }
            }
        });
    }

    private static void earlier(DependencyUse use, @Nullable Touch touch) {
        if (touch != null && touch.access() != null) {
            use.earlier().add(touch.access(), touch.id());
        }
    }

    @Override
    public void accesses(CommandSite site, List<MemoryAccess> accesses) {
        if (accesses.isEmpty()) {
            return;
        }
        List<Touch> touches = touches(site.id(), site.queue(), site.position(), accesses);
        Window window = windows.computeIfAbsent(site.queue(), queue -> new Window());
        if (!window.worked) {
            window.before.clear();
            window.worked = true;
        }
        window.before.addAll(touches);
        accesses.forEach(access -> window.ever.add(access, site.id()));
        for (DependencyUse use : window.open) {
            for (MemoryAccess access : accesses) {
                if (use.covers(access)) {
                    use.after().add(access, site.id());
                }
            }
        }
        touch(touches);
    }

    @Override
    public void hostAccesses(HostSite site, List<MemoryAccess> accesses) {
        touch(touches(site.id(), "", site.position(), accesses));
    }

    private static List<Touch> touches(String id, String queue, int position, List<MemoryAccess> accesses) {
        List<Touch> touches = new ArrayList<>();
        for (MemoryAccess access : accesses) {
            if (!access.has(MemoryAccess.ALIAS) && !access.has(MemoryAccess.ATOM)) {
                touches.add(new Touch(id, queue, position, access, null));
            }
        }
        return touches;
    }

    private void touch(List<Touch> touches) {
        for (Touch touch : touches) {
            judge(touch);
        }
        for (Touch touch : touches) {
            if (touch.access() != null && !touch.writes()) {
                eachInterval(touch, (map, start, end) -> map.change(start, end, old -> withRead(old, touch)));
            }
        }
        for (Touch touch : touches) {
            if (touch.writes()) {
                History written = new History(touch, List.of());
                eachInterval(touch, (map, start, end) -> map.set(start, end, written));
            }
        }
    }

    private interface Visit {
        void at(SegmentMap<History> map, long start, long end);
    }

    private void eachInterval(Touch touch, Visit visit) {
        MemoryAccess access = touch.access();
        if (access != null) {
            SegmentMap<History> map = map(access.space());
            Intervals where = access.where();
            for (int i = 0; i < where.count(); i++) {
                visit.at(map, where.start(i), where.end(i));
            }
        }
    }

    private SegmentMap<History> map(Space space) {
        return spaces.computeIfAbsent(space, key -> new SegmentMap<>(History.NONE));
    }

    private static History withRead(History old, Touch read) {
        List<Touch> reads = new ArrayList<>();
        for (Touch other : old.reads) {
            if (!sameSort(other, read)) {
                reads.add(other);
            }
        }
        reads.add(read);
        return new History(old.write, reads);
    }

    private static boolean sameSort(Touch one, Touch other) {
        return one.access() != null
                && other.access() != null
                && one.queue().equals(other.queue())
                && one.access().stage() == other.access().stage()
                && one.access().access() == other.access().access();
    }

    private void judge(Touch touch) {
        Set<Touch> met = new HashSet<>();
        eachInterval(touch, (map, start, end) -> {
            for (SegmentMap.Run<History> run : map.runs(start, end)) {
                History history = run.value();
                if (history.write != null && met.add(history.write)) {
                    pair(history.write, touch, run.start(), run.end());
                }
                for (Touch read : history.reads) {
                    if (met.add(read)) {
                        pair(read, touch, run.start(), run.end());
                    }
                }
            }
        });
    }

    private void pair(Touch first, Touch second, long start, long end) {
        MemoryAccess access = second.access();
        if (access == null || first.position() == second.position()) {
            return;
        }
        DependencyUse.Pair pair = sort(first, second);
        PairKey key = new PairKey(first, access.stage(), access.access().mask(), pair);
        if (attributed.putIfAbsent(key, true) != null) {
            return;
        }
        DependencyUse own = first.barrier();
        if (own != null) {
            afterChange(own, second, access);
            return;
        }
        MemoryAccess before = first.access();
        if (before != null && !orderedInPass(before, access)) {
            attribute(before, first, second, pair, start, end);
        }
    }

    private static boolean orderedInPass(MemoryAccess first, MemoryAccess second) {
        return first.subpass() != MemoryAccess.NO_SUBPASS && first.subpass() == second.subpass();
    }

    private static DependencyUse.Pair sort(Touch first, Touch second) {
        if (first.barrier() != null) {
            return DependencyUse.Pair.CHANGE;
        }
        if (second.writes()) {
            return first.writes() ? DependencyUse.Pair.WRITE_AFTER_WRITE : DependencyUse.Pair.WRITE_AFTER_READ;
        }
        return first.writes() ? DependencyUse.Pair.READ_AFTER_WRITE : DependencyUse.Pair.READ_AFTER_READ;
    }

    /** An access to what a barrier changed: its second scope is needed. */
    private void afterChange(DependencyUse own, Touch second, MemoryAccess access) {
        if (own.gives(access, !access.writes())) {
            own.order(DependencyUse.Pair.CHANGE, null, second);
        } else if (own.gives(access, false)) {
            lacking.lacks(own, second);
        }
    }

    private void attribute(
            MemoryAccess before, Touch first, Touch second, DependencyUse.Pair pair, long start, long end) {
        MemoryAccess access = second.access();
        List<DependencyUse> barriers = queues.getOrDefault(first.queue(), List.of());
        if (access == null || (!second.queue().isEmpty() && !second.queue().equals(first.queue()))) {
            return;
        }
        boolean available = pair == DependencyUse.Pair.READ_AFTER_WRITE || pair == DependencyUse.Pair.WRITE_AFTER_WRITE;
        boolean visible = pair == DependencyUse.Pair.READ_AFTER_WRITE;
        DependencyUse near = null;
        int from = firstAfter(barriers, first.position());
        for (int i = from; i < Math.min(barriers.size(), from + MOST_BARRIERS); i++) {
            DependencyUse use = barriers.get(i);
            if (use.startsAfter(first) && use.covers(before, start, end) && use.takes(before, available)) {
                if (use.gives(access, visible)) {
                    use.order(pair, first, second);
                    return;
                }
                near = near == null && use.gives(access, false) ? use : near;
            }
        }
        if (near != null) {
            lacking.lacks(near, second);
        }
    }

    private static int firstAfter(List<DependencyUse> barriers, int position) {
        int low = 0;
        int high = barriers.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (barriers.get(middle).position() <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** A layout transition or transfer rewrites its range: what was there before is ordered by the first half. */
    private void change(DependencyUse use) {
        Touch touch = new Touch(use.site().at().id(), use.site().at().queue(), use.position(), null, use);
        History changed = new History(touch, List.of());
        Map<Space, Intervals> places = context.places(use.barrier());
        if (places == null) {
            return;
        }
        for (Map.Entry<Space, Intervals> part : places.entrySet()) {
            SegmentMap<History> map = map(part.getKey());
            Intervals where = part.getValue();
            for (int i = 0; i < where.count(); i++) {
                for (SegmentMap.Run<History> run : map.runs(where.start(i), where.end(i))) {
                    before(use, run.value());
                }
                map.set(where.start(i), where.end(i), changed);
            }
        }
    }

    private static void before(DependencyUse use, History history) {
        List<Touch> touches = new ArrayList<>(history.reads);
        if (history.write != null) {
            touches.add(history.write);
        }
        for (Touch touch : touches) {
            MemoryAccess access = touch.access();
            if (access != null
                    && touch.queue().equals(use.site().at().queue())
                    && use.startsAfter(touch)
                    && use.takes(access, touch.writes())) {
                use.order(DependencyUse.Pair.CHANGE, touch, null);
            }
        }
    }
}
