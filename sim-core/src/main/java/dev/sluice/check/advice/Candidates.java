// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.order.Ownership;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.verdict.DependencyJudge;
import dev.sluice.check.verdict.Needs;
import dev.sluice.check.verdict.Reasons;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.Place;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What could be done about one barrier command, given the edits made so far. Every candidate was checked: it brings no
 * hazard.
 */
public final class Candidates {
    private final Safety safety;
    private final List<BarrierEdit> before;
    private final AccessTrace trace;
    private final BarrierSites sites;
    private @Nullable DependencyJudge judge;
    private final Function<String, List<String>> siblings;
    private final UnaryOperator<String> names;

    /**
     * After some edits.
     *
     * @param siblings the sites of the list in which a command is written, in order, before any edit
     * @param names what the command of a site is called
     */
    public Candidates(
            Safety safety,
            List<BarrierEdit> before,
            Function<String, List<String>> siblings,
            UnaryOperator<String> names) {
        this.safety = safety;
        this.before = List.copyOf(before);
        this.siblings = siblings;
        this.names = names;
        trace = safety.trace(before);
        sites = new BarrierSites(trace.stream());
    }

    private DependencyJudge judge() {
        DependencyJudge known = judge;
        if (known == null) {
            known = new DependencyJudge(trace);
            judge = known;
        }
        return known;
    }

    /** What a barrier command is needed for, barrier by barrier, over all times that it is carried out. */
    public record Analysis(String site, List<Barrier> barriers, List<Needs> needs, List<Barrier> narrowest) {
        /** Whether nothing needs it. */
        public boolean spare() {
            for (int i = 0; i < barriers.size(); i++) {
                if (needed(i)) {
                    return false;
                }
            }
            return true;
        }

        /** Whether some part of it takes part in a hazard, or is for somebody outside of the stream: nothing is changed. */
        public boolean asItIs() {
            return needs.stream().anyMatch(Needs::asItIs);
        }

        boolean needed(int index) {
            return !needs.get(index).none() || DependencyJudge.transfers(barriers.get(index));
        }

        /** Those of the hazards that there are only if the host reads, which the stream does not say. */
        public List<Hazard> readings() {
            return needs.stream().flatMap(one -> one.readings().stream()).toList();
        }

        /** The hazards that there are whether the host reads or not. */
        public List<Hazard> certain() {
            return needs.stream().flatMap(one -> one.certain().stream()).toList();
        }

        /** The hazards that there are without any part of it. */
        public List<Hazard> hazards() {
            return needs.stream().flatMap(one -> one.hazards().stream()).toList();
        }
    }

    /** What a barrier command is needed for; null where there is no such command. */
    public @Nullable Analysis analysis(String site) {
        List<BarrierSites.Instance> instances = sites.instances(site);
        if (instances.isEmpty() || !(instances.get(0).command() instanceof Command.PipelineBarrier command)) {
            return null;
        }
        List<Needs> needs = new ArrayList<>();
        List<Barrier> narrowest = new ArrayList<>();
        for (int i = 0; i < command.barriers().size(); i++) {
            Barrier own = command.barriers().get(i);
            Needs all = null;
            Barrier narrow = null;
            for (BarrierSites.Instance instance : instances) {
                DependencyId id = new DependencyId(DependencyId.Kind.BARRIER, instance.id(), i);
                Needs here = judge().needs(id, own);
                Barrier found = here.none() && !DependencyJudge.transfers(own) ? null : judge().narrowest(id, here);
                Barrier masks = here.none() && !DependencyJudge.transfers(own) ? null : found == null ? own : found;
                narrow = narrow == null ? masks : masks == null ? narrow : joined(narrow, masks);
                all = all == null ? here : all.and(here);
            }
            needs.add(java.util.Objects.requireNonNull(all));
            narrowest.add(narrow == null ? own : narrow);
        }
        return new Analysis(site, command.barriers(), needs, narrowest);
    }

    private static Barrier joined(Barrier a, Barrier b) {
        return new Barrier(
                a.srcStages() | b.srcStages(),
                a.srcAccess() | b.srcAccess(),
                a.dstStages() | b.dstStages(),
                a.dstAccess() | b.dstAccess(),
                a.range(),
                a.image(),
                a.srcQueueFamily(),
                a.dstQueueFamily());
    }

    private boolean safe(List<? extends BarrierEdit> edits) {
        List<BarrierEdit> all = new ArrayList<>(before);
        all.addAll(edits);
        return safety.brought(all).isEmpty();
    }

