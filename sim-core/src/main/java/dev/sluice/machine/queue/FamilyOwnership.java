// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queue family ownership transfers of a run (Vulkan specification, section Queue Family Ownership Transfer): a
 * release by one family and an acquire by another make one transfer if they name the same range, families and layouts
 * and the release happens-before the acquire.
 */
final class FamilyOwnership {

    /** Where a half of a transfer stands in the order of the run. */
    record Point(int strand, int position) {
        boolean knownTo(Clock clock) {
            return clock.at(strand) >= position;
        }
    }

    /** A half of a transfer that was carried out. */
    sealed interface Half {
        Barrier barrier();

        List<AddressRange> ranges();

        Point point();

        default boolean covers(long address) {
            return FamilyOwnership.covers(ranges(), address);
        }
    }

    /**
     * A release that was carried out.
     *
     * @param before what happens-before it
     */
    record Release(String command, Barrier barrier, List<AddressRange> ranges, Point point, Clock before)
            implements Half {}

    /**
     * An acquire that was carried out; null in the place of the release that it has none.
     *
     * @param releasedBefore whether its release went before all that the stream has
     */
    record Acquire(
            String command,
            Barrier barrier,
            List<AddressRange> ranges,
            Point point,
            Clock before,
            @Nullable Release release,
            boolean releasedBefore)
            implements Half {
        /** Whether the range passed over: from another family by a release, maybe an unseen one, or from outside of the device. */
        boolean transferred() {
            return release != null || releasedBefore || outside(barrier.srcQueueFamily());
        }
    }

    private final Map<Integer, String> families = new LinkedHashMap<>();
    private final List<Release> releases = new ArrayList<>();
    private final List<Release> open = new ArrayList<>();
    private final List<Acquire> acquires = new ArrayList<>();
    /** All of them, in the order in which they were carried out. */
    private final List<Half> halves = new ArrayList<>();

    /** Whether work of the program went before, so that releases may have, too. */
    private boolean midway;

    void midway(boolean begins) {
        midway = begins;
    }

    /** The family of a queue by its name {@code family.index}. */
    static String familyOf(String queue) {
        int dot = queue.lastIndexOf('.');
        return dot < 0 ? queue : queue.substring(0, dot);
    }

    /** Whether an owner is none of the device's queue families. */
    static boolean outside(@Nullable String family) {
        return "EXTERNAL".equals(family) || "FOREIGN_EXT".equals(family);
    }

    /** Adds a queue by its first strand. */
    void addQueue(int firstStrand, String family) {
        families.put(firstStrand, family);
    }

    /** The family of the queue that a strand belongs to, or null for a host thread. */
    @Nullable
    String family(int strand) {
        for (Map.Entry<Integer, String> queue : families.entrySet()) {
            if (strand >= queue.getKey() && strand < queue.getKey() + Clock.STAGES) {
                return queue.getValue();
            }
        }
        return null;
    }

    List<Release> releases() {
        return releases;
    }

    List<Acquire> acquires() {
        return acquires;
    }

    List<Half> halves() {
        return halves;
    }

    void release(Release release) {
        releases.add(release);
        halves.add(release);
        open.add(release);
    }

    /**
     * Carries an acquire out.
     *
     * @param before what happens-before it
     */
    Acquire acquire(String command, Barrier barrier, List<AddressRange> ranges, Point point, Clock before) {
        Release match = null;
        for (Release candidate : open) {
            if (matches(candidate.barrier(), barrier)
                    && candidate.ranges().equals(ranges)
                    && candidate.point().knownTo(before)) {
                match = candidate;
                break;
            }
        }
        if (match != null) {
            open.remove(match);
        }
        Acquire acquire = new Acquire(
                command, barrier, ranges, point, before, match, match == null && midway && untouched(ranges));
        acquires.add(acquire);
        halves.add(acquire);
        return acquire;
    }

    /** Whether nobody has given up or taken over any of some ranges. */
    private boolean untouched(List<AddressRange> ranges) {
        for (AddressRange range : ranges) {
            for (Release release : releases) {
                if (overlap(release.ranges(), range)) {
                    return false;
                }
            }
            for (Acquire acquire : acquires) {
                if (overlap(acquire.ranges(), range)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean overlap(List<AddressRange> ranges, AddressRange other) {
        return ranges.stream()
                .anyMatch(range -> range.address() < other.address() + other.size()
                        && other.address() < range.address() + range.size());
    }

    private static boolean matches(Barrier release, Barrier acquire) {
        return Objects.equals(release.srcQueueFamily(), acquire.srcQueueFamily())
                && Objects.equals(release.dstQueueFamily(), acquire.dstQueueFamily())
                && Objects.equals(layouts(release.image()), layouts(acquire.image()));
    }

    private static @Nullable List<Object> layouts(@Nullable ImageTransition image) {
        return image == null ? null : List.of(image.oldLayout(), image.newLayout());
    }

    private static boolean covers(List<AddressRange> ranges, long address) {
        for (AddressRange range : ranges) {
            if (address >= range.address() && address < range.end()) {
                return true;
            }
        }
        return false;
    }
}
