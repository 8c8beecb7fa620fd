// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The memory locations of a test. Bytes that the test never tells apart are one location: without ranges, a variable and
 * its aliases; with ranges, each stretch between the ends of ranges.
 */
final class Locations {
    private final Map<String, String> aliases = new LinkedHashMap<>();
    private final Map<String, TreeSet<Integer>> ends = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, List<Stretch>> stretches = new LinkedHashMap<>();

    private record Stretch(int first, int end, int location) {}

    /** Names an operand, before {@link #close}. */
    void use(Operand operand) {
        aliases.putIfAbsent(operand.name(), operand.name());
        TreeSet<Integer> cuts = ends.computeIfAbsent(operand.name(), name -> new TreeSet<>());
        if (!operand.whole()) {
            cuts.add(operand.first());
            cuts.add(operand.first() + operand.size());
        }
    }

    boolean knows(String name) {
        return aliases.containsKey(name);
    }

    /** The variables, in the order in which they appear. */
    List<String> variables() {
        return List.copyOf(aliases.keySet());
    }

    /** Says that both names begin at the same byte. */
    void alias(String one, String other) {
        String from = root(other);
        String to = root(one);
        if (!from.equals(to)) {
            aliases.put(from, to);
        }
    }

    private String root(String name) {
        String at = name;
        String up = aliases.getOrDefault(at, at);
        while (!up.equals(at)) {
            at = up;
            up = aliases.getOrDefault(at, at);
        }
        return at;
    }

    /** Fixes the locations. */
    void close() {
        Map<String, TreeSet<Integer>> cuts = new LinkedHashMap<>();
        Map<String, List<String>> members = new LinkedHashMap<>();
        ends.forEach((name, own) -> {
            cuts.computeIfAbsent(root(name), root -> new TreeSet<>()).addAll(own);
            members.computeIfAbsent(root(name), root -> new ArrayList<>()).add(name);
        });
        members.forEach((root, all) -> {
            TreeSet<Integer> at = cuts.getOrDefault(root, new TreeSet<>());
            boolean ranged = !at.isEmpty();
            at.add(0);
            if (!ranged) {
                at.add(1);
            }
            List<Stretch> own = new ArrayList<>();
            Integer first = null;
            for (int end : at) {
                if (first != null) {
                    own.add(new Stretch(first, end, names.size()));
                    names.add(String.join("/", all) + (ranged ? "[" + first + ":" + (end - first) + "]" : ""));
                }
                first = end;
            }
            stretches.put(root, own);
        });
    }

    /** The locations of an operand, as bits. */
    long bits(Operand operand) {
        long bits = 0;
        for (Stretch stretch : stretches.getOrDefault(root(operand.name()), List.of())) {
            boolean inside = operand.whole()
                    || (operand.first() <= stretch.first && stretch.end <= operand.first() + operand.size());
            bits |= inside ? 1L << stretch.location : 0;
        }
        return bits;
    }

    /** The names of all locations. */
    List<String> names() {
        return List.copyOf(names);
    }
}
