// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.cli.report.CureSyntax;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the head of a recording: everything that is not a step, as JSON. */
final class StepHead {

    /** The format of a recording, with its version. */
    static final String FORMAT = "sluice-steps/1";

    private final StepRecorder recorder;
    private final MachineView view;
    private final StepSource source;
    private final ObjectNode head = JsonMapper.shared().createObjectNode();

    StepHead(StepRecorder recorder, StepSource source) {
        this.recorder = recorder;
        this.view = recorder.view();
        this.source = source;
    }

    String text(RunResult result, Simulation machine, String version) {
        head.put("format", FORMAT).put("sluice", version);
        run(result);
        bounds(result);
        parts();
        events();
        ArrayNode texts = head.putArray("texts");
        view.texts().all().forEach(texts::add);
        writers();
        commands(result);
        resources(machine);
        kernels();
        tiles();
        findings(result);
        return JsonMapper.shared().writeValueAsString(head);
    }

    private void run(RunResult result) {
        head.put("stream", result.stream())
                .put("source", source.text())
                .put("device", result.device())
                .put("profile", result.profile())
                .put("clockHz", source.clockHz())
                .put("timingOnly", result.timingOnly())
                .put("seed", result.seed())
                .put("runCycles", result.cycles());
    }

    private void bounds(RunResult result) {
        String cut = recorder.cut();
        if (cut.isEmpty() && result.interrupted()) {
            cut = result.cut() == null ? "interrupted" : "maxCycles";
        }
        StepBounds bounds = recorder.bounds();
        head.put("steps", recorder.steps())
                .put("firstCycle", recorder.firstCycle())
                .put("lastCycle", recorder.lastCycle())
                .put(
                        "complete",
                        cut.isEmpty()
                                && bounds.from().none()
                                && bounds.watched().isEmpty())
                .put("cut", cut)
                .put("maxSteps", bounds.maxSteps())
                .put("from", words(bounds.from()))
                .put("to", words(bounds.to()));
        ArrayNode watched = head.putArray("watch");
        for (StepBounds.Watched each : bounds.watched()) {
            watched.addObject()
                    .put("resource", each.resource())
                    .put("offset", each.offset())
                    .put("length", each.length());
        }
    }

    private static String words(StepBounds.Mark mark) {
        return mark.none() ? "" : mark.cycle() >= 0 ? String.valueOf(mark.cycle()) : mark.command();
    }

    private void parts() {
        ArrayNode parts = head.putArray("parts");
        ArrayNode tables = head.putArray("tables");
        List<Part> all = view.parts();
        for (int i = 0; i < all.size(); i++) {
            Part part = all.get(i);
            ObjectNode node = parts.addObject()
                    .put("name", part.name())
                    .put("kind", part.kind().key())
                    .put("group", part.group())
                    .put("label", part.label());
            ArrayNode below = node.putArray("below");
            part.below().forEach(below::add);
            ObjectNode attributes = node.putObject("attributes");
            part.attributes().forEach(attributes::put);
            ArrayNode held = node.putArray("tables");
            for (ViewTable table : part.tables()) {
                held.add(tables.size());
                ObjectNode described = tables.addObject()
                        .put("part", i)
                        .put("name", table.name())
                        .put("meaning", table.meaning());
                columns(described, table.columns());
            }
        }
    }

    private void events() {
        ArrayNode events = head.putArray("events");
        for (StepEventType type : StepEventType.values()) {
            ObjectNode event = events.addObject().put("name", type.key()).put("meaning", type.meaning());
            ArrayNode columns = event.putArray("columns");
            for (StepEventType.Field field : type.fields()) {
                ObjectNode column = column(columns, field.column());
                if (!field.words().isEmpty()) {
                    field.words().forEach(column.putArray("words")::add);
                }
            }
        }
    }

    private static void columns(ObjectNode of, List<Column> columns) {
        ArrayNode nodes = of.putArray("columns");
        for (Column column : columns) {
            column(nodes, column);
        }
    }

    private static ObjectNode column(ArrayNode nodes, Column column) {
        return nodes.addObject()
                .put("name", column.name())
                .put("type", column.type().key())
                .put("meaning", column.meaning());
    }

