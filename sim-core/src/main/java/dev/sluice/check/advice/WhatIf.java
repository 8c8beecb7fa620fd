// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.advice;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.verdict.DependencyJudge;
import dev.sluice.check.verdict.Reasons;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What would become of a stream if one of its barrier commands had another form: the edits, or why not. */
public final class WhatIf {

    /** Forms that may be asked for. */
    public enum Form {
        /** A split barrier: an event, set after the last source command and waited for before the first dependent one. */
        EVENT,
        /** The narrowest stages, accesses and ranges. */
        NARROW,
        /** One command with the barrier commands beside it. */
        MERGE,
        /** None. */
        REMOVE
    }

    /**
     * What is to be said about a form.
     *
     * @param edits of the stream, proven to bring no hazard; none for a form that is refused
     * @param what what changes, in words; empty for a form that is refused
     * @param why why that is safe, or why it is refused
     * @param hazards that the form would bring, or that stand against it
     */
    public record Answer(List<BarrierEdit> edits, String what, String why, List<Hazard> hazards) {
        public Answer {
            edits = List.copyOf(edits);
            hazards = List.copyOf(hazards);
        }

        private static Answer of(Candidate candidate) {
            return new Answer(candidate.edits(), candidate.what(), candidate.why(), List.of());
        }

        private static Answer refused(String why, List<Hazard> hazards) {
            return new Answer(List.of(), "", why, hazards);
        }

        private static Answer refused(String why) {
            return refused(why, List.of());
        }

        /** Whether the form is refused. */
        public boolean refused() {
            return edits.isEmpty();
        }
    }

    private static final String MEND =
            "it takes part in a hazard that the stream has already, which is to be mended first";

    private final Safety safety;
    private final Function<String, List<String>> siblings;
    private final UnaryOperator<String> names;
    private final Candidates candidates;
    private final BarrierSites sites;

    /**
     * About a stream.
     *
     * @param siblings the sites of the list in which a command is written, in order
     */
    public WhatIf(Safety safety, Function<String, List<String>> siblings) {
        this.safety = safety;
        this.siblings = siblings;
        this.sites = new BarrierSites(safety.trace(List.of()).stream());
        this.names = sites::name;
        this.candidates = new Candidates(safety, List.of(), siblings, names);
    }

    /**
     * What a barrier command would be in another form.
     *
     * @throws IllegalArgumentException where no {@code pipelineBarrier} stands
     */
    public Answer ask(String site, Form form) {
        Candidates.Analysis analysis = candidates.analysis(site);
        if (analysis == null) {
            throw new IllegalArgumentException(site + " is no pipelineBarrier");
        }
        if (analysis.asItIs()) {
            return Answer.refused(analysis.hazards().isEmpty() ? Reasons.OUTSIDE : MEND, analysis.hazards());
        }
        return switch (form) {
            case REMOVE -> removed(analysis);
            case NARROW -> narrowed(analysis);
            case MERGE -> new Merging(safety, sites, siblings).answer(site);
            case EVENT -> event(analysis);
        };
    }

    private Answer removed(Candidates.Analysis analysis) {
        for (Barrier barrier : analysis.barriers()) {
            if (DependencyJudge.transfers(barrier)) {
                return Answer.refused(transfer(barrier) + ", which nothing else does");
            }
        }
        Candidate candidate = candidates.narrowed(analysis);
        if (candidate != null && candidate.kind() == Candidate.Kind.REMOVE) {
            return Answer.of(candidate);
        }
        List<Hazard> against = analysis.hazards().isEmpty()
                ? safety.brought(List.of(new BarrierEdit.Remove(analysis.site())))
                : analysis.hazards();
        return Answer.refused("it is needed" + (against.isEmpty() ? "" : ": " + needed(against)), against);
    }

    private static String transfer(Barrier barrier) {
        return barrier.image() != null
                        && barrier.image().oldLayout() != barrier.image().newLayout()
                ? "it brings " + barrier.image().range().image() + " from "
                        + barrier.image().oldLayout() + " to " + barrier.image().newLayout()
                : "it hands over from queue family " + barrier.srcQueueFamily() + " to " + barrier.dstQueueFamily();
    }

    private String needed(List<Hazard> hazards) {
        return Reasons.needed(hazards, party -> {
            String name = names.apply(party.origin().where());
            return name.equals(party.origin().where()) ? party.id() : name;
        });
    }

