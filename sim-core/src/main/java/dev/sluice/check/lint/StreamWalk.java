// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.image.ImageUse;
import dev.sluice.check.image.ImageUses;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.RenderTargets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks a stream once, in an order in which it can happen, and tells rules what comes: host operations, and the commands of
 * each submission when its semaphores let it begin.
 */
final class StreamWalk {
    private final LintContext context;
    private final List<LintCheck> checks;
    private final ImageUses uses;
    private final Map<String, String> operations = new HashMap<>();
    private final List<AccessTrace.Batch> batches = new ArrayList<>();
    private int position;
    private int passes;

    StreamWalk(LintContext context, List<LintCheck> checks) {
        this.context = context;
        this.checks = List.copyOf(checks);
        this.uses = new ImageUses(context.trace());
        name();
    }

    /** The names that the trace has for operations and commands: those of an edited program outlast the edit. */
    private void name() {
        List<AccessTrace.Track> threads = context.trace().threads();
        for (int thread = 0; thread < threads.size(); thread++) {
            String prefix = thread == 0
                    ? "host"
                    : context.program().threads().get(thread).name();
            List<AccessTrace.Step> steps = threads.get(thread).steps();
            for (int i = 0; i < steps.size(); i++) {
                operations.put(prefix + "." + i, steps.get(i).action().id());
                AccessTrace.Batch batch = steps.get(i).batch();
                if (batch != null) {
                    batches.add(batch);
                }
            }
        }
    }

    /** Walks; gives the number of commands and operations. */
    int run() {
        new StreamOrder(context.program()).forEach(new StreamOrder.Visitor() {
            @Override
            public void host(String id, HostOperation operation) {
                walkHost(new HostSite(operations.getOrDefault(id, id), position++, operation));
            }

            @Override
            public void batch(int submission, HostOperation.QueueSubmit submit) {
                walkBatch(submission, submit);
            }
        });
        checks.forEach(LintCheck::end);
        return position;
    }

    private void walkHost(HostSite site) {
        checks.forEach(check -> check.host(site));
        List<MemoryAccess> accesses = context.trace().before(site.id());
        checks.forEach(check -> check.hostAccesses(site, accesses));
        if (site.operation() instanceof HostOperation.QueuePresent present) {
            for (String image : present.images()) {
                checks.forEach(check -> check.presented(site, uses.presented(image)));
            }
        }
    }

    private void walkBatch(int submission, HostOperation.QueueSubmit submit) {
        String family = submit.queue().substring(0, submit.queue().lastIndexOf('.'));
        int number = 0;
        for (List<Command> commandBuffer : submit.commandBuffers()) {
            int pass = CommandSite.OUTSIDE;
            for (Command command : commandBuffer) {
                int opens = pass;
                if (command instanceof Command.PassStep step) {
                    opens = step.passEnds() ? CommandSite.OUTSIDE : pass == CommandSite.OUTSIDE ? passes++ : pass;
                }
                CommandSite site = new CommandSite(
                        batches.get(submission).actions().get(number++).id(),
                        submit.queue(),
                        context.capabilities(family),
                        submission,
                        position++,
                        command,
                        pass,
                        opens);
                walk(site);
                pass = opens;
            }
        }
    }

    private void walk(CommandSite site) {
        Command command = site.command();
        checks.forEach(check -> check.command(site));
        if (command instanceof Command.PassStep step) {
            tell(site, uses.attachments(step, step.ends()));
            access(site, context.trace().before(site.id()));
            RenderTargets ends = step.ends();
            if (ends != null) {
                checks.forEach(check -> check.ends(site, ends));
            }
            if (step.dependency() != null) {
                tell(
                        site,
                        step.dependency().barriers(),
                        DependencySite.Form.SUBPASS,
                        step.dependency().byRegion());
            }
            tell(site, uses.attachments(step, step.begins()));
            access(site, context.trace().after(site.id()));
            RenderTargets begins = step.begins();
            if (begins != null) {
                checks.forEach(check -> check.begins(site, begins));
            }
        } else if (command instanceof Command.PipelineBarrier barrier) {
            tell(site, barrier.barriers(), DependencySite.Form.PIPELINE, barrier.byRegion());
        } else if (command instanceof Command.SetEvent set) {
            tell(site, set.barriers(), DependencySite.Form.SET, false);
        } else if (command instanceof Command.WaitEvents waits) {
            for (Command.WaitEvents.Wait wait : waits.waits()) {
                tell(site, wait.barriers(), DependencySite.Form.WAIT, false);
            }
        } else {
            tell(site, uses.of(command));
            access(site, context.trace().before(site.id()));
        }
    }

    private void access(CommandSite site, List<MemoryAccess> accesses) {
        checks.forEach(check -> check.accesses(site, accesses));
    }

    private void tell(CommandSite site, List<ImageUse> imageUses) {
        for (ImageUse use : imageUses) {
            checks.forEach(check -> check.imageUse(site, use));
        }
    }

    private void tell(CommandSite site, List<Barrier> barriers, DependencySite.Form form, boolean byRegion) {
        for (Barrier barrier : barriers) {
            DependencySite dependency = new DependencySite(site, barrier, form, byRegion);
            checks.forEach(check -> check.dependency(dependency));
        }
    }
}