    /** The whole command away, or its narrowest form; null where it is as narrow as can be. */
    public @Nullable Candidate narrowed(Analysis analysis) {
        String site = analysis.site();
        if (analysis.spare()) {
            if (judge().brought(amended(analysis)).isEmpty()) {
                return new Candidate(
                        Candidate.Kind.REMOVE, List.of(new BarrierEdit.Remove(site)), "removed", spare(site));
            }
        }
        List<Barrier> kept = new ArrayList<>();
        List<String> why = new ArrayList<>();
        for (int i = 0; i < analysis.barriers().size(); i++) {
            if (analysis.needed(i)) {
                Barrier narrow = analysis.narrowest().get(i);
                kept.add(narrow);
                String reason = Reasons.scopes(narrow);
                if (!why.contains(reason)) {
                    why.add(reason);
                }
            }
        }
        if (kept.isEmpty() || kept.equals(analysis.barriers())) {
            return null;
        }
        if (!analysis.readings().isEmpty()) {
            why.add(Reasons.HOST_MAY_READ);
        }
        if (!judge().brought(amended(analysis)).isEmpty()) {
            return null;
        }
        return new Candidate(
                Candidate.Kind.NARROW,
                List.of(new BarrierEdit.Narrow(site, kept)),
                Words.narrowed(analysis.barriers(), kept),
                String.join("; ", why));
    }

    /** The narrowest barriers in the place of a command's own, and none where none is needed. */
    private Amendments amended(Analysis analysis) {
        Amendments amendments = Amendments.NONE;
        for (BarrierSites.Instance instance : sites.instances(analysis.site())) {
            for (int i = 0; i < analysis.barriers().size(); i++) {
                DependencyId id = new DependencyId(DependencyId.Kind.BARRIER, instance.id(), i);
                amendments = analysis.needed(i)
                        ? amendments.replacing(id, analysis.narrowest().get(i))
                        : amendments.without(id);
            }
        }
        return amendments;
    }

    private String spare(String site) {
        BarrierSites.Instance first = sites.instances(site).get(0);
        return trace.dependencies().stream()
                .filter(dependency -> dependency.id().command().equals(first.id()))
                .map(dependency -> Reasons.spare(trace, dependency))
                .findFirst()
                .orElse("it orders nothing");
    }

    /** Buffer barriers in the place of global ones; null where nothing can be limited. */
    public @Nullable Candidate ranged(Analysis analysis, List<Barrier> masks) {
        if (analysis.asItIs()) {
            return null;
        }
        List<Barrier> limited = new ArrayList<>();
        boolean changed = false;
        for (int i = 0; i < masks.size(); i++) {
            Barrier barrier = masks.get(i);
            Map<String, long[]> ranges =
                    i < analysis.needs().size() ? analysis.needs().get(i).ranges() : Map.of();
            boolean global = barrier.range() == null && barrier.image() == null && barrier.srcAccess() != 0;
            if (global && !ranges.isEmpty() && ranges.keySet().stream().allMatch(this::isBuffer)) {
                ranges.forEach((buffer, bytes) -> limited.add(new Barrier(
                        barrier.srcStages(),
                        barrier.srcAccess(),
                        barrier.dstStages(),
                        barrier.dstAccess(),
                        new BufferRange(buffer, bytes[0], bytes[1] - bytes[0]),
                        null,
                        null)));
                changed = true;
            } else {
                limited.add(barrier);
            }
        }
        List<BarrierEdit> edit = List.of(new BarrierEdit.Narrow(analysis.site(), limited));
        return changed && safe(edit)
                ? new Candidate(
                        Candidate.Kind.RANGE,
                        edit,
                        "only " + Words.ranges(limited),
                        "nothing else is written before and used after")
                : null;
    }

    private boolean isBuffer(String name) {
        return trace.stream().buffers().stream()
                .anyMatch(buffer -> buffer.name().equals(name));
    }

