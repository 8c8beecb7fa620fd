package dev.sluice.core.checker.lint;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.barrier.Accesses;
import dev.sluice.core.checker.hazard.MemoryAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules about what barriers are used for: they follow from the accesses around them, and are proven before they are told. */
final class UsageRules implements UseTracker.Lacking {
    private static final long STORAGE_WRITES = Accesses.of(Access.SHADER_STORAGE_WRITE, Access.SHADER_WRITE);

    private final LintContext context;
    private final Findings findings;
    private final ImageForms forms;

    UsageRules(LintContext context, Findings findings) {
        this.context = context;
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
                    "dstAccess: " + DependencyText.accesses(named | Access.COLOR_ATTACHMENT_READ.mask()));
        } else if (second.atomic() && (named & STORAGE_WRITES) != 0) {
            findings.add(
                    LintRule.ATOMIC_WRITE_ONLY,
                    use.site().at(),
                    "dstAccess " + Accesses.text(named & STORAGE_WRITES) + " without SHADER_STORAGE_READ, but "
                            + second.id() + " has atomics on " + access.resource() + ", which read",
                    "dstAccess: " + DependencyText.accesses(named | Access.SHADER_STORAGE_READ.mask()));
        }
    }

    /** Tells of the barriers of which something is for nothing, as far as that is proven. */
    void judge(List<DependencyUse> uses, SafetyProof proof) {
        Map<DependencyUse, List<Proposal>> byBarrier = new LinkedHashMap<>();
        for (DependencyUse use : uses) {
            boolean declared = use.site().form() == DependencySite.Form.PIPELINE
                    && !use.site().transfersOwnership();
            if (declared) {
                List<Proposal> proposals = new ArrayList<>(NeedRules.proposals(use));
                proposals.addAll(BreadthRules.proposals(use));
                proposals.addAll(forms.proposals(use));
                if (!proposals.isEmpty()) {
                    byBarrier.put(use, proposals);
                }
            }
        }
        // the first of each barrier together, then the second, and so on
        Set<DependencyUse> removable = new HashSet<>();
        Map<Proposal, Boolean> proven = new HashMap<>();
        boolean more = true;
        for (int round = 0; more; round++) {
            List<Proposal> now = new ArrayList<>();
            for (Map.Entry<DependencyUse, List<Proposal>> entry : byBarrier.entrySet()) {
                if (round < entry.getValue().size() && !removable.contains(entry.getKey())) {
                    now.add(entry.getValue().get(round));
                }
            }
            more = !now.isEmpty();
            for (Proposal safe : proof.safe(now)) {
                proven.put(safe, true);
                if (safe.instead().isEmpty()) {
                    removable.add(safe.use());
                }
            }
        }
        byBarrier
                .values()
                .forEach(proposals -> proposals.stream()
                        .filter(proven::containsKey)
                        .forEach(proposal -> findings.add(
                                proposal.rule(),
                                proposal.use().site().at(),
                                proposal.message(),
                                proposal.suggestion())));
    }
}
