// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.report.Counterparts;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.RunFindings;
import dev.sluice.cli.report.SharedClock;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code compare --json} prints: both runs, and what differs by command and by barrier. */
public final class ComparisonJson {
    private final RunResult a;
    private final RunResult b;

    /** A comparison of {@code a} with {@code b}. */
    public ComparisonJson(RunResult a, RunResult b) {
        this.a = a;
        this.b = b;
    }

    /**
     * The text, with a line end.
     *
     * @param version Sluice's
     * @param set what was changed of the devices of both
     */
    public String text(String version, List<String> set) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", version);
        set.forEach(root.putArray("set")::add);
        run(root.putObject("a"), a);
        run(root.putObject("b"), b);
        ObjectNode total = root.putObject("difference");
        total.put("timeNs", Quantity.difference(a.timeNs(), b.timeNs()));
        if (sameClock()) {
            total.put("cycles", b.cycles() - a.cycles());
        }
        total.put("findings", RunFindings.count(b) - RunFindings.count(a));
        Map<String, Counterparts.Row> ofA = Counterparts.of(a);
        Map<String, Counterparts.Row> ofB = Counterparts.of(b);
        ArrayNode commands = root.putArray("commands");
        ArrayNode barriers = root.putArray("barriers");
        for (String name : Counterparts.merged(ofA, ofB)) {
            put(name, ofA.get(name), ofB.get(name), commands, barriers);
        }
        Map<String, Counterparts.Row> impliedByA = Counterparts.implicit(a);
        Map<String, Counterparts.Row> impliedByB = Counterparts.implicit(b);
        for (String name : Counterparts.merged(impliedByA, impliedByB)) {
            put(name, impliedByA.get(name), impliedByB.get(name), commands, barriers);
        }
        return PrettyJson.text(root);
    }

    /** On two devices cycles are no measure of one for the other. */
    private boolean sameClock() {
        return SharedClock.of(a, b);
    }

    private static void run(ObjectNode to, RunResult run) {
        to.put("stream", run.stream());
        to.put("device", run.device());
        to.put("profile", run.profile());
        to.put("cycles", run.cycles());
        to.put("timeNs", Quantity.exact(run.timeNs()));
        to.put("findings", RunFindings.count(run));
    }

    private void put(
            String name,
            Counterparts.@Nullable Row ofA,
            Counterparts.@Nullable Row ofB,
            ArrayNode commands,
            ArrayNode barriers) {
        Counterparts.Row any = ofA == null ? ofB : ofA;
        boolean barrier = any != null && any.barrier() != null;
        ObjectNode node = (barrier ? barriers : commands).addObject();
        node.put("name", name);
        side(node, "a", a, ofA);
        side(node, "b", b, ofB);
        ObjectNode difference = node.putObject("difference");
        if (barrier) {
            difference(difference, "stall", ofA, ofB, RunResult.BarrierResult::stallCycles);
            difference(difference, "drain", ofA, ofB, RunResult.BarrierResult::drainCycles);
            difference(difference, "action", ofA, ofB, RunResult.BarrierResult::actionCycles);
            difference.put(
                    "writtenBackBytes",
                    value(ofB, ComparisonJson::writtenBack) - value(ofA, ComparisonJson::writtenBack));
            difference.put(
                    "refillBytes",
                    value(ofB, RunResult.BarrierResult::refillBytes)
                            - value(ofA, RunResult.BarrierResult::refillBytes));
        } else {
            long first = ofA == null ? 0 : ofA.cycles();
            long second = ofB == null ? 0 : ofB.cycles();
            difference.put("timeNs", Quantity.difference(nanos(a, first), nanos(b, second)));
            if (sameClock()) {
                difference.put("cycles", second - first);
            }
        }
    }

    private static void side(ObjectNode node, String key, RunResult run, Counterparts.@Nullable Row row) {
        if (row == null) {
            node.putNull(key);
            return;
        }
        ObjectNode to = node.putObject(key);
        RunResult.BarrierResult barrier = row.barrier();
        RunResult.CommandResult command = row.command();
        if (barrier != null) {
            to.put("id", barrier.id());
            to.put("where", barrier.where());
            to.put("implicit", barrier.implicit());
            to.put("stallCycles", barrier.stallCycles());
            to.put("drainCycles", barrier.drainCycles());
            to.put("actionCycles", barrier.actionCycles());
            to.put("stallNs", Quantity.exact(nanos(run, barrier.stallCycles())));
            to.put("writtenBackBytes", writtenBack(barrier));
            to.put("refillBytes", barrier.refillBytes());
            ArrayNode actions = to.putArray("actions");
            barrier.actions().forEach(action -> actions.add(action.kind()));
        } else if (command != null) {
            to.put("id", command.id());
            to.put("where", command.where());
            to.put("startCycle", command.startCycle());
            to.put("cycles", row.cycles());
            to.put("timeNs", Quantity.exact(nanos(run, row.cycles())));
            to.put("bytesRead", command.bytesRead());
            to.put("bytesWritten", command.bytesWritten());
        }
    }

    private void difference(
            ObjectNode to,
            String what,
            Counterparts.@Nullable Row ofA,
            Counterparts.@Nullable Row ofB,
            ToLongFunction<RunResult.BarrierResult> cycles) {
        to.put(what + "Ns", Quantity.difference(nanos(a, value(ofA, cycles)), nanos(b, value(ofB, cycles))));
        if (sameClock()) {
            to.put(what + "Cycles", value(ofB, cycles) - value(ofA, cycles));
        }
    }

    private static long value(Counterparts.@Nullable Row row, ToLongFunction<RunResult.BarrierResult> what) {
        return row == null || row.barrier() == null ? 0 : what.applyAsLong(row.barrier());
    }

    private static long writtenBack(RunResult.BarrierResult barrier) {
        return barrier.actions().stream()
                .mapToLong(RunResult.ActionResult::writtenBackBytes)
                .sum();
    }

    private static double nanos(RunResult run, long cycles) {
        return run.cycles() == 0 ? 0 : run.timeNs() * cycles / run.cycles();
    }
}