    /** Other places for a command that is carried out once in its list: earlier, later, or as an event around work. */
    public List<Candidate> places(Analysis analysis, String event) {
        List<BarrierSites.Instance> instances = sites.instances(analysis.site());
        if (instances.size() != 1 || analysis.hazards().isEmpty() || analysis.asItIs()) {
            return List.of();
        }
        BarrierSites.Instance own = instances.get(0);
        if (sites.inPass(own.submission(), own.index())) {
            return List.of();
        }
        int last = lastPrior(analysis, own);
        int first = firstCurrent(analysis, own);
        boolean workBefore = sites.worksBetween(own.submission(), last, own.index());
        boolean workAfter = sites.worksBetween(own.submission(), own.index(), first);
        List<Candidate> found = new ArrayList<>();
        Place late = place(own, first, true);
        Place early = place(own, last, false);
        if (workAfter && late != null) {
            add(
                    found,
                    Candidate.Kind.MOVE,
                    new BarrierEdit.Move(analysis.site(), late),
                    first >= end(own) ? "moved to the end" : "moved later, before " + id(own, first),
                    first >= end(own)
                            ? "no command of this command buffer depends on it"
                            : id(own, first) + " is the first that depends on it");
        }
        if (workBefore && early != null) {
            add(
                    found,
                    Candidate.Kind.MOVE,
                    new BarrierEdit.Move(analysis.site(), early),
                    last < begin(own) ? "moved to the beginning" : "moved earlier, after " + id(own, last),
                    last < begin(own)
                            ? "it waits for no command of this command buffer"
                            : id(own, last) + " is the last that it waits for");
        }
        if ((workAfter || workBefore) && analysis.barriers().stream().noneMatch(Candidates::needsCommand)) {
            Candidate split = asEvent(analysis, event);
            if (safe(split.edits())) {
                found.add(split);
            }
        }
        return found;
    }

    /**
     * An event in the place of a command that is carried out once: set after the last command that it waits for, waited for
     * before the first one that depends on it. It is not checked yet.
     */
    Candidate asEvent(Analysis analysis, String event) {
        BarrierSites.Instance own = sites.instances(analysis.site()).get(0);
        int last = lastPrior(analysis, own);
        int first = firstCurrent(analysis, own);
        Place early = place(own, last, false);
        Place late = place(own, first, true);
        Place set = early == null ? Place.before(analysis.site()) : early;
        Place waits = late == null ? Place.after(analysis.site()) : late;
        return new Candidate(
                Candidate.Kind.SPLIT,
                List.of(new BarrierEdit.Split(analysis.site(), event, set, waits)),
                "setEvent" + (early == null || last < begin(own) ? "" : " after " + id(own, last)) + ", waitEvents"
                        + (late == null || first >= end(own) ? "" : " before " + id(own, first)),
                "what stands between depends on neither half");
    }

    static boolean handsOver(Barrier barrier) {
        return barrier.srcQueueFamily() != null || barrier.dstQueueFamily() != null;
    }

    /** Whether a barrier is to or from the host, of which an event that a queue sets knows nothing. */
    static boolean namesHost(Barrier barrier) {
        return ((barrier.srcStages() | barrier.dstStages()) & Stage.HOST.mask()) != 0;
    }

    /** Whether a barrier does what no event can. */
    private static boolean needsCommand(Barrier barrier) {
        return handsOver(barrier) || namesHost(barrier);
    }

    BarrierSites sites() {
        return sites;
    }

    private void add(List<Candidate> to, Candidate.Kind kind, BarrierEdit edit, String what, String why) {
        List<BarrierEdit> edits = List.of(edit);
        if (safe(edits)) {
            to.add(new Candidate(kind, edits, what, why));
        }
    }

    private String id(BarrierSites.Instance own, int index) {
        return names.apply(sites.submission(own.submission()).get(index).site());
    }

    /**
     * The last command before the barrier in its command buffer that needs it, or that changes a layout which it names or
     * the other way round, or the one before the first.
     */
    private int lastPrior(Analysis analysis, BarrierSites.Instance own) {
        int last = begin(own) - 1;
        for (int i = begin(own); i < own.index(); i++) {
            if (inTurn(own, i)) {
                last = i;
            }
        }
        for (Hazard hazard : analysis.hazards()) {
            BarrierSites.Instance prior = sites.instance(hazard.prior().id());
            if (prior != null && prior.submission().equals(own.submission()) && prior.index() < own.index()) {
                last = Math.max(last, sites.passEnd(own.submission(), prior.index()));
            }
        }
        return last;
    }

    /**
     * The first command after the barrier that needs it, or that changes a layout which it names or the other way round,
     * or the one after the last of the command buffer.
     */
    private int firstCurrent(Analysis analysis, BarrierSites.Instance own) {
        int first = end(own);
        for (int i = end(own) - 1; i > own.index(); i--) {
            if (inTurn(own, i)) {
                first = i;
            }
        }
        for (Hazard hazard : analysis.hazards()) {
            BarrierSites.Instance current = sites.instance(hazard.current().id());
            if (current != null && current.submission().equals(own.submission()) && current.index() > own.index()) {
                first = Math.min(first, sites.passBegin(own.submission(), current.index()));
            }
        }
        return first;
    }

