// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.Draft;
import dev.sluice.check.order.Ownership;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.ResolvedActions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rules about how barriers are put into commands: several in a row, many in a submission, images named for nothing. */
final class BatchRules implements LintCheck {
    /** Barrier commands of one submission that count as many; a choice: a frame of the shipped deferred renderer has 15. */
    static final int MANY = 16;

    private final Findings findings;
    private final LintContext context;
    private final ImageForms forms;
    private final Map<String, CommandSite> previous = new HashMap<>();
    private final Map<Integer, List<CommandSite>> bySubmission = new LinkedHashMap<>();

    BatchRules(LintContext context, Findings findings) {
        this.context = context;
        this.findings = findings;
        this.forms = new ImageForms(context);
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.Label || site.command() instanceof Command.ExecuteCommands) {
            return;
        }
        if (!(site.command() instanceof Command.PipelineBarrier barrier)) {
            previous.remove(site.queue());
            return;
        }
        bySubmission
                .computeIfAbsent(site.submission(), number -> new ArrayList<>())
                .add(site);
        CommandSite before = previous.put(site.queue(), site);
        if (before != null
                && before.submission() == site.submission()
                && before.command() instanceof Command.PipelineBarrier earlier
                && !chained(earlier, barrier)) {
            findings.add(
                    LintRule.UNBATCHED,
                    site,
                    "follows the barrier " + before.id() + " with no work in between",
                    new Cure.Note("put its barriers into the command " + before.id() + ": each keeps its own scopes"),
                    new Edit.OfProgram(
                            List.of(site.id(), before.id()), draft -> merged(draft, site.id(), before.id())));
        }
    }

    /** Puts the barriers of a command into another one. One that is gone went elsewhere already. */
    private static boolean merged(Draft draft, String from, String into) {
        if (!(draft.command(from) instanceof Command.PipelineBarrier more)) {
            return true;
        }
        boolean there = draft.replace(
                into,
                command -> command instanceof Command.PipelineBarrier own
                        ? new Command.PipelineBarrier(
                                own.origin(),
                                Stream.concat(own.barriers().stream(), more.barriers().stream())
                                        .toList(),
                                own.byRegion() && more.byRegion())
                        : command);
        return !there || draft.remove(from);
    }

    /**
     * Whether two barriers are one after the other on purpose: the second goes on where the first ends, or changes the same image,
     * or one is for somebody outside of the stream, whose part is not known.
     */
    private static boolean chained(Command.PipelineBarrier first, Command.PipelineBarrier second) {
        for (Barrier one : first.barriers()) {
            for (Barrier other : second.barriers()) {
                if ((one.dstStages() & other.srcStages()) != 0
                        || Ownership.outside(one)
                        || Ownership.outside(other)
                        || one.image() != null
                                && other.image() != null
                                && one.image()
                                        .range()
                                        .image()
                                        .equals(other.image().range().image())) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void dependency(DependencySite site) {
        Barrier barrier = site.barrier();
        if (barrier.image() == null || site.transition() || site.form() == DependencySite.Form.SET) {
            return;
        }
        String image = barrier.image().range().image();
        ResolvedActions named = forms.named(site, image);
        if (named.equals(forms.global(site)) && !forms.ranged(named)) {
            findings.add(
                    LintRule.IMAGE_BARRIER_NO_TRANSITION,
                    site,
                    "image " + image + " keeps its layout, and on "
                            + context.device().name()
                            + " a global barrier does the same: "
                            + (named.isEmpty() ? "no cache action" : named.src() + " " + named.dst()),
                    new Cure.Instead(List.of(new Barrier(
                            barrier.srcStages(),
                            barrier.srcAccess(),
                            barrier.dstStages(),
                            barrier.dstAccess(),
                            null,
                            barrier.srcQueueFamily(),
                            barrier.dstQueueFamily()))));
        }
    }

    @Override
    public void end() {
        bySubmission.forEach((number, sites) -> {
            if (sites.size() >= MANY) {
                findings.add(
                        LintRule.BARRIER_COUNT,
                        sites.get(0),
                        "submission " + number + " has " + sites.size()
                                + " barrier commands; 'sluice run' says what each costs",
                        Cure.NONE);
            }
        });
    }
}
