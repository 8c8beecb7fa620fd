// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.function.LongFunction;

/** Rules that look at the masks of one dependency alone: flags that have no effect, or that the queue lacks. */
final class MaskRules implements LintCheck {
    private static final long HOST_ACCESSES = Accesses.of(Access.HOST_READ, Access.HOST_WRITE);
    private static final long PSEUDO = Stages.of(Stage.TOP_OF_PIPE, Stage.BOTTOM_OF_PIPE);

    private final LintContext context;
    private final Findings findings;

    MaskRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
    }

    @Override
    public void dependency(DependencySite site) {
        Barrier barrier = site.barrier();
        if (site.hasSource()) {
            half(site, "src", barrier.srcStages(), barrier.srcAccess());
        }
        if (site.hasDestination()) {
            half(site, "dst", barrier.dstStages(), barrier.dstAccess());
        }
    }

    private void half(DependencySite site, String side, long stages, long accesses) {
        long missing = missing(stages, site.queue());
        if (missing != 0) {
            findings.add(
                    LintRule.STAGE_UNSUPPORTED_BY_QUEUE,
                    site,
                    lacks(side + "Stage", missing, site.at().queue(), site.queue()),
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.stage(side), stages & ~missing)));
        }
        unsupportedByStage(site, side, stages, accesses);
        hostWithoutStage(site, side, stages, accesses);
        legacy(site, side, stages, accesses);
    }

    /**
     * The table of supported access types gives {@code MEMORY_READ} and {@code MEMORY_WRITE} to any stage, {@code
     * BOTTOM_OF_PIPE} included, and {@code ALL_COMMANDS} goes with any access, as in the validation layers.
     */
    private void unsupportedByStage(DependencySite site, String side, long stages, long accesses) {
        if ((stages & Stage.ALL_COMMANDS.mask()) != 0) {
            return;
        }
        long expanded = Stages.expand(stages, site.queue());
        for (Access access : Accesses.list(accesses & ~HOST_ACCESSES)) {
            if (!access.isMemoryShorthand() && !access.validWith(expanded)) {
                findings.add(
                        LintRule.ACCESS_UNSUPPORTED_BY_STAGE,
                        site,
                        side + "Access " + access + ": none of " + side + "Stage " + MaskWords.stages(stages)
                                + " can make it, so it has no effect",
                        Cure.Masks.of(
                                new Cure.Mask(Cure.Mask.Part.stage(side), stages | stagesFor(access, site.queue()))));
            }
        }
    }

    /** The stages of a queue that make an access. */
    private static long stagesFor(Access access, QueueCapabilities queue) {
        long here = access.supportedStages() & ~access.conditionalStages() & Stages.supportedBy(queue);
        long core = 0;
        for (Stage stage : Stages.list(here)) {
            core |= stage.extension().isEmpty() ? stage.mask() : 0;
        }
        return core != 0 ? core : access.supportedStages();
    }

    private void hostWithoutStage(DependencySite site, String side, long stages, long accesses) {
        long host = accesses & HOST_ACCESSES;
        if (host != 0 && (stages & Stage.HOST.mask()) == 0) {
            findings.add(
                    LintRule.HOST_ACCESS_WITHOUT_HOST_STAGE,
                    site,
                    side + "Access " + Accesses.text(host) + ", but " + side + "Stage " + MaskWords.stages(stages)
                            + " does not name HOST"
                            + ((stages & Stage.ALL_COMMANDS.mask()) != 0
                                    ? ", which ALL_COMMANDS does not contain"
                                    : ""),
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.stage(side), stages | Stage.HOST.mask())));
        }
    }

    private void legacy(DependencySite site, String side, long stages, long accesses) {
        long pseudo = stages & PSEUDO;
        if (pseudo == 0 || site.form() == DependencySite.Form.SUBPASS) {
            return;
        }
        boolean nothing = (pseudo & (side.equals("src") ? Stage.TOP_OF_PIPE : Stage.BOTTOM_OF_PIPE).mask()) == pseudo;
        findings.add(
                LintRule.LEGACY_TOP_BOTTOM,
                site,
                side + "Stage " + Stages.text(pseudo) + ": here it means " + (nothing ? "no stage" : "every stage")
                        + (accesses == 0 ? "" : ", and it carries no access"),
                Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.stage(side), nothing ? 0 : Stage.ALL_COMMANDS.mask())));
    }

    private void unsupportedByQueue(
            CommandSite at, Cure.Mask.Part part, String key, long stages, LongFunction<Command> with) {
        long missing = missing(stages, at.capabilities());
        if (missing != 0) {
            findings.add(
                    LintRule.STAGE_UNSUPPORTED_BY_QUEUE,
                    at,
                    lacks(key, missing, at.queue(), at.capabilities()),
                    Cure.Masks.of(new Cure.Mask(part, stages & ~missing)),
                    Edit.command(at.id(), own -> with.apply(stages & ~missing)));
        }
    }

    private static long missing(long stages, QueueCapabilities queue) {
        long missing = 0;
        for (Stage stage : Stages.list(stages)) {
            missing |= stage.supportedBy(queue) ? 0 : stage.mask();
        }
        return missing;
    }

    private static String lacks(String key, long missing, String queue, QueueCapabilities capabilities) {
        return key + " " + Stages.text(missing) + ": queue " + queue + " can do "
                + String.join(", ", capabilities.names()) + " only";
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.ResetEvent reset) {
            unsupportedByQueue(
                    site,
                    Cure.Mask.Part.STAGE_MASK,
                    "stageMask",
                    reset.stages(),
                    stages -> new Command.ResetEvent(reset.origin(), reset.event(), stages));
        } else if (site.command() instanceof Command.WriteTimestamp timestamp) {
            unsupportedByQueue(
                    site,
                    Cure.Mask.Part.STAGE,
                    "stage",
                    timestamp.stage(),
                    stages -> new Command.WriteTimestamp(timestamp.origin(), stages, timestamp.name()));
        }
    }

    @Override
    public void host(HostSite site) {
        if (site.operation() instanceof HostOperation.QueueSubmit submit) {
            String family = submit.queue().substring(0, submit.queue().lastIndexOf('.'));
            semaphores(site, submit.queue(), context.capabilities(family), "wait", submit.waits());
            semaphores(site, submit.queue(), context.capabilities(family), "signal", submit.signals());
        }
    }

    private void semaphores(
            HostSite site, String queue, QueueCapabilities capabilities, String key, List<SemaphoreOperation> uses) {
        for (SemaphoreOperation use : uses) {
            long missing = missing(use.stages(), capabilities);
            if (missing != 0) {
                findings.add(
                        LintRule.STAGE_UNSUPPORTED_BY_QUEUE,
                        site,
                        lacks(key + " of semaphore " + use.semaphore() + ", stages", missing, queue, capabilities),
                        Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.STAGES, use.stages() & ~missing)),
                        Edit.operation(site.id(), own -> narrowed(own, use, missing)));
            }
        }
    }

    /** A submission whose operation on a semaphore lacks some stages. */
    private static HostOperation narrowed(HostOperation operation, SemaphoreOperation use, long without) {
        return operation instanceof HostOperation.QueueSubmit submit
                ? new HostOperation.QueueSubmit(
                        submit.origin(),
                        submit.queue(),
                        narrowed(submit.waits(), use, without),
                        submit.commandBuffers(),
                        narrowed(submit.signals(), use, without),
                        submit.fence())
                : operation;
    }

    private static List<SemaphoreOperation> narrowed(
            List<SemaphoreOperation> operations, SemaphoreOperation use, long without) {
        return operations.stream()
                .map(one -> one.equals(use)
                        ? new SemaphoreOperation(one.semaphore(), one.value(), one.timeline(), one.stages() & ~without)
                        : one)
                .toList();
    }
}
