// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.config.bind.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds what a person names of a machine: parts, sets, lines, tables. */
final class ShowNames {

    private static final String SET = "set=";
    private static final String LINE = "line=";

    /** The kind of parts whose commands are those of the program. */
    private static final String QUEUE = "queue";

    /** What tables are called in short, and the tables. */
    private static final Map<String, List<String>> SHORT = Map.of(
            "queue", List.of("queue", "lookups", "asking", "hostAtomics", "down", "writeBuffer"),
            "waiting", List.of("lookups", "asking", "hostAtomics"));

    private final MachineState state;
    private final ByteNames bytes;

    ShowNames(MachineState state, ByteNames bytes) {
        this.state = state;
        this.bytes = bytes;
    }

    /**
     * What a request asks for.
     *
     * @throws IllegalArgumentException if something of it is not there; the message says what is
     */
    Shown find(ShowRequest request) {
        List<MachineState.Part> parts = parts(request.part());
        String what = request.what();
        if (what.startsWith(SET)) {
            return new Shown(parts, set(parts, what.substring(SET.length())), -1, List.of(MachineState.LINES));
        }
        if (what.startsWith(LINE)) {
            requireLines(parts, what);
            return new Shown(
                    parts, -1, bytes.parse(what.substring(LINE.length())).address(), List.of(MachineState.LINES));
        }
        return new Shown(parts, -1, -1, tables(parts, what));
    }

    /** The parts of a name: one part, all of a group, or all caches of a role. */
    List<MachineState.Part> parts(String name) {
        List<MachineState.Part> found = new ArrayList<>();
        for (MachineState.Part part : state.parts()) {
            if (part.name().equals(name)) {
                return List.of(part);
            }
            if (part.group().equals(name)
                    || part.kind().equals(name)
                    || name.equalsIgnoreCase(part.attributes().get("role"))) {
                found.add(part);
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "the device has no part '" + name + "'" + Nearest.hint(name, names(name)));
        }
        return found;
    }

    /** The names of groups, or, of a name with an index, of parts. */
    private Set<String> names(String like) {
        Set<String> names = new LinkedHashSet<>();
        for (MachineState.Part part : state.parts()) {
            names.add(like.indexOf('[') < 0 ? part.group() : part.name());
        }
        return names;
    }

    private static int set(List<MachineState.Part> parts, String text) {
        requireLines(parts, SET);
        int sets = parts.get(0).number("sets", 1);
        try {
            int set = Integer.parseInt(text.strip());
            if (set >= 0 && set < sets) {
                return set;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                parts.get(0).group() + " has no set '" + text + "': its sets are 0 to " + (sets - 1));
    }

    private static void requireLines(List<MachineState.Part> parts, String what) {
        if (!parts.get(0).hasLines()) {
            throw new IllegalArgumentException("'" + what + "' is for caches, and "
                    + parts.get(0).name() + " is none; it has "
                    + tablesOf(parts.get(0)));
        }
    }

    private static String tablesOf(MachineState.Part part) {
        return part.tables().isEmpty() ? "nothing to show" : String.join(", ", part.tables());
    }

    private static List<String> tables(List<MachineState.Part> parts, String what) {
        List<String> known = parts.get(0).tables();
        if (what.isEmpty()) {
            if (known.isEmpty()) {
                throw new IllegalArgumentException("there is nothing to show of "
                        + parts.get(0).name()
                        + (parts.get(0).kind().equals(QUEUE) ? "; 'program' has what queues do" : ""));
            }
            return known;
        }
        List<String> wanted = new ArrayList<>();
        String asked = what.toLowerCase(Locale.ROOT);
        for (String table : known) {
            String name = table.toLowerCase(Locale.ROOT);
            if (name.equals(asked)) {
                return List.of(table);
            }
            if (SHORT.getOrDefault(asked, List.of()).contains(table) || name.startsWith(asked)) {
                wanted.add(table);
            }
        }
        if (wanted.isEmpty()) {
            Set<String> all = new LinkedHashSet<>();
            if (parts.get(0).hasLines()) {
                all.add(SET + "N");
                all.add(LINE + "ADDRESS");
            }
            all.addAll(known);
            throw new IllegalArgumentException(parts.get(0).name() + " has no '" + what + "' to show; it has "
                    + (all.isEmpty() ? "nothing" : String.join(", ", all)));
        }
        return wanted;
    }
}
