// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules that are broken by a hazard: its sort, and what it comes from. */
final class HazardRules implements LintCheck {
    private static final long ATTACHMENT_WRITES =
            Accesses.of(Access.COLOR_ATTACHMENT_WRITE, Access.DEPTH_STENCIL_ATTACHMENT_WRITE);

    private final Findings findings;
    private final Map<String, CommandSite> sites = new HashMap<>();

    HazardRules(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void command(CommandSite site) {
        sites.put(site.id(), site);
    }

    /** Tells what rules some hazards break. */
    void judge(List<Hazard> hazards) {
        for (Hazard hazard : hazards) {
            for (LintRule rule : rules(hazard)) {
                findings.add(new LintFinding(
                        rule,
                        hazard.current().id(),
                        message(hazard),
                        hazard.cure(),
                        hazard.current().origin().where(),
                        SuggestionProof.of(hazard.cure())));
            }
        }
    }

    private List<LintRule> rules(Hazard hazard) {
        List<LintRule> rules = new ArrayList<>();
        rules.add(
                switch (hazard.kind()) {
                    case READ_AFTER_WRITE, READ_RACING_WRITE, PRESENT_AFTER_WRITE -> LintRule.HAZARD_RAW;
                    case WRITE_AFTER_READ, WRITE_RACING_READ, WRITE_AFTER_PRESENT -> LintRule.HAZARD_WAR;
                    case WRITE_AFTER_WRITE, WRITE_RACING_WRITE -> LintRule.HAZARD_WAW;
                });
        LintRule half = rule(hazard.missing());
        if (half != null) {
            rules.add(half);
        }
        if (overUnavailable(hazard)) {
            rules.add(LintRule.TRANSITION_OVER_UNAVAILABLE);
        }
        if (feedback(hazard)) {
            rules.add(LintRule.HAZARD_SUBPASS);
        }
        if (dontCare(hazard.prior()) || dontCare(hazard.current())) {
            rules.add(LintRule.DONT_CARE_STORE_HAZARD);
        }
        return rules;
    }

    /** The rule that speaks of a missing half; null where the sort of the hazard says all. */
    private static @Nullable LintRule rule(MissingHalf missing) {
        return switch (missing) {
            case AVAILABILITY -> LintRule.MISSING_AVAILABLE;
            case VISIBILITY -> LintRule.MISSING_VISIBLE;
            case HOST_DOMAIN -> LintRule.HOST_READ_WITHOUT_DOMAIN_OP;
            case INVALIDATE -> LintRule.HOST_READ_WITHOUT_INVALIDATE;
            case FLUSH -> LintRule.HOST_WRITE_WITHOUT_FLUSH;
            case ATOM -> LintRule.FALSE_SHARING_ATOM;
            case EXECUTION,
                    ATOMIC_ORDER,
                    VISIBILITY_TO_WRITE,
                    SEMAPHORE,
                    WAIT_STAGES,
                    SIGNAL_STAGES,
                    SIGNAL_CHAIN,
                    CHAIN,
                    FENCE,
                    HOST_ORDER,
                    RELEASE,
                    ACQUIRE,
                    TRANSFER,
                    TRANSFER_ORDER -> null;
        };
    }

    private static boolean overUnavailable(Hazard hazard) {
        boolean unavailable = hazard.missing() == MissingHalf.AVAILABILITY
                || hazard.missing() == MissingHalf.EXECUTION
                || hazard.missing() == MissingHalf.CHAIN;
        return unavailable
                && hazard.current().agent() == Hazard.Agent.TRANSITION
                && hazard.kind() == dev.sluice.check.hazard.HazardKind.WRITE_AFTER_WRITE;
    }

    /** Whether an input attachment is read in the pass that writes it. */
    private boolean feedback(Hazard hazard) {
        CommandSite prior = sites.get(hazard.prior().id());
        CommandSite current = sites.get(hazard.current().id());
        return prior != null
                && current != null
                && current.inPass()
                && (hazard.current().access() & Access.INPUT_ATTACHMENT_READ.mask()) != 0
                && (hazard.prior().access() & ATTACHMENT_WRITES) != 0
                && (prior.pass() == current.pass() || opens(prior, current));
    }

    /** Whether one command begins the pass of the other. */
    private static boolean opens(CommandSite begin, CommandSite inside) {
        return begin.command() instanceof Command.PassStep && begin.opens() == inside.pass();
    }

    /** Whether a side of a hazard is a load or store operation that keeps nothing. */
    private boolean dontCare(Hazard.Party party) {
        CommandSite site = sites.get(party.id());
        return site != null
                && site.command() instanceof Command.PassStep step
                && (party.access() & ATTACHMENT_WRITES) != 0
                && (discards(step.begins(), party.resource(), true) || discards(step.ends(), party.resource(), false));
    }

    private static boolean discards(@Nullable RenderTargets targets, String image, boolean load) {
        return targets != null
                && targets.all()
                        .anyMatch(attachment -> attachment.slice().image().equals(image)
                                && (load
                                        ? attachment.load() == Attachment.LoadOp.DONT_CARE
                                                || attachment.stencilLoad() == Attachment.LoadOp.DONT_CARE
                                        : attachment.store() == Attachment.StoreOp.DONT_CARE
                                                || attachment.stencilStore() == Attachment.StoreOp.DONT_CARE));
    }

    private static String message(Hazard hazard) {
        return hazard.kind() + " on " + hazard.resource() + " bytes " + hazard.offset() + ".."
                + (hazard.offset() + hazard.size() - 1) + ": " + hazard.prior().id() + " "
                + hazard.prior().what() + ", then " + hazard.current().id() + " "
                + hazard.current().what() + "; missing "
                + hazard.missing().words();
    }
}
