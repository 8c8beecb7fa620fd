// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers commands into command buffers and submissions, in the order of the lines.
 *
 * <p>Commands outside of a command buffer are one submission, from the first of them, or the {@code queue} line before it, to
 * the next line that submits something or is the host's own.
 */
final class ProgramLines {
    private final DeviceQueues queues;
    private final Map<String, CommandBuffer> buffers = new LinkedHashMap<>();
    private final List<Node> program = new ArrayList<>();
    private @Nullable CommandBuffer recording;
    private @Nullable Submission open;
    private boolean submits;

    /** A named command buffer. */
    private record CommandBuffer(Line line, Word name, boolean secondary, List<Node> commands) {}

    /** A submission in the making. */
    private static final class Submission {
        final Position at;
        final String queue;
        final List<Node> commands = new ArrayList<>();
        final List<Node> waits = new ArrayList<>();
        final List<Node> signals = new ArrayList<>();

        Submission(Position at, String queue) {
            this.at = at;
            this.queue = queue;
        }

        MapNode node(List<Word> commandBuffers, @Nullable Word fence) {
            Mapping submit = new Mapping(at).put("queue", queue).list("wait", waits);
            if (!commandBuffers.isEmpty()) {
                submit.put("commandBuffers", commandBuffers);
            }
            submit.list("commands", commands).list("signal", signals);
            if (fence != null) {
                submit.put("fence", fence);
            }
            return Mapping.one("queueSubmit", submit.node());
        }
    }

    ProgramLines(DeviceQueues queues) {
        this.queues = queues;
    }

    /** Adds a command where the line stands. */
    void command(Line line, Node command) {
        if (recording != null) {
            recording.commands().add(command);
        } else {
            submission(line).commands.add(command);
        }
    }

    /** Adds an operation of the host, before which everything so far is submitted. */
    void host(Line line, Node operation) {
        outside(line);
        flush();
        program.add(operation);
    }

    /** A line that begins or ends a command buffer or a submission. */
    void structure(Line line) {
        switch (line.keyword()) {
            case CB, SECONDARY -> begin(line);
            case END -> {
                line.end();
                if (recording == null) {
                    throw line.error("no cb or secondary comes before it");
                }
                recording = null;
            }
            case EXEC -> exec(line);
            case QUEUE -> {
                outside(line);
                flush();
                String queue = queues.queue(line, line.take("the queue"));
                line.end();
                open = new Submission(line.at(), queue);
            }
            case WAIT, SIGNAL -> semaphore(line);
            default -> submit(line);
        }
    }

    private Submission submission(Line line) {
        if (open == null) {
            open = new Submission(line.at(), queues.first());
        }
        return open;
    }

    private void outside(Line line) {
        if (recording != null) {
            throw line.error(
                    "cannot stand within a command buffer; '" + recording.name().text() + "' began on line "
                            + recording.line().at().line() + " and has no 'end' yet");
        }
    }

    private void flush() {
        if (open != null) {
            program.add(open.node(List.of(), null));
            open = null;
        }
    }

    private void begin(Line line) {
        outside(line);
        Word name = line.takeName("the name");
        line.end();
        CommandBuffer buffer = new CommandBuffer(line, name, line.keyword() == Keyword.SECONDARY, new ArrayList<>());
        CommandBuffer old = buffers.put(name.text(), buffer);
        if (old != null) {
            throw name.error(line.keyword().word() + ": the name '" + name.text() + "' is taken on line "
                    + old.name().at().line());
        }
        recording = buffer;
    }

    private void exec(Line line) {
        line.take("the secondary");
        line.restart();
        List<Word> names = line.rest();
        names.forEach(name -> known(line, name, true));
        command(line, Mapping.one("executeCommands", new ListNode(line.at(), Word.nodes(names))));
    }