    /**
     * Whether a barrier and another command of its submission change layouts of one image, one after the other, or the order of
     * the two is for somebody outside of the stream.
     */
    private boolean inTurn(BarrierSites.Instance own, int index) {
        List<Barrier> first = barriers(own.command());
        List<Barrier> second =
                barriers(sites.submission(own.submission()).get(index).command());
        return Stream.concat(first.stream(), second.stream()).anyMatch(Ownership::outside)
                || Merging.transitionedTwice(first, second) != null;
    }

    private static List<Barrier> barriers(Command command) {
        if (command instanceof Command.WaitEvents wait) {
            return wait.waits().stream().flatMap(one -> one.barriers().stream()).toList();
        }
        return command instanceof Command.PipelineBarrier barrier ? barrier.barriers() : List.of();
    }

    private int begin(BarrierSites.Instance own) {
        int index = own.index();
        List<BarrierSites.Instance> all = sites.submission(own.submission());
        while (index > 0 && all.get(index - 1).list() == own.list()) {
            index--;
        }
        return index;
    }

    private int end(BarrierSites.Instance own) {
        int index = own.index();
        List<BarrierSites.Instance> all = sites.submission(own.submission());
        while (index < all.size() && all.get(index).list() == own.list()) {
            index++;
        }
        return index;
    }

    /** A place at a command of the same written list; null for none. */
    private @Nullable Place place(BarrierSites.Instance own, int index, boolean ahead) {
        List<BarrierSites.Instance> all = sites.submission(own.submission());
        int anchor = index;
        boolean before = ahead;
        if (ahead && index >= end(own)) {
            anchor = end(own) - 1;
            before = false;
        } else if (!ahead && index < begin(own)) {
            anchor = begin(own);
            before = true;
        }
        if (anchor < 0 || anchor >= all.size() || anchor == own.index()) {
            return null;
        }
        String site = all.get(anchor).site();
        return siblings.apply(own.site()).contains(site) ? new Place(site, before) : null;
    }

    /** One command with the barrier command right before or right after it; null where there is none. */
    public @Nullable Candidate merged(String site) {
        List<BarrierSites.Instance> instances = sites.instances(site);
        if (instances.isEmpty()) {
            return null;
        }
        for (int step : new int[] {1, -1}) {
            BarrierSites.Instance own = instances.get(0);
            List<BarrierSites.Instance> all = sites.submission(own.submission());
            int index = own.index() + step;
            if (index < 0 || index >= all.size() || all.get(index).list() != own.list()) {
                continue;
            }
            BarrierSites.Instance other = all.get(index);
            if (other.command() instanceof Command.PipelineBarrier
                    && siblings.apply(site).contains(other.site())
                    && sites.instances(other.site()).size() == instances.size()
                    && !inTurn(own, index)) {
                List<BarrierEdit> edit = List.of(new BarrierEdit.Merge(site, other.site()));
                if (safe(edit)) {
                    return new Candidate(
                            Candidate.Kind.MERGE,
                            edit,
                            "merged into " + names.apply(other.site()),
                            "no command stands between the two");
                }
            }
        }
        return null;
    }

    /** Says what changes. */
    private static final class Words {
        static String narrowed(List<Barrier> was, List<Barrier> now) {
            List<String> texts = new ArrayList<>();
            for (Barrier barrier : now) {
                String text = masks(barrier);
                if (!texts.contains(text)) {
                    texts.add(text);
                }
            }
            String dropped =
                    was.size() > now.size() ? (was.size() - now.size()) + " of " + was.size() + " dropped; " : "";
            return dropped + String.join("; ", texts);
        }

        static String masks(Barrier barrier) {
            return side(barrier.srcStages(), barrier.srcAccess()) + " > "
                    + side(barrier.dstStages(), barrier.dstAccess());
        }

        private static String side(long stages, long access) {
            return Stages.text(stages) + (access == 0 ? "" : "/" + Accesses.text(access));
        }

        static String ranges(List<Barrier> barriers) {
            List<String> texts = new ArrayList<>();
            for (Barrier barrier : barriers) {
                if (barrier.range() != null) {
                    texts.add(barrier.range().buffer() + " " + barrier.range().offset() + " to "
                            + (barrier.range().offset() + barrier.range().size()));
                }
            }
            return String.join(", ", texts);
        }
    }
}
