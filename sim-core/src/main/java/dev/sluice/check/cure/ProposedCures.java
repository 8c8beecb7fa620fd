// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.Naming;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Applies cures that somebody else proposes, such as a run for what it found, and says what the checker finds then. */
public final class ProposedCures {
    private final AccessTrace trace;
    private final HazardReport report;
    private final PassSpans passes;
    private final CureProver prover;
    private final long each;
    private long left;

    /**
     * A program with a cure.
     *
     * @param names the ids of the program before, by those that the machine gives commands and operations now
     * @param brought a hazard that there was not before; null for none
     * @param after what is found now; nothing where that was not asked
     */
    public record Trial(
            StreamProgram program,
            Map<String, String> names,
            @Nullable Hazard brought,
            List<Hazard> after) {

        /** Whether a hazard is left between two commands. */
        public boolean leaves(String one, String other, String resource) {
            return after.stream().anyMatch(hazard -> between(hazard, one, other, resource));
        }
    }

    /**
     * For what a check of a trace found.
     *
     * @param limit checks times the size of the stream that may be spent
     */
    public ProposedCures(AccessTrace trace, HazardReport report, long limit) {
        this.trace = trace;
        this.report = report;
        this.passes = new PassSpans(trace);
        this.prover = new CureProver(trace, report, limit);
        this.each = trace.size();
        this.left = limit;
    }

    /** A cure where it can stand: not within a render pass, and with all of an image whose subresources it does not say. */
    public Cure placed(Cure cure) {
        if (!(cure instanceof Cure.InsertCommand insert)
                || !(insert.command() instanceof Command.PipelineBarrier command)) {
            return cure;
        }
        List<Barrier> barriers = command.barriers().stream().map(this::whole).toList();
        Barrier first = barriers.get(0);
        Spot spot = insert.spot();
        String before = spot.before();
        String after = spot.after();
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(command.origin(), barriers, command.byRegion()),
                first.image() == null ? insert.image() : image(first.image()).spec(),
                new Spot(
                        after == null ? null : passes.after(after),
                        before == null ? null : passes.before(before),
                        spot.remark()));
    }

    private Barrier whole(Barrier barrier) {
        ImageTransition image = barrier.image();
        if (image == null || !image.range().aspects().isEmpty()) {
            return barrier;
        }
        return new Barrier(
                barrier.srcStages(),
                barrier.srcAccess(),
                barrier.dstStages(),
                barrier.dstAccess(),
                null,
                new ImageTransition(ImageRange.whole(image(image).spec()), image.oldLayout(), image.newLayout()),
                null,
                null);
    }

    private ImageDeclaration image(ImageTransition transition) {
        return trace.stream().images().stream()
                .filter(one -> one.name().equals(transition.range().image()))
                .findFirst()
                .orElseThrow();
    }

    /** Whether no other cure may be tried. */
    public boolean spent() {
        return left < each;
    }

    /** The program with a cure; null where it cannot be carried out. */
    public @Nullable Trial tried(Cure cure) {
        Draft draft = new Draft(trace);
        if (!cure.in(new Application(draft))) {
            return null;
        }
        left -= each;
        HazardReport after = HazardChecker.compared(draft.trace(), Amendments.NONE);
        StreamProgram program = draft.program();
        return new Trial(program, names(program, draft), brought(after), after.hazards());
    }

    /** What two commands lack less of than before is no new hazard. */
    private @Nullable Hazard brought(HazardReport after) {
        Map<List<String>, Long> before = bytes(report);
        Map<List<String>, Long> now = bytes(after);
        return after.hazards().stream()
                .filter(one -> now.getOrDefault(pair(one), 0L) > before.getOrDefault(pair(one), 0L))
                .findFirst()
                .orElse(null);
    }

    private static Map<List<String>, Long> bytes(HazardReport report) {
        Map<List<String>, Long> bytes = new HashMap<>();
        report.hazards().forEach(hazard -> bytes.merge(pair(hazard), hazard.bytes(), Long::sum));
        return bytes;
    }

    private static List<String> pair(Hazard hazard) {
        String prior = hazard.prior().id();
        String current = hazard.current().id();
        return prior.compareTo(current) < 0
                ? List.of(prior, current, hazard.resource())
                : List.of(current, prior, hazard.resource());
    }

    /** Whether the checker finds a hazard between two commands. */
    public boolean hazardous(String one, String other, String resource) {
        return report.hazards().stream().anyMatch(hazard -> between(hazard, one, other, resource));
    }

    /** What cures the hazards between two commands, checked; null where there are none, or no cure of them is known. */
    public @Nullable Cure ofHazards(String one, String other, String resource) {
        Set<Cure> cures = new LinkedHashSet<>();
        for (Hazard hazard : report.hazards()) {
            if (between(hazard, one, other, resource)) {
                Cure cure = CureProver.checked(hazard.cure()) ? hazard.cure() : prover.prove(hazard);
                if (!CureProver.checked(cure)) {
                    return null;
                }
                cures.addAll(cure instanceof Cure.Steps steps ? steps.cures() : List.of(cure));
            }
        }
        return cures.isEmpty()
                ? null
                : cures.size() == 1 ? cures.iterator().next() : new Cure.Steps(new ArrayList<>(cures));
    }

    private static boolean between(Hazard hazard, String one, String other, String resource) {
        String prior = hazard.prior().id();
        String current = hazard.current().id();
        return hazard.resource().equals(resource)
                && (prior.equals(one) && current.equals(other) || prior.equals(other) && current.equals(one));
    }

    private static Map<String, String> names(StreamProgram program, Naming before) {
        Map<String, String> names = new HashMap<>();
        Naming now = Naming.byPlace(program);
        int submission = 0;
        for (int thread = 0; thread < program.threads().size(); thread++) {
            HostThread track = program.threads().get(thread);
            for (int i = 0; i < track.operations().size(); i++) {
                names.put(now.operation(thread, i), before.operation(thread, i));
                if (track.operations().get(i) instanceof HostOperation.QueueSubmit submit) {
                    int count = submit.commandBuffers().stream()
                            .mapToInt(List::size)
                            .sum();
                    for (int command = 0; command < count; command++) {
                        names.put(now.command(submission, command), before.command(submission, command));
                    }
                    submission++;
                }
            }
        }
        return names;
    }
}
