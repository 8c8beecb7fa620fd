// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one barrier cost and why, in order of time: what it waited for, its cache actions, who waited behind it, and what had to be
 * fetched again, by resource.
 */
final class BarrierStory {
    private static final String INDENT = "  ";
    private static final int LABEL = 11;
    private static final int SHOWN = 12;

    private final Style style;
    /** When the run was stopped; no cycle of a run that went to its end. */
    private final long stopped;

    private final Map<String, String> kinds = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    BarrierStory(RunResult result, Style style) {
        this.style = style;
        stopped = result.interrupted() ? result.cycles() : Long.MAX_VALUE;
        result.commands().forEach(command -> kinds.put(command.id(), command.kind()));
    }

    /** The lines of a barrier. */
    List<String> lines(RunResult.BarrierResult barrier) {
        lines.clear();
        lines.add(headline(barrier));
        fact("reached", Quantity.count(barrier.reachedCycle()));
        facts("waited", waits(barrier));
        fact("drained", moment(drained(barrier)));
        facts("actions", barrier.actions().stream().map(BarrierStory::action).toList());
        fact("released", moment(barrier.releasedCycle()));
        facts("held back", heldBack(barrier));
        facts("refilled", refills(barrier));
        if (barrier.idleUnitCycles() > 0) {
            fact("idle", Quantity.plural(barrier.idleUnitCycles(), "cycle") + " of compute units meanwhile");
        }
        return List.copyOf(lines);
    }

    private static long drained(RunResult.BarrierResult barrier) {
        return barrier.reachedCycle() + barrier.drainCycles();
    }

    /** When something came about; what a stopped run did not come to counts up to its end. */
    private String moment(long cycle) {
        return cycle < stopped ? Quantity.count(cycle) : "not before the run was stopped at " + Quantity.count(cycle);
    }

    private String headline(RunResult.BarrierResult barrier) {
        String kind = barrier.implicit() && !barrier.id().equals(barrier.command())
                ? "implicit"
                : kinds.getOrDefault(barrier.command(), "barrier");
        return style.bold(barrier.id()) + " " + kind
                + (barrier.label() == null ? "" : " '" + barrier.label() + "'")
                + ": " + style.bold(Quantity.plural(barrier.stallCycles(), "cycle"))
                + " (drain " + Quantity.count(barrier.drainCycles())
                + ", actions " + Quantity.count(barrier.actionCycles()) + ")"
                + (barrier.refillMisses() == 0
                        ? ""
                        : ", then " + Quantity.count(barrier.refillMisses()) + " refill "
                                + misses(barrier.refillMisses()) + " (" + Quantity.bytes(barrier.refillBytes()) + ")")
                + style.dim("  " + barrier.where());
    }

    private void fact(String label, String text) {
        facts(label, List.of(text));
    }

    /** Lines with a label before the first. */
    private void facts(String label, List<String> texts) {
        String before = label;
        for (String text : texts) {
            lines.add(INDENT + before + " ".repeat(LABEL - before.length()) + text);
            before = "";
        }
    }

    private List<String> waits(RunResult.BarrierResult barrier) {
        if (barrier.waits() == 0) {
            return List.of("for nothing");
        }
        List<String> texts = new ArrayList<>();
        List<RunResult.Milestone> last = barrier.waitedFor();
        boolean open = drained(barrier) >= stopped;
        int from = Math.max(0, last.size() - SHOWN);
        long others = barrier.waits() - last.size() + from;
        boolean noneDone = open && from == 0;
        if (others > 0 && !noneDone) {
            texts.add(style.dim("… " + Quantity.count(others) + " done before these" + (open ? " or not done" : "")));
        }
        for (int i = from; i < last.size(); i++) {
            RunResult.Milestone milestone = last.get(i);
            texts.add(name(milestone.command(), milestone.stage()) + " until " + Quantity.count(milestone.until())
                    + (!open && last.size() > 1 && i == last.size() - 1 ? style.hint("  <- the last") : ""));
        }
        if (others > 0 && noneDone) {
            texts.add(style.dim(Quantity.count(others) + " not done when the run was stopped"));
        }
        return texts;
    }

