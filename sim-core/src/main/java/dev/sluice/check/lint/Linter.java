// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.sync.BarrierProfile;
import java.util.List;

/** Applies the rules to a stream on a device. */
public final class Linter {
    private Linter() {}

    /**
     * What the rules find, in the order of the stream as far as they follow it: first what the walk tells, then what follows
     * from hazards, then what is for nothing.
     *
     * @param trace the stream's accesses
     * @param hazards what the hazard checker found in it
     * @param profile the profile by which barriers act on the device
     */
    public static List<LintFinding> lint(
            AccessTrace trace, HazardReport hazards, GpuSpec device, BarrierProfile profile) {
        Walked walked = walk(trace, device, profile);
        walked.fromHazards.judge(hazards.hazards());
        walked.usage.judge(walked.uses.uses(), new SafetyProof(trace, hazards, walked.commands));
        return new SuggestionTrials(trace, hazards, edited -> unproven(edited, device, profile))
                .judged(walked.findings);
    }

    /** What the rules find where nothing is proven, and hazards are not told of: to compare with. */
    private static List<LintFinding> unproven(AccessTrace trace, GpuSpec device, BarrierProfile profile) {
        Walked walked = walk(trace, device, profile);
        walked.usage.suspect(walked.uses.uses());
        return walked.findings.all();
    }

    /** What a walk leaves behind. */
    private record Walked(
            Findings findings, UsageRules usage, UseTracker uses, HazardRules fromHazards, int commands) {}

    private static Walked walk(AccessTrace trace, GpuSpec device, BarrierProfile profile) {
        LintContext context = new LintContext(trace, device, profile);
        Findings findings = new Findings(trace.stream());
        UsageRules usage = new UsageRules(context, findings);
        UseTracker uses = new UseTracker(context, usage);
        HazardRules fromHazards = new HazardRules(findings);
        DiscardRules discards = new DiscardRules(context, findings);
        List<LintCheck> checks = List.of(
                new MaskRules(context, findings),
                new MaskAdvice(findings),
                new LayoutRules(context, findings),
                new ResourceUsageRules(context, findings),
                new LayoutAdvice(context, findings),
                new CompressionRules(context, findings),
                new OwnershipRules(context, findings),
                discards,
                new ContentRules(context, findings, discards),
                new PassRules(context, findings),
                new ReadOnlyRules(findings),
                new EventRules(findings),
                new CopyRules(context, findings),
                new HostRules(context, findings),
                new BatchRules(context, findings),
                fromHazards,
                uses);
        return new Walked(findings, usage, uses, fromHazards, new StreamWalk(context, checks).run());
    }
}
