// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.Happening;
import dev.sluice.cli.inspect.Inspector;
import dev.sluice.cli.inspect.MachineState;
import dev.sluice.cli.inspect.RecordedEvent;
import dev.sluice.cli.inspect.ShowRequest;
import dev.sluice.cli.inspect.WatchedBytes;
import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The breakpoints of a session: numbered from 1, never renumbered. */
final class Breakpoints {

    private static final String SET = "set=";

    private final Inspector inspector;
    private final List<Breakpoint> all = new ArrayList<>();
    private int made;

    Breakpoints(Inspector inspector) {
        this.inspector = inspector;
    }

    List<Breakpoint> all() {
        return all;
    }

    /** The first breakpoint that some events meet; null for none. */
    @Nullable
    Breakpoint met(List<RecordedEvent> events) {
        for (Breakpoint each : all) {
            if (events.stream().anyMatch(each.stops())) {
                return each;
            }
        }
        return null;
    }

    /** Deletes a breakpoint; false if there is none of that number. */
    boolean delete(long number) {
        return all.removeIf(each -> each.number() == number);
    }

    /**
     * Adds a breakpoint.
     *
     * @param words what to stop at: {@code stale}, {@code barrier submit0.3}, {@code l2:set=3}, {@code x:64:4}
     */
    Breakpoint add(List<String> words) {
        String first = words.get(0);
        String rest = String.join(" ", words.subList(1, words.size()));
        return switch (first) {
            case "stale", "finding" -> {
                alone(first, rest);
                yield add("finding", event -> is(event, "finding"));
            }
            case "barrier" -> barrier(rest);
            case "command" -> command(one(first, rest));
            case "cache", "part" -> part(words.subList(1, words.size()));
            case "address", "bytes" -> bytes(one(first, rest));
            default -> guess(words);
        };
    }

    private static String one(String kind, String rest) {
        if (rest.isEmpty()) {
            throw new BadCommandException("break " + kind + " needs to know which; 'help break' has examples");
        }
        return rest;
    }

    private static void alone(String what, String rest) {
        if (!rest.isEmpty()) {
            throw new BadCommandException("break " + what + " stands alone, without '" + rest + "'");
        }
    }

    private Breakpoint guess(List<String> words) {
        String first = words.get(0);
        String rest = String.join(" ", words.subList(1, words.size()));
        if (commands().contains(first)) {
            alone(first, rest);
            return command(first);
        }
        if (barriers().contains(first)) {
            alone(first, rest);
            return barrier(first);
        }
        String name = first.indexOf(':') < 0 ? first : first.substring(0, first.indexOf(':'));
        if (inspector.names().named(first) || first.startsWith("0x")) {
            alone(first, rest);
            return bytes(first);
        }
        try {
            return part(words);
        } catch (IllegalArgumentException e) {
            Set<String> known = new LinkedHashSet<>(List.of("stale", "barrier"));
            known.addAll(inspector.names().names());
            inspector.machine().parts().forEach(part -> known.add(part.group()));
            known.addAll(commands());
            known.addAll(barriers());
            throw new BadCommandException("'" + first + "' is no command, part, buffer or image"
                    + Nearest.hint(name, known) + "; 'help break' has examples");
        }
    }

    private Set<String> commands() {
        return inspector.machine().commands().stream()
                .map(MachineState.Writer::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The ids of all barriers of the run. */
    Set<String> barriers() {
        return inspector.machine().barriers().stream()
                .map(MachineState.Writer::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** What is told of an id that no barrier has. */
    static BadCommandException noBarrier(String id, Set<String> barriers) {
        return new BadCommandException("there is no barrier '" + id + "'" + Nearest.hint(id, barriers));
    }

    private Breakpoint barrier(String id) {
        if (!id.isEmpty() && !barriers().contains(id)) {
            throw noBarrier(id, barriers());
        }
        return id.isEmpty()
                ? add("any barrier", event -> is(event, "barrier"))
                : add(
                        "barrier " + id,
                        event -> is(event, "barrier")
                                && event.happening().command().equals(id));
    }

    private Breakpoint command(String id) {
        if (!commands().contains(id)) {
            throw new BadCommandException(
                    "there is no command or host operation '" + id + "'" + Nearest.hint(id, commands()));
        }
        return add(
                "command " + id,
                event -> Happening.ofProgram(event.happening().event())
                        && event.happening().command().equals(id));
    }

    private Breakpoint bytes(String text) {
        WatchedBytes watched = inspector.names().parse(text);
        return add("bytes " + watched.name(), event -> event.meets(watched));
    }

    private Breakpoint part(List<String> words) {
        ShowRequest request = LookCommands.request(inspector.machine().withoutGroup(words));
        List<MachineState.Part> named = inspector.parts(request.part());
        Set<String> parts = named.stream().map(MachineState.Part::name).collect(Collectors.toSet());
        String what = request.what();
        if (what.isEmpty()) {
            return add(request.part(), event -> parts.contains(event.happening().part()));
        }
        if (!what.startsWith(SET)) {
            throw new BadCommandException("one can stop at a part or at a set of a cache (" + request.part()
                    + ":set=3), not at '" + what + "'");
        }
        int set = set(what.substring(SET.length()), named.get(0));
        Predicate<RecordedEvent> stops = event -> event.happening().set() == set
                && parts.contains(event.happening().part());
        return add(request.part() + ":" + what, stops);
    }

    private static int set(String text, MachineState.Part cache) {
        int sets = cache.number("sets", 0);
        int set;
        try {
            set = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BadCommandException("'" + text + "' is no number of a set");
        }
        if (set < 0 || set >= sets) {
            throw new BadCommandException(cache.group() + " has no set '" + text + "'"
                    + (sets == 0 ? ", because it is no cache" : ": its sets are 0 to " + (sets - 1)));
        }
        return set;
    }

    private static boolean is(RecordedEvent event, String kind) {
        return event.happening().event().equals(kind);
    }

    private Breakpoint add(String words, Predicate<RecordedEvent> stops) {
        Breakpoint made = new Breakpoint(++this.made, words, stops);
        all.add(made);
        return made;
    }
}
