// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Space;
import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the accesses around a barrier make of it: which pairs it orders directly, and what happens near it. */
final class DependencyUse {

    /** Two accesses to the same places, named by the later one. */
    enum Pair {
        READ_AFTER_WRITE,
        WRITE_AFTER_READ,
        WRITE_AFTER_WRITE,
        READ_AFTER_READ,
        /** One of the two is the barrier's own layout transition or transfer. */
        CHANGE
    }

    private final DependencyId id;
    private final DependencySite site;
    private final int sourcePosition;
    private final @Nullable Map<Space, Intervals> places;
    private final long sourceScope;
    private final long destinationScope;

    private final Set<Pair> pairs = EnumSet.noneOf(Pair.class);
    private final Set<String> resources = new LinkedHashSet<>();
    private final Set<String> images = new LinkedHashSet<>();
    private final Uses source = new Uses();
    private final Uses destination = new Uses();
    private final Uses before = new Uses();
    private final Uses earlier = new Uses();
    private final Uses after = new Uses();

    /** Stages and accesses that occurred. */
    static final class Uses {
        long stages;
        long accesses;
        /** The first or last command, for messages. */
        String example = "";

        void add(MemoryAccess access, String id) {
            stages |= access.stage().mask();
            accesses |= access.access().mask();
            example = id;
        }

        void add(Uses other) {
            stages |= other.stages;
            accesses |= other.accesses;
            example = other.example;
        }
    }

    /**
     * @param sourcePosition the place in the walk before which its first half reaches: its own, or that of the set of its event
     * @param places what it is limited to; null for a global barrier
     */
    DependencyUse(DependencyId id, DependencySite site, int sourcePosition, @Nullable Map<Space, Intervals> places) {
        this.id = id;
        this.site = site;
        this.sourcePosition = sourcePosition;
        this.places = places;
        this.sourceScope = Stages.syncScopeSrc(site.barrier().srcStages(), site.queue());
        this.destinationScope = Stages.syncScopeDst(site.barrier().dstStages(), site.queue());
    }

    DependencyId id() {
        return id;
    }

    DependencySite site() {
        return site;
    }

    int position() {
        return site.at().position();
    }

    Barrier barrier() {
        return site.barrier();
    }

    /** The sorts of pairs that it orders directly. */
    Set<Pair> pairs() {
        return pairs;
    }

    /** Whether it orders a pair of which one writes. */
    boolean orders() {
        return pairs.contains(Pair.READ_AFTER_WRITE)
                || pairs.contains(Pair.WRITE_AFTER_READ)
                || pairs.contains(Pair.WRITE_AFTER_WRITE)
                || pairs.contains(Pair.CHANGE);
    }

    /** The first accesses of the pairs. */
    Uses source() {
        return source;
    }

    /** The second accesses of the pairs. */
    Uses destination() {
        return destination;
    }

    /** Accesses in its range between the barrier before it and itself. */
    Uses before() {
        return before;
    }

    /** The last accesses in its range, however long before. */
    Uses earlier() {
        return earlier;
    }

    /** Accesses in its range between itself and the next barrier. */
    Uses after() {
        return after;
    }

    /** The images among the resources of the pairs that it orders. */
    Set<String> images() {
        return images;
    }

    /** Whether all data that it orders is in images. */
    boolean onlyImages() {
        return !resources.isEmpty() && images.containsAll(resources);
    }

    boolean startsAfter(Touch touch) {
        return touch.position() < sourcePosition;
    }

    /** Whether an access belongs to the resource that it is limited to; always, for a global barrier. */
    boolean covers(MemoryAccess access) {
        for (int i = 0; i < access.where().count(); i++) {
            if (covers(access, access.where().start(i), access.where().end(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether some of an access's places between two are in its range. */
    boolean covers(MemoryAccess access, long start, long end) {
        if (places == null) {
            return true;
        }
        Intervals own = places.getOrDefault(access.space(), Intervals.NONE);
        int low = 0;
        int high = own.count();
        while (low < high) {
            int middle = low + high >>> 1;
            if (own.end(middle) <= start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < own.count() && own.start(low) < end;
    }

    /** Whether the first access of a pair is in the first scope: its stage, and if the pair needs memory its access. */
    boolean takes(MemoryAccess first, boolean memory) {
        return (sourceScope & first.stage().mask()) != 0
                && (!memory || names(barrier().srcStages(), barrier().srcAccess(), first));
    }

    /** Whether the second access of a pair is in the second scope. */
    boolean gives(MemoryAccess second, boolean memory) {
        return (destinationScope & second.stage().mask()) != 0
                && (!memory || names(barrier().dstStages(), barrier().dstAccess(), second));
    }

    private boolean names(long stages, long accesses, MemoryAccess access) {
        long expanded = Stages.accessScope(stages, site.queue());
        return (expanded & access.stage().mask()) != 0
                && (expand(accesses, expanded) & access.access().mask()) != 0;
    }

    /** The elementary accesses of a mask; the host makes those of its own stage. */
    static long expand(long accesses, long expanded) {
        long host = (expanded & Stage.HOST.mask()) == 0 ? 0 : Accesses.of(Access.HOST_READ, Access.HOST_WRITE);
        return Accesses.expand(accesses, expanded) | accesses & host;
    }

    void order(Pair pair, @Nullable Touch first, @Nullable Touch second) {
        pairs.add(pair);
        add(source, first);
        add(destination, second);
    }

    private void add(Uses uses, @Nullable Touch touch) {
        if (touch != null && touch.access() != null) {
            // the first consumer and the last producer are the ones to name
            if (uses != destination || uses.example.isEmpty()) {
                uses.example = touch.id();
            }
            String example = uses.example;
            uses.add(touch.access(), touch.id());
            uses.example = example;
            resources.add(touch.access().resource());
            if (touch.access().space().image() != null) {
                images.add(touch.access().resource());
            }
        }
    }
}
