// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.MemoryAccess;
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
                    use.site().at(),
                    "dstAccess COLOR_ATTACHMENT_WRITE without COLOR_ATTACHMENT_READ, but " + second.id()
                            + " reads image " + access.resource() + ": it loads or blends",
                    Cure.Masks.of(
                            new Cure.Mask(Cure.Mask.Part.DST_ACCESS, named | Access.COLOR_ATTACHMENT_READ.mask())));
        } else if (second.atomic() && (named & STORAGE_WRITES) != 0) {
            findings.add(
                    LintRule.ATOMIC_WRITE_ONLY,
                    use.site().at(),
                    "dstAccess " + Accesses.text(named & STORAGE_WRITES) + " without SHADER_STORAGE_READ, but "
                            + second.id() + " has atomics on " + access.resource() + ", which read",
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.DST_ACCESS, named | Access.SHADER_STORAGE_READ.mask())));
        }
    }

    /** Tells of the barriers of which something is for nothing, as far as that is proven. */
    void judge(List<DependencyUse> uses, SafetyProof proof) {
        Map<DependencyUse, List<Proposal>> byBarrier = new LinkedHashMap<>();
        List<Proposal> all = new ArrayList<>();
        for (DependencyUse use : uses) {
            boolean declared = use.site().form() == DependencySite.Form.PIPELINE
                    && !use.site().transfersOwnership();
            if (declared) {
                List<Proposal> proposals = new ArrayList<>(NeedRules.proposals(use));
                proposals.addAll(BreadthRules.proposals(use));
                proposals.addAll(forms.proposals(use));
                byBarrier.put(use, proposals);
                all.addAll(proposals);
            }
        }
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
        all.stream()
                .filter(proven::contains)
                .forEach(proposal -> findings.add(
                        proposal.rule(), proposal.use().site().at(), proposal.message(), proposal.suggestion()));
    }

    /** The first wanted proposal of each barrier. */
    private static List<Proposal> firsts(Map<DependencyUse, List<Proposal>> byBarrier, Predicate<Proposal> wanted) {
        return byBarrier.values().stream()
                .flatMap(proposals -> proposals.stream().filter(wanted).limit(1))
                .toList();
    }
}
