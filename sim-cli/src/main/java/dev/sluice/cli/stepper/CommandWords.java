// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.Inspector;
import dev.sluice.cli.inspect.MachineState;
import dev.sluice.cli.inspect.RecordedMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Cuts a command into its words. They end at blanks; but a name that has some is one word, with what belongs to it. */
final class CommandWords {

    private static final String BLANKS = "\\s+";

    /** Names with blanks, the longest first. */
    private final List<String> names;

    CommandWords(Inspector inspector) {
        RecordedMachine machine = inspector.machine();
        names = Stream.of(
                        inspector.names().names().stream(),
                        machine.parts().stream().flatMap(part -> Stream.of(part.name(), part.group())),
                        machine.commands().stream().map(MachineState.Writer::name),
                        machine.barriers().stream().map(MachineState.Writer::name))
                .flatMap(some -> some)
                .filter(name -> cut(name).size() > 1)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** The words of a line that is not blank. */
    List<String> of(String line) {
        List<String> words = cut(line);
        List<String> joined = new ArrayList<>();
        int at = 0;
        while (at < words.size()) {
            String name = joined.isEmpty() ? "" : nameAt(words.subList(at, words.size()));
            int length = name.isEmpty() ? 1 : cut(name).size();
            String last = words.get(at + length - 1);
            joined.add(name.isEmpty() ? last : name + behind(name, last));
            at += length;
        }
        return joined;
    }

    /** The name that words begin with; the last of its words may go on with a colon. Empty without one. */
    private String nameAt(List<String> words) {
        for (String name : names) {
            List<String> ofName = cut(name);
            int last = ofName.size() - 1;
            if (words.size() > last && words.subList(0, last).equals(ofName.subList(0, last))) {
                String word = words.get(last);
                if (word.equals(ofName.get(last)) || word.startsWith(ofName.get(last) + ":")) {
                    return name;
                }
            }
        }
        return "";
    }

    private static String behind(String name, String last) {
        List<String> ofName = cut(name);
        return last.substring(ofName.get(ofName.size() - 1).length());
    }

    private static List<String> cut(String text) {
        return Arrays.asList(text.strip().split(BLANKS));
    }
}
