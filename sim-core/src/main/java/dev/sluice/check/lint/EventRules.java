// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.Draft;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rules about events: a wait that repeats its set on its queue, and a set of what is set already (Vulkan specification, section
 * Events).
 */
final class EventRules implements LintCheck {

    /**
     * A signalled event.
     *
     * @param by the command or host operation that set it
     * @param command that command; null for the host
     * @param queue its queue; empty for the host
     */
    private record Signal(String by, Command.@Nullable SetEvent command, String queue) {}

    private final Findings findings;
    private final Map<String, Signal> signalled = new HashMap<>();

    EventRules(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void host(HostSite site) {
        if (site.operation() instanceof HostOperation.SetEvent set) {
            Signal earlier = signalled.get(set.event());
            if (earlier != null) {
                findings.add(
                        LintRule.EVENT_RESIGNAL,
                        site,
                        "event " + set.event() + " is signalled already, by " + earlier.by,
                        new Cure.InsertOperation(
                                new HostOperation.ResetEvent(Origin.NOWHERE, set.event()), Spot.saying("before it")),
                        Edit.before(site.id(), new HostOperation.ResetEvent(Origin.NOWHERE, set.event())));
            }
            signalled.put(set.event(), new Signal(site.id(), null, ""));
        } else if (site.operation() instanceof HostOperation.ResetEvent reset) {
            signalled.remove(reset.event());
        }
    }

    @Override
    public void command(CommandSite site) {
        if (site.command() instanceof Command.SetEvent set) {
            set(site, set);
        } else if (site.command() instanceof Command.ResetEvent reset) {
            signalled.remove(reset.event());
        } else if (site.command() instanceof Command.WaitEvents waits) {
            waits.waits().forEach(wait -> {
                if (!elsewhere(site, wait)) {
                    compare(site, wait, waits.legacy());
                }
            });
        }
    }

    private void set(CommandSite site, Command.SetEvent set) {
        Signal earlier = signalled.get(set.event());
        if (earlier != null) {
            findings.add(
                    LintRule.EVENT_RESIGNAL,
                    site,
                    "event " + set.event() + " is signalled already, by " + earlier.by
                            + ": this set makes no dependency",
                    insert(
                            new Command.ResetEvent(Origin.NOWHERE, set.event(), Stage.ALL_COMMANDS.mask()),
                            "between its wait and this"),
                    Edit.before(
                            site.id(), new Command.ResetEvent(Draft.added(), set.event(), Stage.ALL_COMMANDS.mask())));
        }
        for (Barrier barrier : set.barriers()) {
            if (((barrier.srcStages() | barrier.dstStages()) & Stage.HOST.mask()) != 0) {
                findings.add(
                        LintRule.EVENT_MISMATCH,
                        site,
                        "event " + set.event() + " is set with the HOST stage, which a queue does not have",
                        Cure.Masks.of(withoutHost(barrier)),
                        new Edit.OfProgram(
                                List.of(site.id()), draft -> withoutHost(draft, site.id(), set.event(), barrier)));
            }
        }
        signalled.put(set.event(), new Signal(site.id(), set, site.queue()));
    }

    /** Takes the stage out of a barrier of a set, and out of the waits that complete it. */
    private static boolean withoutHost(Draft draft, String id, String event, Barrier barrier) {
        UnaryOperator<List<Barrier>> change = all -> all.stream()
                .map(one -> one.equals(barrier) ? withoutHost(one) : one)
                .toList();
        boolean done = draft.replace(
                id,
                command -> command instanceof Command.SetEvent set
                        ? new Command.SetEvent(set.origin(), set.event(), change.apply(set.barriers()), set.legacy())
                        : command);
        for (String other : draft.commands()) {
            if (draft.command(other) instanceof Command.WaitEvents waits
                    && waits.waits().stream().anyMatch(wait -> wait.events().contains(event))) {
                done &= draft.replace(other, command -> waiting(command, event, change));
            }
        }
        return done;
    }

    /** A wait with other barriers for an event. */
    private static Command waiting(Command command, String event, UnaryOperator<List<Barrier>> change) {
        return command instanceof Command.WaitEvents waits
                ? new Command.WaitEvents(
                        waits.origin(),
                        waits.waits().stream()
                                .map(wait -> wait.events().contains(event)
                                        ? new Command.WaitEvents.Wait(wait.events(), change.apply(wait.barriers()))
                                        : wait)
                                .toList(),
                        waits.legacy())
                : command;
    }

    private static Barrier withoutHost(Barrier barrier) {
        long device = ~Stage.HOST.mask();
        return barrier.masked(
                barrier.srcStages() & device, barrier.srcAccess(), barrier.dstStages() & device, barrier.dstAccess());
    }

    /** Tells of events that another queue sets. */
    private boolean elsewhere(CommandSite site, Command.WaitEvents.Wait wait) {
        boolean found = false;
        for (String event : wait.events()) {
            Signal signal = signalled.get(event);
            if (signal != null && signal.command != null && !signal.queue.equals(site.queue())) {
                findings.add(
                        LintRule.EVENT_MISMATCH,
                        site,
                        "event " + event + " is waited for on " + site.queue() + ", but set by " + signal.by + " on "
                                + signal.queue + ": events order nothing between queues",
                        new Cure.Note("signal a semaphore behind " + signal.by + ", and let " + site.queue()
                                + " wait for it"));
                found = true;
            }
        }
        return found;
    }

    private void compare(CommandSite site, Command.WaitEvents.Wait wait, boolean legacy) {
        if (legacy) {
            compareStages(site, wait);
            return;
        }
        for (String event : wait.events()) {
            Signal signal = signalled.get(event);
            if (signal != null && signal.command == null) {
                compareHost(site, event, signal, wait.barriers());
            } else if (signal != null && signal.command != null) {
                compare(site, event, signal, signal.command, wait.barriers());
            }
        }
    }

    private void compare(CommandSite site, String event, Signal signal, Command.SetEvent set, List<Barrier> barriers) {
        if (set.legacy()) {
            findings.add(
                    LintRule.EVENT_MISMATCH,
                    site,
                    "event " + event + " is waited for with a dependency, but set by " + signal.by
                            + " with a stage mask only",
                    insert(new Command.SetEvent(Origin.NOWHERE, event, barriers, false), "as " + signal.by),
                    Edit.command(signal.by, own -> new Command.SetEvent(own.origin(), event, barriers, false)));
        } else if (!set.barriers().equals(barriers)) {
            findings.add(
                    LintRule.EVENT_MISMATCH,
                    site,
                    "the dependency of event " + event + " differs from that of its set, " + signal.by + ": "
                            + difference(set.barriers(), barriers),
                    waiting(event, set),
                    waitingAs(site.id(), event, set));
        }
    }

    /** The wait that completes the dependency of a set. */
    private static Cure waiting(String event, Command.SetEvent set) {
        Command.WaitEvents.Wait wait = new Command.WaitEvents.Wait(List.of(event), set.barriers());
        return insert(new Command.WaitEvents(Origin.NOWHERE, List.of(wait), false), "");
    }

    private static Edit waitingAs(String id, String event, Command.SetEvent set) {
        return new Edit.OfProgram(
                List.of(id),
                draft -> draft.command(id) instanceof Command.WaitEvents waits
                        && waits.waits().stream()
                                .allMatch(wait -> !wait.events().contains(event)
                                        || wait.events().size() == 1)
                        && (!waits.legacy() || waits.waits().size() == 1)
                        && draft.replace(id, command -> modern(waiting(command, event, own -> set.barriers()))));
    }

    private static Command modern(Command command) {
        return command instanceof Command.WaitEvents waits
                ? new Command.WaitEvents(waits.origin(), waits.waits(), false)
                : command;
    }

    private static Cure insert(Command command, String place) {
        return new Cure.InsertCommand(command, null, Spot.saying(place));
    }

    private static String difference(List<Barrier> set, List<Barrier> wait) {
        if (set.size() != wait.size()) {
            return set.size() + " barriers there, " + wait.size() + " here";
        }
        for (int i = 0; i < set.size(); i++) {
            Barrier one = set.get(i);
            Barrier other = wait.get(i);
            if (!one.equals(other)) {
                String scopes = MaskWords.scopes(one);
                return scopes.equals(MaskWords.scopes(other))
                        ? "other bytes or subresources"
                        : "there " + scopes + "; here " + MaskWords.scopes(other);
            }
        }
        return "nothing";
    }

    /** What the host set is waited for with the HOST stage alone. */
    private void compareHost(CommandSite site, String event, Signal signal, List<Barrier> barriers) {
        for (Barrier barrier : barriers) {
            if (barrier.srcStages() != Stage.HOST.mask()) {
                findings.add(
                        LintRule.EVENT_MISMATCH,
                        site,
                        "event " + event + " is set by the host (" + signal.by + "), but waited for with srcStage "
                                + MaskWords.stages(barrier.srcStages()),
                        Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.SRC_STAGE, Stage.HOST.mask())),
                        stages(site.id(), barrier, Stage.HOST.mask()));
            }
        }
    }

    /** The legacy wait names the stages of all its sets together (VUID-vkCmdWaitEvents-srcStageMask-01158). */
    private void compareStages(CommandSite site, Command.WaitEvents.Wait wait) {
        long stages = 0;
        for (String event : wait.events()) {
            Signal signal = signalled.get(event);
            if (signal == null) {
                return;
            }
            Command.SetEvent set = signal.command;
            if (set != null && !set.legacy()) {
                findings.add(
                        LintRule.EVENT_MISMATCH,
                        site,
                        "event " + event + " is waited for with stage masks, but set by " + signal.by
                                + " with a dependency",
                        waiting(event, set),
                        waitingAs(site.id(), event, set));
                return;
            }
            stages |= set == null ? Stage.HOST.mask() : set.barriers().get(0).srcStages();
        }
        long named = stages;
        long waited =
                wait.barriers().isEmpty() ? stages : wait.barriers().get(0).srcStages();
        if (waited != stages) {
            findings.add(
                    LintRule.EVENT_MISMATCH,
                    site,
                    "srcStageMask " + Stages.text(waited) + " is not what the sets name together, "
                            + Stages.text(stages),
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.SRC_STAGE_MASK, stages)),
                    wait.barriers().stream()
                            .distinct()
                            .map(barrier -> stages(site.id(), barrier, named))
                            .toArray(Edit[]::new));
        }
    }

    /** A barrier of a wait with other first stages. */
    private static Edit stages(String id, Barrier barrier, long stages) {
        return new Edit.OfBarrier(
                id,
                barrier,
                own -> own.stream()
                        .map(one -> one.masked(stages, one.srcAccess(), one.dstStages(), one.dstAccess()))
                        .toList());
    }
}