    private String name(String command, @Nullable String stage) {
        String kind = kinds.get(command);
        return command + (kind == null ? "" : " " + kind) + (stage == null ? "" : " " + stage);
    }

    private static String action(RunResult.ActionResult action) {
        String overhead = action.overhead();
        if (overhead != null) {
            return "cost of " + overhead + " " + Quantity.count(action.startCycle()) + " to "
                    + Quantity.count(action.endCycle());
        }
        boolean transition = action.transition() != null;
        String span = " " + Quantity.count(action.startCycle()) + " to " + Quantity.count(action.endCycle());
        StringBuilder text = new StringBuilder(action.kind());
        text.append(transition ? " of " : " (").append(action.cache());
        if (!transition) {
            text.append(action.instances() > 1 ? " x " + Quantity.count(action.instances()) : "")
                    .append(')');
        }
        text.append(span).append(": ");
        List<String> work = new ArrayList<>();
        if (transition && action.linesVisited() > 0) {
            work.add(Quantity.count(action.dirtyLines()) + " of " + Quantity.plural(action.linesVisited(), "tile")
                    + " rewritten, " + Quantity.bytes(action.writtenBackBytes()));
        } else if (action.dirtyLines() > 0) {
            work.add(Quantity.plural(action.dirtyLines(), "dirty line") + " ("
                    + Quantity.bytes(action.writtenBackBytes()) + ") of "
                    + byResource(action.dirtyLinesByResource()));
        }
        if (action.invalidatedLines() > 0) {
            work.add(Quantity.plural(action.invalidatedLines(), "line") + " dropped");
        }
        return text + (work.isEmpty() ? "nothing to do" : String.join("; ", work));
    }

    /** Each resource with its share; just the name of a single one. */
    private static String byResource(Map<String, Long> shares) {
        if (shares.size() == 1) {
            return shares.keySet().iterator().next();
        }
        List<String> texts = new ArrayList<>();
        shares.forEach((resource, count) -> texts.add(resource + " " + Quantity.count(count)));
        return String.join(", ", texts);
    }

    private List<String> heldBack(RunResult.BarrierResult barrier) {
        List<String> texts = new ArrayList<>();
        List<RunResult.HeldBack> all = barrier.heldBack();
        for (RunResult.HeldBack held : all.subList(0, Math.min(SHOWN, all.size()))) {
            RunResult.Milestone also = held.alsoWaitedFor();
            texts.add(name(held.command(), held.stage()) + " " + Quantity.plural(held.cycles(), "cycle")
                    + (also == null
                            ? ""
                            : " (it also waited for " + name(also.command(), also.stage()) + " until "
                                    + Quantity.count(also.until()) + ")"));
        }
        if (all.size() > SHOWN) {
            texts.add(TextReport.more(all.size() - SHOWN, style).strip());
        }
        return texts.isEmpty() ? List.of("nobody") : texts;
    }

    private static List<String> refills(RunResult.BarrierResult barrier) {
        List<String> texts = new ArrayList<>();
        barrier.refillMissesByResource().forEach((resource, misses) -> {
            List<String> caches = new ArrayList<>();
            for (RunResult.Refill refill : barrier.refills()) {
                if (refill.resource().equals(resource)) {
                    caches.add(
                            refill.cache() + (refill.misses() == misses ? "" : " " + Quantity.count(refill.misses())));
                }
            }
            texts.add(resource + ": " + Quantity.count(misses) + " " + misses(misses) + " ("
                    + Quantity.bytes(barrier.refillBytesByResource().getOrDefault(resource, 0L)) + ") in "
                    + String.join(", ", caches));
        });
        return texts;
    }

    private static String misses(long count) {
        return count == 1 ? "miss" : "misses";
    }
}
