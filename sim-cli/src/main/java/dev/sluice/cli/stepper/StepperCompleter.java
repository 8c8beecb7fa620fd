// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.Inspector;
import dev.sluice.cli.inspect.MachineState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes the stepper's commands, and names of parts, sets, tables, commands, buffers and images. */
final class StepperCompleter implements Completer {

    private final StepperCommands commands;
    private final Inspector inspector;

    StepperCompleter(StepperCommands commands, Inspector inspector) {
        this.commands = commands;
        this.inspector = inspector;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        for (String word : words(line.words(), line.wordIndex())) {
            boolean goesOn = word.endsWith(":");
            candidates.add(new Candidate(word, word, null, null, null, null, !goesOn));
        }
    }

    /** What the word at an index may be. */
    List<String> words(List<String> line, int index) {
        if (index == 0) {
            return commands.names();
        }
        StepperCommand command;
        try {
            command = commands.find(line.get(0));
        } catch (BadCommandException e) {
            return List.of();
        }
        return switch (command.completes()) {
            case NOTHING -> List.of();
            case UNITS -> Unit.words();
            case PLACES -> places(command, index);
            case STOPS -> index == 1 ? stops() : behind(line, index);
            case PARTS -> index == 1 ? parts() : behind(line, index);
            case BYTES -> bytes();
            case TOPICS -> index == 1 ? InfoCommands.TOPICS : List.of();
            case COMMANDS -> index == 1 ? commands.names() : List.of();
        };
    }

    private List<String> places(StepperCommand command, int index) {
        List<String> words = new ArrayList<>();
        if (index == 1 && command.name().equals("continue")) {
            words.add("to");
        }
        words.addAll(ids());
        return words;
    }

    private List<String> ids() {
        return inspector.machine().commands().stream()
                .map(MachineState.Writer::name)
                .toList();
    }

    private List<String> barriers() {
        return inspector.machine().barriers().stream()
                .map(MachineState.Writer::name)
                .toList();
    }

    private List<String> bytes() {
        return inspector.names().names().stream().map(name -> name + ":").toList();
    }

    private List<String> stops() {
        List<String> words = new ArrayList<>(List.of("stale", "barrier", "list", "delete"));
        words.addAll(names());
        words.addAll(bytes());
        words.addAll(ids());
        return words;
    }

    private List<String> parts() {
        List<String> words = new ArrayList<>(List.of("barrier", "copies"));
        words.addAll(names());
        return words;
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (MachineState.Part part : inspector.machine().parts()) {
            names.add(part.group());
        }
        for (MachineState.Part part : inspector.machine().parts()) {
            names.add(part.name());
        }
        return names;
    }

    /** What can follow the name of a part. */
    private List<String> behind(List<String> line, int index) {
        String first = line.get(1);
        if (first.equals("barrier")) {
            return barriers();
        }
        if (first.equals("copies") || index == 3 && line.get(2).equals("line")) {
            return bytes();
        }
        if (index != 2) {
            return List.of();
        }
        try {
            MachineState.Part part = inspector.parts(first).get(0);
            List<String> words = new ArrayList<>();
            if (part.hasLines()) {
                words.addAll(List.of("set", "line"));
            }
            words.addAll(part.tables());
            return words;
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }
}