    private void known(Line line, Word name, boolean secondary) {
        CommandBuffer buffer = buffers.get(name.text());
        if (buffer == null || buffer.secondary() != secondary) {
            List<String> all = buffers.values().stream()
                    .filter(candidate -> candidate.secondary() == secondary)
                    .map(candidate -> candidate.name().text())
                    .toList();
            throw name.error(
                    buffer == null
                            ? line.keyword().word() + ": unknown command buffer '" + name.text() + "'"
                                    + Nearest.hint(name.text(), all)
                            : line.keyword().word() + ": '" + name.text() + "' is a "
                                    + (secondary ? "cb, which is submitted" : "secondary, which a cb executes"));
        }
    }

    private void semaphore(Line line) {
        outside(line);
        Word written = line.take("the semaphore");
        int equals = written.text().indexOf('=');
        Word name = equals < 0 ? written : written.part(0, equals);
        Word value = equals < 0 ? null : written.from(equals + 1);
        Word stage = line.more() ? line.take("the stage") : null;
        line.end();
        Submission submission = submission(line);
        (line.keyword() == Keyword.WAIT ? submission.waits : submission.signals).add(use(name, value, stage));
    }

    private static MapNode use(Word name, @Nullable Word value, @Nullable Word stage) {
        Mapping use = new Mapping(name.at()).put("semaphore", name);
        if (value != null) {
            use.put("value", value);
        }
        if (stage != null) {
            use.put("stages", DependencyLines.flags(stage));
        }
        return use.node();
    }

    private void submit(Line line) {
        outside(line);
        flush();
        submits = true;
        List<Word> commandBuffers = new ArrayList<>();
        List<Node> waits = new ArrayList<>();
        List<Node> signals = new ArrayList<>();
        Word fence = null;
        String queue = queues.first();
        for (Word word : line.rest()) {
            int equals = word.text().indexOf('=');
            if (equals < 0) {
                known(line, word, false);
                commandBuffers.add(word);
                continue;
            }
            Word value = word.from(equals + 1);
            switch (word.text().substring(0, equals)) {
                case "fence" -> fence = value;
                case "queue" -> queue = queues.queue(line, value);
                case "wait" -> waits.add(use(value));
                case "signal" -> signals.add(use(value));
                default -> throw line.unexpected(word);
            }
        }
        Submission submission = new Submission(line.at(), queue);
        submission.waits.addAll(waits);
        submission.signals.addAll(signals);
        program.add(submission.node(commandBuffers, fence));
    }

    /** {@code SEMAPHORE[=VALUE][:STAGE]}. */
    private static MapNode use(Word written) {
        int colon = written.text().indexOf(':');
        Word semaphore = colon < 0 ? written : written.part(0, colon);
        int equals = semaphore.text().indexOf('=');
        return use(
                equals < 0 ? semaphore : semaphore.part(0, equals),
                equals < 0 ? null : semaphore.from(equals + 1),
                colon < 0 ? null : written.from(colon + 1));
    }

    /** Without a {@code submit} each command buffer is submitted once, at the end. */
    private void submitAll() {
        List<Word> all = buffers.values().stream()
                .filter(buffer -> !buffer.secondary())
                .map(CommandBuffer::name)
                .toList();
        if (!submits && !all.isEmpty()) {
            program.add(new Submission(all.get(0).at(), queues.first()).node(all, null));
        }
    }

    /** Submits what is left and writes everything. */
    void into(Mapping stream, Position start) {
        if (recording != null) {
            throw recording.line().error("'" + recording.name().text() + "' has no 'end'");
        }
        flush();
        submitAll();
        if (!buffers.isEmpty()) {
            Mapping named = new Mapping(start);
            buffers.forEach((name, buffer) -> named.put(
                    name,
                    new Mapping(buffer.line().at())
                            .put("level", buffer.secondary() ? "secondary" : "primary")
                            .put("commands", new ListNode(buffer.line().at(), buffer.commands()))
                            .node()));
            stream.put("commandBuffers", named.node());
        }
        stream.put("program", new ListNode(start, program));
    }
}
