// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules about the host's side that need no accesses: ranges of mapped memory, and barriers that a submission makes needless. */
final class HostRules implements LintCheck {
    private final LintContext context;
    private final Findings findings;
    /** Events and timeline semaphores that the host signals: after a wait for one, host writes may be later than the submission. */
    private final Set<String> hostSignals = new HashSet<>();
    /** Queues that have waited for the host since their commands were submitted. */
    private final Set<String> waited = new HashSet<>();

    HostRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        for (HostThread thread : context.program().threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.SetEvent set) {
                    hostSignals.add(set.event());
                } else if (operation instanceof HostOperation.SignalSemaphore signal) {
                    hostSignals.add(signal.semaphore());
                }
            }
        }
    }

    @Override
    public void host(HostSite site) {
        HostOperation operation = site.operation();
        if (operation instanceof HostOperation.Maintenance maintenance) {
            maintenance.ranges().forEach(range -> aligned(site, range));
        } else if (operation instanceof HostOperation.QueueSubmit submit) {
            if (submit.waits().stream().map(SemaphoreOperation::semaphore).anyMatch(hostSignals::contains)) {
                waited.add(submit.queue());
            }
        }
    }

    private void aligned(HostSite site, MemoryRange range) {
        long atom = context.device().limits().nonCoherentAtomSize();
        long end = range.offset() + range.size();
        boolean offset = range.offset() % atom != 0;
        boolean size = range.size() % atom != 0
                && end != context.memory(range.memory()).size();
        if (!offset && !size) {
            return;
        }
        long first = range.offset() / atom * atom;
        long last = Math.min(
                (end + atom - 1) / atom * atom, context.memory(range.memory()).size());
        List<MemoryRange> atoms = List.of(new MemoryRange(range.memory(), first, last - first));
        String wrong = offset && size
                ? "offset " + range.offset() + " and size " + range.size() + " are"
                : offset ? "offset " + range.offset() + " is" : "size " + range.size() + " is";
        findings.add(
                LintRule.FLUSH_RANGE_ALIGNMENT,
                site,
                wrong + " no multiple of nonCoherentAtomSize, " + atom + " (memory " + range.memory() + ")",
                new Cure.InsertOperation(
                        site.operation() instanceof HostOperation.FlushMappedMemoryRanges
                                ? new HostOperation.FlushMappedMemoryRanges(Origin.NOWHERE, atoms)
                                : new HostOperation.InvalidateMappedMemoryRanges(Origin.NOWHERE, atoms),
                        Spot.here()),
                Edit.operation(site.id(), own -> aligned(own, range, atoms.get(0))));
    }

    private static HostOperation aligned(HostOperation operation, MemoryRange range, MemoryRange atoms) {
        if (!(operation instanceof HostOperation.Maintenance maintenance)) {
            return operation;
        }
        List<MemoryRange> ranges = maintenance.ranges().stream()
                .map(one -> one.equals(range) ? atoms : one)
                .toList();
        return operation instanceof HostOperation.FlushMappedMemoryRanges
                ? new HostOperation.FlushMappedMemoryRanges(operation.origin(), ranges)
                : new HostOperation.InvalidateMappedMemoryRanges(operation.origin(), ranges);
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.WaitEvents waits
                && waits.waits().stream()
                        .map(Command.WaitEvents.Wait::events)
                        .flatMap(List::stream)
                        .anyMatch(hostSignals::contains)) {
            waited.add(site.queue());
        }
    }

    @Override
    public void dependency(DependencySite site) {
        Barrier barrier = site.barrier();
        if (site.form() == DependencySite.Form.WAIT
                || (barrier.srcAccess() & Access.HOST_WRITE.mask()) == 0
                || (barrier.srcStages() & Stage.HOST.mask()) == 0
                || waited.contains(site.at().queue())) {
            return;
        }
        long stages = barrier.srcStages() & ~Stage.HOST.mask();
        long access = barrier.srcAccess() & ~Accesses.of(Access.HOST_WRITE, Access.HOST_READ);
        boolean whole = stages == 0 && access == 0 && !site.transition();
        Cure.Masks masks = Cure.Masks.of(
                new Cure.Mask(Cure.Mask.Part.SRC_STAGE, stages), new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, access));
        findings.add(
                LintRule.SUBMIT_HOST_BARRIER,
                site.at(),
                "srcAccess HOST_WRITE on " + site.subject()
                        + ": the submission made all earlier host writes visible to the device",
                whole ? new Cure.Note("remove it") : masks,
                whole ? Edit.removal(site) : Edit.each(site, one -> Edit.masked(one, masks)));
    }
}
