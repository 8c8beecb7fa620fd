// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Region;
import dev.sluice.check.trace.TransferOverlaps;
import dev.sluice.program.Command;
import dev.sluice.program.edit.Cure;
import java.util.List;

/** Rules about what the regions of a copy must not have in common. */
final class CopyRules implements LintCheck {
    private final LintContext context;
    private final Findings findings;
    private final TransferOverlaps overlaps;

    CopyRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        this.overlaps = new TransferOverlaps(context.trace().resources());
    }

    @Override
    public void accesses(CommandSite site, List<MemoryAccess> accesses) {
        if (!(site.command() instanceof Command.Transfer transfer)) {
            return;
        }
        for (Region region : overlaps.readAndWritten(transfer, accesses)) {
            findings.add(
                    LintRule.COPY_OVERLAP,
                    site,
                    "source and destination share " + places(transfer, region),
                    new Cure.Note("copy to another place and from there, in two commands with a barrier between them"));
        }
        for (Region region : overlaps.writtenTwice(transfer)) {
            findings.add(
                    LintRule.COPY_OVERLAP,
                    site,
                    "several regions write " + places(transfer, region),
                    new Cure.Note(
                            "leave all but one of them away, or use a command for each, with barriers between them"));
        }
    }

    private String places(Command.Transfer transfer, Region region) {
        Intervals where = region.where();
        Hazard.Subresource box = Hazard.Subresource.around(region.space(), where);
        if (box != null) {
            boolean all = box.levels() == 1 && where.size() == (long) box.layers() * box.width() * box.height();
            return region.space().name() + " " + box.words() + (all ? "" : ", " + where.size() + " of them");
        }
        String named = named(transfer, region);
        long base = context.trace().resources().start(named);
        return named + " bytes " + (where.first() - base) + ".." + (where.last() - 1 - base)
                + (where.count() == 1 ? "" : ", " + where.size() + " of them");
    }

    /** The buffer of the command that has the bytes; the memory where both sides are images. */
    private String named(Command.Transfer transfer, Region region) {
        List<String> sides = transfer instanceof Command.CopyBuffer copy
                ? List.of(copy.dst())
                : transfer instanceof Command.ImageTransfer copy ? List.of(copy.src(), copy.dst()) : List.of();
        return sides.stream()
                .filter(context.trace().resources()::isBuffer)
                .findFirst()
                .orElse(region.space().name());
    }
}
