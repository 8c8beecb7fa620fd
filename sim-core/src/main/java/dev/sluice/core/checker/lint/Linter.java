package dev.sluice.core.checker.lint;

import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import java.util.List;

/** Applies the rules to a stream on a device. */
public final class Linter {
    private Linter() {}

    /**
     * What the rules find, in the order of the stream.
     *
     * @param profile the profile by which barriers act on the device
     */
    public static List<LintFinding> lint(StreamProgram program, GpuSpec device, BarrierProfile profile) {
        LintContext context = new LintContext(program, device, profile);
        Findings findings = new Findings();
        List<LintCheck> checks = List.of(
                new MaskRules(context, findings),
                new MaskAdvice(findings),
                new LayoutRules(context, findings),
                new LayoutAdvice(context, findings),
                new OwnershipRules(context, findings),
                new PassRules(context, findings),
                new EventRules(findings),
                new HostRules(context, findings),
                new BatchRules(context, findings));
        new StreamWalk(context, checks).run();
        return findings.all();
    }
}
