// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules about barriers within a render pass instance: what they may hold, and what makes a tiler leave the pass. */
final class PassRules implements LintCheck {
    private final LintContext context;
    private final Findings findings;
    /** Attachments that the open subpass is the first to use, and neither draws to nor loads as they are: they are cleared. */
    private final List<Attachment> cleared = new ArrayList<>();

    private @Nullable CommandSite clears;

    PassRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.PassStep step) {
            CommandSite begin = clears;
            if (begin != null) {
                cleared.stream()
                        .filter(attachment -> !resolvedTo(attachment, step.ends()))
                        .forEach(attachment -> clearOfInput(begin, attachment));
            }
            cleared.clear();
            clears = site;
            if (step.begins() != null) {
                step.begins().others().stream()
                        .filter(attachment -> attachment.load() == Attachment.LoadOp.CLEAR)
                        .forEach(cleared::add);
            }
        }
    }

    /** Whether a subpass resolves something to an attachment, which is no use as an input attachment. */
    private static boolean resolvedTo(Attachment attachment, @Nullable RenderTargets ends) {
        return ends != null
                && ends.all()
                        .map(Attachment::resolve)
                        .anyMatch(resolve -> resolve != null && resolve.to().equals(attachment.slice()));
    }

    private void clearOfInput(CommandSite begin, Attachment attachment) {
        findings.add(
                LintRule.CLEAR_OF_INPUT,
                begin,
                "the subpass that begins here is the first to use image "
                        + attachment.slice().image() + ", only as an input attachment, and loadOp CLEAR clears it",
                new Cure.Note("clear it before the render pass, and use loadOp: LOAD"));
    }

    @Override
    public void dependency(DependencySite site) {
        boolean inside = site.at().inPass();
        if (inside && site.form() == DependencySite.Form.PIPELINE) {
            for (String problem : problems(site)) {
                Cure cure = suggestion(site);
                String message = "inside a render pass, " + problem;
                if (cure instanceof Cure.InsertCommand insert
                        && insert.command() instanceof Command.PipelineBarrier narrow) {
                    findings.add(
                            LintRule.RENDERPASS_BARRIER, site.at(), message, cure, instead(site, narrow.barriers()));
                } else {
                    findings.add(LintRule.RENDERPASS_BARRIER, site.at(), message, cure);
                }
            }
        }
        if (inside && context.device().rop().flushAtPassEnd() && !leavesAnyway(site)) {
            split(site);
        }
    }

    /** Whether the pass ends here in any case. */
    private static boolean leavesAnyway(DependencySite site) {
        return site.at().command() instanceof Command.PassStep step && step.passEnds();
    }

    private static List<String> problems(DependencySite site) {
        Barrier barrier = site.barrier();
        List<String> problems = new ArrayList<>();
        if (barrier.range() != null) {
            problems.add(
                    "a buffer barrier cannot stand (buffer " + barrier.range().buffer() + ")");
        }
        if (site.changesLayout()) {
            problems.add(site.subject() + " cannot change its layout");
        }
        if (site.transfersOwnership()) {
            problems.add(site.subject() + " cannot go to another queue family");
        }
        long other = notGraphics(barrier.srcStages()) | notGraphics(barrier.dstStages());
        if (other != 0) {
            problems.add("a barrier cannot name " + Stages.text(other) + ", which no draw has");
        }
        long src = site.sourceStages();
        long dst = site.destinationStages();
        boolean pixels = (src & Stages.FRAMEBUFFER_SPACE) != 0;
        if (pixels && !site.byRegion()) {
            problems.add("a barrier after " + Stages.text(src & Stages.FRAMEBUFFER_SPACE) + " must be BY_REGION");
        }
        if (pixels && (dst & ~Stages.FRAMEBUFFER_SPACE) != 0) {
            problems.add("a barrier after " + Stages.text(src & Stages.FRAMEBUFFER_SPACE) + " cannot hold back "
                    + Stages.text(barrier.dstStages()));
        }
        return problems;
    }

    private static long notGraphics(long named) {
        long other = 0;
        for (Stage stage : Stages.list(named)) {
            boolean pseudo = stage == Stage.TOP_OF_PIPE || stage == Stage.BOTTOM_OF_PIPE || stage == Stage.ALL_COMMANDS;
            boolean graphics = (stage.expansion() & graphicsStages()) != 0;
            other |= pseudo || graphics ? 0 : stage.mask();
        }
        return other;
    }

    private static long graphicsStages() {
        return Stage.ALL_GRAPHICS.expansion();
    }

    private static Cure suggestion(DependencySite site) {
        Barrier barrier = site.barrier();
        long pixels = Stages.FRAMEBUFFER_SPACE;
        long src = barrier.srcStages() & pixels;
        long dst = barrier.dstStages() & pixels;
        boolean movable =
                barrier.range() != null || site.changesLayout() || site.transfersOwnership() || src == 0 || dst == 0;
        return movable
                ? new Cure.Note("put it before the render pass begins, or after it ends")
                : new Cure.InsertCommand(
                        new Command.PipelineBarrier(
                                Origin.NOWHERE,
                                List.of(new Barrier(
                                        src, barrier.srcAccess(), dst, barrier.dstAccess(), null, null, null)),
                                true),
                        null,
                        Spot.here());
    }

    /** Barriers by region in the place of one. */
    private static Edit[] instead(DependencySite site, List<Barrier> barriers) {
        return new Edit[] {
            new Edit.OfBarrier(site.at().id(), site.barrier(), own -> barriers),
            Edit.command(
                    site.at().id(),
                    command -> command instanceof Command.PipelineBarrier own
                            ? new Command.PipelineBarrier(own.origin(), own.barriers(), true)
                            : command)
        };
    }

    private void split(DependencySite site) {
        Barrier barrier = site.barrier();
        long outside =
                (site.sourceStages() | site.destinationStages()) & ~Stages.FRAMEBUFFER_SPACE & Stages.EVERY_EXPANDED;
        if (site.byRegion() && outside == 0) {
            return;
        }
        String reason = site.byRegion() ? Stages.text(outside) + " does not work by region" : "it is not BY_REGION";
        findings.add(
                LintRule.PASS_SPLIT,
                site,
                "the barrier " + Stages.text(barrier.srcStages()) + " to " + Stages.text(barrier.dstStages())
                        + " makes the tiler " + context.device().name()
                        + " finish all tiles, store and load them again: " + reason,
                outside == 0 ? new Cure.ByRegion() : Cure.NONE);
    }
}
