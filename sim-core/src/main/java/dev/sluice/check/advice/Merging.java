// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.order.Ownership;
import dev.sluice.check.verdict.Reasons;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.BarrierEdit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes one command of a barrier command and those beside it, between which no command works. */
final class Merging {
    private final Safety safety;
    private final BarrierSites sites;
    private final Function<String, List<String>> siblings;

    Merging(Safety safety, BarrierSites sites, Function<String, List<String>> siblings) {
        this.safety = safety;
        this.sites = sites;
        this.siblings = siblings;
    }

    /** All of them together; else with one neighbour, the next before the one before; else why not. */
    WhatIf.Answer answer(String site) {
        List<BarrierSites.Instance> before = beside(site, -1);
        List<BarrierSites.Instance> after = beside(site, 1);
        if (before.isEmpty() && after.isEmpty()) {
            return refused("no barrier command stands beside it in its command buffer", List.of());
        }
        BarrierSites.Instance own = sites.instances(site).get(0);
        List<List<BarrierSites.Instance>> groups = new ArrayList<>();
        List<BarrierSites.Instance> all = new ArrayList<>(before);
        Collections.reverse(all);
        all.add(own);
        all.addAll(after);
        groups.add(all);
        if (all.size() > 2 && !after.isEmpty()) {
            groups.add(List.of(own, after.get(0)));
        }
        if (all.size() > 2 && !before.isEmpty()) {
            groups.add(List.of(before.get(0), own));
        }
        WhatIf.Answer refusal = null;
        for (List<BarrierSites.Instance> group : groups) {
            WhatIf.Answer answer = merged(group, site);
            if (!answer.refused()) {
                return answer;
            }
            refusal = refusal == null ? answer : refusal;
        }
        return Objects.requireNonNull(refusal);
    }

    private WhatIf.Answer merged(List<BarrierSites.Instance> group, String site) {
        if (group.stream().flatMap(one -> barriers(one).stream()).anyMatch(Ownership::outside)) {
            return refused(Reasons.OUTSIDE, List.of());
        }
        for (int i = 0; i < group.size(); i++) {
            for (int j = i + 1; j < group.size(); j++) {
                String image = transitionedTwice(barriers(group.get(i)), barriers(group.get(j)));
                if (image != null) {
                    return refused(
                            "both " + group.get(i).id() + " and " + group.get(j).id() + " change the layout of " + image
                                    + ", which one command cannot do one after the other",
                            List.of());
                }
            }
        }
        List<BarrierEdit> edits = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            if (i + 1 < group.size()) {
                edits.add(new BarrierEdit.Merge(
                        group.get(i).site(), group.get(i + 1).site()));
            }
            if (!group.get(i).site().equals(site)) {
                others.add(group.get(i).id());
            }
        }
        List<Hazard> brought = safety.brought(edits);
        return brought.isEmpty()
                ? new WhatIf.Answer(
                        edits,
                        "one command with " + String.join(", ", others),
                        "no command works between them, and none needs the one to come after the other",
                        List.of())
                : refused(
                        "one of them comes after the other for a purpose; in one command would be unordered: "
                                + Reasons.needed(
                                        brought,
                                        party -> sites.name(party.origin().where())),
                        brought);
    }

    private static WhatIf.Answer refused(String why, List<Hazard> hazards) {
        return new WhatIf.Answer(List.of(), "", why, hazards);
    }

    /** The barrier commands that follow (1) or come before (-1) without work between, the nearest first. */
    private List<BarrierSites.Instance> beside(String site, int step) {
        List<BarrierSites.Instance> found = new ArrayList<>();
        List<BarrierSites.Instance> instances = sites.instances(site);
        BarrierSites.Instance own = instances.get(0);
        List<BarrierSites.Instance> all = sites.submission(own.submission());
        for (int i = own.index() + step; i >= 0 && i < all.size() && all.get(i).list() == own.list(); i += step) {
            BarrierSites.Instance other = all.get(i);
            if (other.command() instanceof Command.PipelineBarrier barrier
                    && own.command() instanceof Command.PipelineBarrier first
                    && barrier.byRegion() == first.byRegion()
                    && siblings.apply(site).contains(other.site())
                    && sites.instances(other.site()).size() == instances.size()) {
                found.add(other);
            } else if (!(other.command() instanceof Command.Label)) {
                break;
            }
        }
        return found;
    }

    private static List<Barrier> barriers(BarrierSites.Instance instance) {
        return ((Command.PipelineBarrier) instance.command()).barriers();
    }

    /** An image of which both change the layout of some subresource, or one does and the other names it; null for none. */
    static @Nullable String transitionedTwice(List<Barrier> first, List<Barrier> second) {
        for (Barrier one : first) {
            for (Barrier other : second) {
                ImageTransition a = one.image();
                ImageTransition b = other.image();
                if (a != null && b != null && (changes(a) || changes(b)) && overlap(a.range(), b.range())) {
                    return a.range().image();
                }
            }
        }
        return null;
    }

    private static boolean changes(ImageTransition transition) {
        return transition.oldLayout() != transition.newLayout();
    }

    private static boolean overlap(ImageRange a, ImageRange b) {
        return a.image().equals(b.image())
                && !Collections.disjoint(a.aspects(), b.aspects())
                && a.level() < b.level() + b.levels()
                && b.level() < a.level() + a.levels()
                && a.layer() < b.layer() + b.layers()
                && b.layer() < a.layer() + a.layers();
    }
}