    private void writers() {
        ArrayNode writers = head.putArray("writers");
        for (MachineView.Writer writer : view.writers()) {
            writers.addObject()
                    .put("name", writer.name())
                    .put("what", writer.what())
                    .put("where", writer.where());
        }
    }

    private void commands(RunResult result) {
        Map<String, MachineView.Writer> known = new HashMap<>();
        view.writers().forEach(writer -> known.putIfAbsent(writer.name(), writer));
        // barriers, and other commands that write nothing, are no writers
        for (RunResult.CommandResult each : result.commands()) {
            known.putIfAbsent(each.id(), new MachineView.Writer(each.id(), each.kind(), each.where()));
        }
        ArrayNode commands = head.putArray("commands");
        for (String id : view.commands()) {
            MachineView.Writer writer = known.get(id);
            described(commands, id, writer == null ? "" : writer.what(), writer == null ? "" : writer.where());
        }
        ArrayNode barriers = head.putArray("barriers");
        for (RunResult.BarrierResult each : result.barriers()) {
            described(barriers, each.id(), each.kind(), each.where());
        }
    }

    private static void described(ArrayNode all, String id, String what, String where) {
        all.addObject().put("id", id).put("what", what).put("where", where);
    }

    private void resources(Simulation machine) {
        ArrayNode resources = head.putArray("resources");
        for (BufferDeclaration resource : source.resources()) {
            resources
                    .addObject()
                    .put("name", resource.name())
                    .put("kind", source.images().contains(resource.name()) ? "image" : "buffer")
                    .put("memory", resource.memory())
                    .put("address", machine.addressOf(resource.name()))
                    .put("size", resource.size());
        }
    }

    private void kernels() {
        ArrayNode kernels = head.putArray("kernels");
        source.kernels()
                .forEach((name, text) -> kernels.addObject().put("name", name).put("text", text));
    }

    private void tiles() {
        ArrayNode tiles = head.putArray("tiles");
        for (MachineView.TileCodes codes : view.tileCodes()) {
            tiles.addObject()
                    .put("image", codes.image())
                    .put("tileBytes", codes.tileBytes())
                    .put("address", codes.address())
                    .put("bits", codes.bits());
        }
        ArrayNode meanings = head.putArray("tileCodes");
        if (!tiles.isEmpty()) {
            view.codeMeanings().forEach(meanings::add);
        }
    }

    private void findings(RunResult result) {
        ArrayNode findings = head.putArray("findings");
        List<RunFinding.StaleRead> stale = result.staleReads();
        for (int i = 0; i < stale.size(); i++) {
            RunFinding.StaleRead each = stale.get(i);
            findings.addObject()
                    .put("kind", "staleRead")
                    .put("step", recorder.stepOf("staleRead", i))
                    .put("cycle", each.cycle())
                    .put("agent", each.reader())
                    .put("where", each.where())
                    .put("resource", each.resource())
                    .put("offset", each.offset())
                    .put("size", each.size())
                    .put("bytes", each.count())
                    .put("got", each.got())
                    .put("expected", each.expected())
                    .put("writer", each.writer())
                    .put("heldIn", each.heldIn())
                    .put("missing", each.missing())
                    .put("suggestion", words(each.suggestion()));
        }
        List<RunFinding.LostWrite> lost = result.lostWrites();
        for (int i = 0; i < lost.size(); i++) {
            RunFinding.LostWrite each = lost.get(i);
            findings.addObject()
                    .put("kind", "lostWrite")
                    .put("step", recorder.stepOf("lostWrite", i))
                    .put("cycle", each.cycle())
                    .put("agent", each.overwriter())
                    .put("where", each.where())
                    .put("resource", each.resource())
                    .put("offset", each.offset())
                    .put("size", each.size())
                    .put("bytes", each.count())
                    .put("got", each.overwrittenWith())
                    .put("expected", each.lost())
                    .put("writer", each.writer())
                    .put("heldIn", each.heldIn())
                    .put("missing", each.missing())
                    .put("suggestion", words(each.suggestion()));
        }
    }

    private static String words(Cure cure) {
        return CureSyntax.STREAM.text(cure).text();
    }
}
