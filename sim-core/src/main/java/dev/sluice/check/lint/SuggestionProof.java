// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.KnownHazards;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks the stream with the masks and layouts that findings suggest for barriers: those that bring a hazard are not suggested.
 *
 * <p>All are tried at once, and by halves where that fails.
 */
final class SuggestionProof {
    /** Commands that all checks together may go through; a choice: a second at most. */
    private static final int BUDGET = 50_000;

    private static final Cure REFUTED =
            new Cure.Note("by itself that brings a hazard: mend what else is found here first, and check again");

    private final AccessTrace trace;
    private final KnownHazards known;
    private final Map<String, List<AccessTrace.DependencyInfo>> dependencies = new LinkedHashMap<>();
    private final Map<LintFinding, Boolean> safe = new LinkedHashMap<>();
    private int checks;

    SuggestionProof(AccessTrace trace, HazardReport found, int commands) {
        this.trace = trace;
        this.known = KnownHazards.byId(found);
        this.checks = Math.max(2, BUDGET / Math.max(1, commands));
        trace.dependencies()
                .forEach(one -> dependencies
                        .computeIfAbsent(one.id().command(), id -> new ArrayList<>())
                        .add(one));
    }

    /** The findings, with the suggestions that hold. */
    List<LintFinding> proven(Findings findings) {
        List<LintFinding> changes = findings.all().stream()
                .filter(finding -> !findings.barriers(finding).isEmpty() && changes(finding.suggestion()))
                .toList();
        prove(changes, new ArrayList<>(), findings);
        return findings.all().stream()
                .map(finding -> changes.contains(finding) ? judged(finding) : finding)
                .toList();
    }

    private LintFinding judged(LintFinding finding) {
        Boolean holds = safe.get(finding);
        Cure cure = holds == null ? new Cure.Unchecked(finding.suggestion()) : holds ? finding.suggestion() : REFUTED;
        return new LintFinding(finding.rule(), finding.command(), finding.message(), cure, finding.where());
    }

    private static boolean changes(Cure cure) {
        return cure instanceof Cure.Masks || cure instanceof Cure.Layout layout && layout(layout) != null;
    }

    private void prove(List<LintFinding> changes, List<LintFinding> kept, Findings findings) {
        if (changes.isEmpty() || checks == 0) {
            return;
        }
        checks--;
        if (holds(Stream.concat(kept.stream(), changes.stream()).toList(), findings)) {
            kept.addAll(changes);
            changes.forEach(finding -> safe.put(finding, true));
        } else if (changes.size() == 1) {
            safe.put(changes.get(0), false);
        } else {
            int half = changes.size() / 2;
            prove(changes.subList(0, half), kept, findings);
            prove(changes.subList(half, changes.size()), kept, findings);
        }
    }

    private boolean holds(List<LintFinding> changes, Findings findings) {
        Map<DependencyId, Barrier> changed = new LinkedHashMap<>();
        for (LintFinding finding : changes) {
            for (AccessTrace.DependencyInfo dependency : dependencies.getOrDefault(finding.command(), List.of())) {
                Barrier own = dependency.barrier();
                if (own != null && findings.barriers(finding).contains(own)) {
                    changed.merge(
                            dependency.id(),
                            changed(own, finding.suggestion()),
                            (before, first) -> changed(before, finding.suggestion()));
                }
            }
        }
        Amendments.Builder amendments = new Amendments.Builder();
        changed.forEach(amendments::replacing);
        return known.brought(HazardChecker.compared(trace, amendments.build())).isEmpty();
    }

    private static Barrier changed(Barrier barrier, Cure cure) {
        ImageTransition image = barrier.image();
        if (cure instanceof Cure.Masks masks) {
            return barrier.masked(
                    flags(masks, Cure.Mask.Part.SRC_STAGE, barrier.srcStages()),
                    flags(masks, Cure.Mask.Part.SRC_ACCESS, barrier.srcAccess()),
                    flags(masks, Cure.Mask.Part.DST_STAGE, barrier.dstStages()),
                    flags(masks, Cure.Mask.Part.DST_ACCESS, barrier.dstAccess()));
        }
        ImageLayout layout = cure instanceof Cure.Layout other ? layout(other) : null;
        if (image == null || layout == null) {
            return barrier;
        }
        boolean old = ((Cure.Layout) cure).old();
        return new Barrier(
                barrier.srcStages(),
                barrier.srcAccess(),
                barrier.dstStages(),
                barrier.dstAccess(),
                barrier.range(),
                new ImageTransition(image.range(), old ? layout : image.oldLayout(), old ? image.newLayout() : layout),
                barrier.srcQueueFamily(),
                barrier.dstQueueFamily());
    }

    /** A mask that is named, with none of its flags too; else as it is. */
    private static long flags(Cure.Masks masks, Cure.Mask.Part part, long own) {
        Optional<Cure.Mask> named =
                masks.masks().stream().filter(mask -> mask.part() == part).findFirst();
        return named.map(Cure.Mask::flags).orElse(own);
    }

    private static @Nullable ImageLayout layout(Cure.Layout layout) {
        return Stream.of(ImageLayout.values())
                .filter(one -> one.name().equals(layout.layout()))
                .findFirst()
                .orElse(null);
    }
}
