// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.MachineState;
import dev.sluice.cli.inspect.RecordedMachine;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.steps.RecordedSteps;
import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Commands that say what the run is and where in the program one is. */
final class InfoCommands {

    /** What info can be asked about. */
    static final List<String> TOPICS = List.of("breakpoints", "commands", "findings", "parts", "resources");

    private static final Pattern PLACE = Pattern.compile(":(\\d+)(?::\\d+)?$");

    private InfoCommands() {}

    static void info(StepperSession session, List<String> words) {
        if (words.isEmpty()) {
            all(session);
            return;
        }
        List<String> topics =
                TOPICS.stream().filter(topic -> topic.startsWith(words.get(0))).toList();
        if (topics.size() != 1 || words.size() > 1) {
            throw new BadCommandException(
                    "info has no '" + String.join(" ", words) + "'; it has " + String.join(", ", TOPICS));
        }
        switch (topics.get(0)) {
            case "breakpoints" -> BreakCommands.list(session);
            case "commands" -> commands(session);
            case "findings" -> findings(session);
            case "parts" -> parts(session);
            default -> resources(session);
        }
    }

    private static void all(StepperSession session) {
        session.say(run(session));
        session.say("at cycle " + Quantity.count(session.walk.cycle()) + ", step " + Quantity.count(session.walk.at())
                + " of " + Quantity.count(session.walk.last()) + "; next and back go by " + session.unit.word());
        findings(session);
        BreakCommands.list(session);
        session.say(Quantity.plural(session.watches.size(), "run") + " of bytes watched; 'info "
                + String.join("', 'info ", TOPICS) + "' say more");
    }

    /** What was recorded, in a sentence. */
    static String run(StepperSession session) {
        JsonNode head = session.recording.head();
        return head.path("stream").asString() + " on " + head.path("device").asString() + ": "
                + Quantity.plural(session.recording.stepCount(), "step") + ", cycles "
                + Quantity.count(session.walk.cycle(0)) + " to "
                + Quantity.count(session.walk.cycle(session.walk.last()))
                + RecordedSteps.end(head);
    }

    static void findings(StepperSession session) {
        List<RecordedMachine.Finding> findings = session.inspector.machine().findings();
        if (findings.isEmpty()) {
            session.say("no stale read, no lost write");
        }
        for (RecordedMachine.Finding finding : findings) {
            session.say((finding.step() < 0 ? "outside the recording" : "step " + Quantity.count(finding.step())) + ": "
                    + finding.text());
        }
    }

    private static void parts(StepperSession session) {
        Map<String, List<MachineState.Part>> groups = new LinkedHashMap<>();
        session.inspector
                .machine()
                .parts()
                .forEach(part -> groups.computeIfAbsent(part.group(), any -> new ArrayList<>())
                        .add(part));
        Table table = new Table().left("group", 20).left("parts", 26).left("tables", 60);
        groups.forEach((group, parts) ->
                table.row(group, fromTo(parts), String.join(", ", parts.get(0).tables())));
        session.sayAll(table.lines(session.style));
    }

    /** {@code l2[0] to [15]}: what the names have in common stands once. */
    private static String fromTo(List<MachineState.Part> parts) {
        String first = parts.get(0).name();
        String last = parts.get(parts.size() - 1).name();
        int index = first.indexOf('[');
        String rest = index > 0 && last.startsWith(first.substring(0, index + 1)) ? last.substring(index) : last;
        return parts.size() == 1 ? first : first + " to " + rest;
    }

    private static void resources(StepperSession session) {
        Table table = new Table()
                .left("name", 24)
                .left("kind")
                .left("memory", 16)
                .right("address")
                .right("bytes");
        for (JsonNode each : session.recording.head().path("resources")) {
            long address = each.path("address").asLong();
            table.row(
                    each.path("name").asString(),
                    each.path("kind").asString(),
                    each.path("memory").asString(),
                    address < 0 ? "" : "0x" + Long.toHexString(address),
                    Quantity.count(each.path("size").asLong()));
        }
        session.sayAll(table.lines(session.style));
    }

    private static void commands(StepperSession session) {
        Table table = new Table().left("command", 16).left("what", 28).left("where", 32);
        for (MachineState.Writer command : session.inspector.machine().commands()) {
            table.row(command.name(), command.what(), shortWhere(command.where()));
        }
        session.sayAll(table.lines(session.style));
    }

    private static String shortWhere(String where) {
        return where.substring(where.lastIndexOf('/') + 1);
    }

    static void where(StepperSession session, List<String> words) {
        MoveCommands.nothing("where", words);
        session.say(session.style.bold("cycle " + Quantity.count(session.walk.cycle())) + ", step "
                + Quantity.count(session.walk.at()) + " of " + Quantity.count(session.walk.last()));
        List<UnderWay> all = UnderWay.of(session.inspector.state(session.walk.at()));
        if (all.isEmpty()) {
            session.say("  nothing is under way");
        }
        all.forEach(each -> say(session, each));
    }

    private static void say(StepperSession session, UnderWay one) {
        String id = one.id();
        RecordedMachine machine = session.inspector.machine();
        MachineState.Writer command = Stream.concat(machine.commands().stream(), machine.barriers().stream())
                .filter(each -> each.name().equals(id))
                .findFirst()
                .orElse(new MachineState.Writer(id, "", ""));
        session.say("  " + session.style.bold(id) + " " + one.what() + " since " + Quantity.count(one.since())
                + (command.what().isEmpty() ? "" : ", " + command.what())
                + (command.where().isEmpty() ? "" : ", " + shortWhere(command.where())));
        Matcher place = PLACE.matcher(command.where());
        String source = machine.source();
        if (place.find() && !source.isEmpty()) {
            List<String> lines = source.lines().toList();
            int line = Integer.parseInt(place.group(1));
            if (line >= 1 && line <= lines.size()) {
                session.sayAll(List.of(session.style.dim(
                        Table.cut("    " + line + "  " + lines.get(line - 1).strip(), session.width()))));
            }
        }
    }

    /** The commands of a name, for help. */
    static String unknown(String word, List<String> names) {
        return "there is no command '" + word + "'" + Nearest.hint(word, names) + "; 'help' lists them";
    }
}