    private Answer narrowed(Candidates.Analysis analysis) {
        Candidate masks = candidates.narrowed(analysis);
        if (masks != null && masks.kind() == Candidate.Kind.REMOVE) {
            return new Answer(
                    masks.edits(), "removed: the narrowest that is right is none at all", masks.why(), List.of());
        }
        if (masks != null && wider(masks, analysis.barriers())) {
            return Answer.refused(MEND, safety.hazards());
        }
        Candidates after = masks == null ? candidates : new Candidates(safety, masks.edits(), siblings, names);
        Candidates.Analysis again = masks == null ? analysis : after.analysis(analysis.site());
        Candidate ranges = again == null ? null : after.ranged(again, again.barriers());
        if (masks == null) {
            return ranges == null
                    ? Answer.refused(
                            "it is as narrow as can be"
                                    + (analysis.hazards().isEmpty() ? "" : "; needed: " + needed(analysis.hazards())),
                            List.of())
                    : Answer.of(ranges);
        }
        if (ranges == null) {
            return Answer.of(masks);
        }
        List<BarrierEdit> edits = new ArrayList<>(masks.edits());
        edits.addAll(ranges.edits());
        return new Answer(edits, masks.what() + ", " + ranges.what(), masks.why() + "; " + ranges.why(), List.of());
    }

    /** Whether a form names accesses or stages that the barriers do not: what they lack is a hazard of the stream. */
    private static boolean wider(Candidate candidate, List<Barrier> own) {
        long[] before = scopes(own);
        for (BarrierEdit edit : candidate.edits()) {
            long[] after = edit instanceof BarrierEdit.Narrow narrow ? scopes(narrow.barriers()) : before;
            for (int i = 0; i < after.length; i++) {
                if ((after[i] & ~before[i]) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** All stages and accesses of both halves, shorthands replaced by what they stand for. */
    private static long[] scopes(List<Barrier> barriers) {
        long[] scopes = new long[4];
        for (Barrier barrier : barriers) {
            long src = Stages.syncScopeSrc(barrier.srcStages(), QueueCapabilities.ALL);
            long dst = Stages.syncScopeDst(barrier.dstStages(), QueueCapabilities.ALL);
            scopes[0] |= src;
            scopes[1] |= Accesses.expand(barrier.srcAccess(), src);
            scopes[2] |= dst;
            scopes[3] |= Accesses.expand(barrier.dstAccess(), dst);
        }
        return scopes;
    }

    private Answer event(Candidates.Analysis analysis) {
        List<BarrierSites.Instance> instances = sites.instances(analysis.site());
        BarrierSites.Instance own = instances.get(0);
        if (instances.size() > 1) {
            return Answer.refused("it is carried out " + instances.size()
                    + " times, and an event that is set stays set until it is reset");
        }
        if (sites.inPass(own.submission(), own.index())) {
            return Answer.refused("it stands in a render pass, where no event can be set");
        }
        for (Barrier barrier : analysis.barriers()) {
            if (Candidates.handsOver(barrier)) {
                return Answer.refused(transfer(barrier) + ", which no event can");
            }
            if (Candidates.namesHost(barrier)) {
                return Answer.refused("it names the stage HOST, which no event of a queue can");
            }
        }
        if (analysis.hazards().isEmpty()) {
            return Answer.refused("no command waits for another by it, so that there is nothing to set it after");
        }
        Candidate split = candidates.asEvent(analysis, unusedEvent());
        List<Hazard> brought = safety.brought(split.edits());
        return brought.isEmpty()
                ? Answer.of(split)
                : Answer.refused("as an event it would leave unordered: " + needed(brought), brought);
    }

    /** A name that no event of the stream has. */
    private String unusedEvent() {
        Set<String> used = new HashSet<>();
        StreamProgram stream = safety.trace(List.of()).stream();
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit submit) {
                    submit.commandBuffers()
                            .forEach(list -> list.forEach(command -> {
                                if (command instanceof Command.SetEvent set) {
                                    used.add(set.event());
                                } else if (command instanceof Command.ResetEvent reset) {
                                    used.add(reset.event());
                                } else if (command instanceof Command.WaitEvents waits) {
                                    waits.waits().forEach(wait -> used.addAll(wait.events()));
                                }
                            }));
                }
            }
        }
        int number = 0;
        while (used.contains("split" + number)) {
            number++;
        }
        return "split" + number;
    }
}
