// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Pairs the halves of queue family ownership transfers (Vulkan specification, section Queue Family Ownership Transfer):
 * each release with the acquire that follows it and matches it, then what is left with what comes nearest.
 */
final class OwnershipRules implements LintCheck {
    private final LintContext context;
    private final Findings findings;

    /**
     * An acquire that matches no release before it.
     *
     * @param before the releases of its resource before it, for which no acquire had come
     */
    private record Acquire(DependencySite site, List<DependencySite> before) {}

    /** Releases for which no acquire has come. */
    private final List<DependencySite> released = new ArrayList<>();

    private final List<Acquire> unmatched = new ArrayList<>();
    /** Resources of which some half was met. */
    private final Set<String> named = new HashSet<>();
    /** Whether the stream is part of a program: the other half of a resource's first or last one may lie in the rest. */
    private final boolean partly;

    OwnershipRules(LintContext context, Findings findings) {
        this.partly = context.program().unseen() != UnseenWork.NONE;
        this.context = context;
        this.findings = findings;
    }

    @Override
    public void dependency(DependencySite site) {
        if (!site.transfersOwnership() || !onDevice(site.barrier())) {
            return;
        }
        if (site.release()) {
            named.add(resource(site.barrier()));
            released.add(site);
            return;
        }
        List<DependencySite> before = new ArrayList<>();
        for (DependencySite release : released) {
            if (resource(release.barrier()).equals(resource(site.barrier()))) {
                if (difference(release.barrier(), site.barrier()).isEmpty()) {
                    released.remove(release);
                    return;
                }
                before.add(release);
            }
        }
        boolean first = named.add(resource(site.barrier()));
        if (!before.isEmpty() || !partly || !first) {
            unmatched.add(new Acquire(site, before));
        }
    }

    /** Tells what is wrong with an acquire that matches no release, when those that an acquire matches are known. */
    private void tell(Acquire acquire) {
        DependencySite site = acquire.site();
        DependencySite best = null;
        for (DependencySite release : acquire.before()) {
            if (released.contains(release)) {
                best = best == null || overlaps(release.barrier(), site.barrier()) ? release : best;
            }
        }
        if (best != null) {
            released.remove(best);
            report(
                    site,
                    otherwise(best, site),
                    insert(matching(best.barrier(), site.barrier()), Spot.here()),
                    Edit.each(site, matching(best.barrier())));
        } else if (acquire.before().isEmpty()) {
            report(
                    site,
                    "is acquired from " + site.barrier().srcQueueFamily() + ", which has not released it",
                    release(site));
        } else {
            DependencySite last = acquire.before().get(acquire.before().size() - 1);
            report(
                    site,
                    otherwise(last, site),
                    new Cure.Note("remove it, or release before it what it names: another acquire matches "
                            + last.at().id()));
        }
    }

    private static String otherwise(DependencySite release, DependencySite acquire) {
        return "is acquired otherwise than " + release.at().id() + " released it: "
                + difference(release.barrier(), acquire.barrier());
    }

    /** Families outside of the device, with whom the other half is not in the stream, cannot be paired. */
    private boolean onDevice(Barrier barrier) {
        return context.device().queueFamilies().stream()
                        .filter(family -> family.name().equals(barrier.srcQueueFamily())
                                || family.name().equals(barrier.dstQueueFamily()))
                        .count()
                == 2;
    }

    @Override
    public void end() {
        unmatched.forEach(this::tell);
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < released.size(); i++) {
            last.put(resource(released.get(i).barrier()), i);
        }
        for (int i = 0; i < released.size(); i++) {
            DependencySite release = released.get(i);
            if (partly && last.containsValue(i)) {
                continue;
            }
            report(
                    release,
                    "is released to " + release.barrier().dstQueueFamily() + ", which never acquires it",
                    insert(
                            release.barrier(),
                            Spot.saying("on a queue of " + release.barrier().dstQueueFamily())));
        }
    }

    private Cure release(DependencySite acquire) {
        return insert(
                acquire.barrier(),
                Spot.saying("before it, on a queue of " + acquire.barrier().srcQueueFamily()));
    }

    private Cure insert(Barrier barrier, Spot spot) {
        ImageTransition image = barrier.image();
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier), false),
                image == null ? null : context.image(image.range().image()).spec(),
                spot);
    }

    private void report(DependencySite site, String problem, Cure suggestion, Edit... edits) {
        findings.add(LintRule.QFOT_UNMATCHED, site.at(), site.subject() + " " + problem, suggestion, edits);
    }

    private static UnaryOperator<Barrier> matching(Barrier release) {
        return acquire -> matching(release, acquire);
    }

    private static String resource(Barrier barrier) {
        ImageTransition image = barrier.image();
        if (image != null) {
            return "image " + image.range().image();
        }
        BufferRange range = barrier.range();
        return range == null ? "" : "buffer " + range.buffer();
    }

    private static boolean overlaps(Barrier one, Barrier other) {
        return one.image() != null && other.image() != null
                ? one.image().range().equals(other.image().range())
                : one.range() != null && one.range().equals(other.range());
    }

    /** What makes an acquire no match of a release, or nothing. */
    private static String difference(Barrier release, Barrier acquire) {
        List<String> parts = new ArrayList<>();
        ImageTransition from = release.image();
        ImageTransition to = acquire.image();
        if (from != null && to != null) {
            if (!from.range().equals(to.range())) {
                parts.add("other subresources");
            }
            if (from.oldLayout() != to.oldLayout() || from.newLayout() != to.newLayout()) {
                parts.add("layouts " + from.oldLayout() + " to " + from.newLayout() + " there, " + to.oldLayout()
                        + " to " + to.newLayout() + " here");
            }
        } else if (release.range() != null && !release.range().equals(acquire.range())) {
            parts.add("other bytes");
        }
        String there = release.srcQueueFamily() + " to " + release.dstQueueFamily();
        String here = acquire.srcQueueFamily() + " to " + acquire.dstQueueFamily();
        if (!there.equals(here)) {
            parts.add(there + " there, " + here + " here");
        }
        return String.join("; ", parts);
    }

    /** The acquire with the resource, layouts and families of a release. */
    private static Barrier matching(Barrier release, Barrier acquire) {
        return new Barrier(
                acquire.srcStages(),
                acquire.srcAccess(),
                acquire.dstStages(),
                acquire.dstAccess(),
                release.range(),
                release.image(),
                release.srcQueueFamily(),
                release.dstQueueFamily());
    }
}
