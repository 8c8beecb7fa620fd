// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Rules about what barriers are used for: they follow from the accesses around them, and are proven before they are told. */
final class UsageRules implements UseTracker.Lacking {
    private static final long STORAGE_WRITES = Accesses.of(Access.SHADER_STORAGE_WRITE, Access.SHADER_WRITE);

    private final Findings findings;
    private final ImageForms forms;

    UsageRules(LintContext context, Findings findings) {
        this.findings = findings;
        this.forms = new ImageForms(context);
    }

    @Override
    public void lacks(DependencyUse use, Touch second) {
        MemoryAccess access = second.access();
        long named = use.barrier().dstAccess();
        if (access == null) {
            return;
        }
        if (access.access() == Access.COLOR_ATTACHMENT_READ && (named & Access.COLOR_ATTACHMENT_WRITE.mask()) != 0) {
            findings.add(
                    LintRule.BLEND_WRITE_ONLY,
                    use.site(),
                    "dstAccess COLOR_ATTACHMENT_WRITE without COLOR_ATTACHMENT_READ, but " + second.id()
                            + " reads image " + access.resource() + ": it loads or blends",
                    Cure.Masks.of(
                            new Cure.Mask(Cure.Mask.Part.DST_ACCESS, named | Access.COLOR_ATTACHMENT_READ.mask())));
        } else if (second.atomic() && (named & STORAGE_WRITES) != 0) {
            findings.add(
                    LintRule.ATOMIC_WRITE_ONLY,
                    use.site(),
                    "dstAccess " + Accesses.text(named & STORAGE_WRITES) + " without SHADER_STORAGE_READ, but "
                            + second.id() + " has atomics on " + access.resource() + ", which read",
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.DST_ACCESS, named | Access.SHADER_STORAGE_READ.mask())));
        }
    }

    /** Tells of the barriers of which something may be for nothing. */
    void suspect(List<DependencyUse> uses) {
        proposals(uses).values().forEach(proposals -> proposals.forEach(this::tell));
    }

    private void tell(Proposal proposal) {
        DependencySite site = proposal.use().site();
        findings.add(
                proposal.rule(),
                site.at(),
                proposal.message(),
                proposal.suggestion(),
                new Edit.OfBarrier(site.at().id(), site.barrier(), own -> changed(site.barrier(), own, proposal)));
    }

    /** A barrier, other changes of which may have come before. */
    private static List<Barrier> changed(Barrier barrier, List<Barrier> now, Proposal proposal) {
        return proposal.suggestion() instanceof Cure.Masks masks
                ? now.stream().map(one -> Edit.masked(one, masks)).toList()
                : now.equals(List.of(barrier)) || proposal.instead().isEmpty()
                        ? proposal.instead()
                        : proposal.instead().stream()
                                .map(one -> now.isEmpty()
                                        ? one
                                        : one.masked(
                                                now.get(0).srcStages(),
                                                now.get(0).srcAccess(),
                                                now.get(0).dstStages(),
                                                now.get(0).dstAccess()))
                                .toList();
    }

    private Map<DependencyUse, List<Proposal>> proposals(List<DependencyUse> uses) {
        Map<DependencyUse, List<Proposal>> byBarrier = new LinkedHashMap<>();
        for (DependencyUse use : uses) {
            boolean declared = use.site().form() == DependencySite.Form.PIPELINE
                    && !use.site().transfersOwnership();
            if (declared) {
                List<Proposal> proposals = new ArrayList<>(NeedRules.proposals(use));
                proposals.addAll(BreadthRules.proposals(use));
                proposals.addAll(forms.proposals(use));
                byBarrier.put(use, proposals);
            }
        }
        return byBarrier;
    }

    /** Tells of the barriers of which something is for nothing, as far as that is proven. */
    void judge(List<DependencyUse> uses, SafetyProof proof) {
        Map<DependencyUse, List<Proposal>> byBarrier = proposals(uses);
        List<Proposal> all = byBarrier.values().stream().flatMap(List::stream).toList();
        Set<Proposal> proven = new HashSet<>();
        Set<DependencyUse> removable = new HashSet<>();
        for (Proposal safe :
                proof.safe(firsts(byBarrier, proposal -> proposal.instead().isEmpty()))) {
            proven.add(safe);
            removable.add(safe.use());
        }
        // a barrier that can go need not be narrowed; of the others the first change of each together, then the second
        byBarrier.keySet().removeAll(removable);
        byBarrier
                .values()
                .forEach(proposals ->
                        proposals.removeIf(proposal -> proposal.instead().isEmpty()));
        while (true) {
            List<Proposal> now = firsts(byBarrier, proposal -> true);
            if (now.isEmpty()) {
                break;
            }
            proven.addAll(proof.safe(now));
            Set<Proposal> tried = new HashSet<>(now);
            byBarrier.values().forEach(proposals -> proposals.removeIf(tried::contains));
        }
        all.stream().filter(proven::contains).forEach(this::tell);
    }

    /** The first wanted proposal of each barrier. */
    private static List<Proposal> firsts(Map<DependencyUse, List<Proposal>> byBarrier, Predicate<Proposal> wanted) {
        return byBarrier.values().stream()
                .flatMap(proposals -> proposals.stream().filter(wanted).limit(1))
                .toList();
    }
}
