// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of one kernel: bindings, parameters, built-ins, and registers as they come to be. */
final class Names {
    /** Words that begin a statement or a right-hand side, and so cannot be registers. */
    static final Set<String> STATEMENTS = ordered(
            "load",
            "store",
            "atomic",
            "shared",
            "shuffle",
            "ballot",
            "any",
            "all",
            "alu",
            "controlBarrier",
            "memoryBarrier",
            "for",
            "while",
            "if",
            "else");

    /** Those of them that give a register its value. */
    static final Set<String> RIGHT_HAND_SIDES = Set.of("load", "atomic", "shared", "shuffle", "ballot", "any", "all");

    /** Words that are names, but not before a dot. */
    private static final Set<String> FIRST_WORDS = Set.of("out", "sample");

    static final Map<String, Builtin> BUILTINS = new LinkedHashMap<>();
    static final Map<String, Opcode> FUNCTIONS = new LinkedHashMap<>();

    static {
        for (Builtin builtin : Builtin.values()) {
            BUILTINS.put(builtin.text(), builtin);
        }
        for (Opcode op : Opcode.values()) {
            if (!op.function().isEmpty()) {
                FUNCTIONS.put(op.function(), op);
            }
        }
    }

    private final List<String> bindings;
    private final Map<String, Integer> parameters = new LinkedHashMap<>();
    private final Map<String, Integer> registers = new LinkedHashMap<>();
    /** For each parameter, the binding whose image it describes; -1 for those of the dispatch. */
    private final List<Integer> parameterBindings = new ArrayList<>();

    private final List<ImageParameter> imageParameters = new ArrayList<>();
    private final VectorRegisters vectors = new VectorRegisters();
    /** Built-ins of fragments whose name has been read as such. */
    private final Set<String> pixelNames = new LinkedHashSet<>();

    Names(KernelSource source) {
        SourcePosition start = new SourcePosition(1, 1);
        bindings = List.copyOf(source.bindings().keySet());
        for (String binding : bindings) {
            if (!Lexer.isName(binding)) {
                throw start.error(
                        "binding '" + binding
                                + "' cannot be used in a kernel; name it with letters, digits and _, not beginning with a digit");
            }
        }
        for (String parameter : source.parameters()) {
            Builtin builtin = BUILTINS.get(parameter);
            if (!Lexer.isName(parameter)
                    || STATEMENTS.contains(parameter)
                    || (builtin != null && !builtin.ofFragments())) {
                throw start.error("parameter '" + parameter
                        + "' cannot be used in a kernel; rename it to a name that is no built-in and no statement");
            }
            addParameter(parameter, -1, ImageParameter.WIDTH);
        }
    }

    private void addParameter(String name, int binding, ImageParameter what) {
        parameters.put(name, parameters.size());
        parameterBindings.add(binding);
        imageParameters.add(what);
    }

    /** The index of the parameter that tells something of a binding's image; from here on it is there. */
    int imageParameter(int binding, ImageParameter what) {
        String name = what.parameter(bindings.get(binding));
        Integer known = parameters.get(name);
        if (known != null) {
            return known;
        }
        addParameter(name, binding, what);
        return parameters.size() - 1;
    }

    /** Of each parameter, the binding whose image it describes, or -1. */
    int[] parameterBindings() {
        return parameterBindings.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Of each parameter of an image, what it tells. */
    List<ImageParameter> imageParameters() {
        return List.copyOf(imageParameters);
    }

    /** The binding's index, or -1. */
    int binding(String name) {
        return bindings.indexOf(name);
    }

    /** The parameter's index, or -1. */
    int parameter(String name) {
        return parameters.getOrDefault(name, -1);
    }

    /** The register's index, or -1 where no statement so far assigns it. */
    int register(String name) {
        return registers.getOrDefault(name, -1);
    }

    /** The index of a register that a statement assigns, which makes it known from here on. */
    int assign(Token name) {
        String text = name.text();
        Builtin builtin = BUILTINS.get(text);
        if (builtin != null && (!builtin.ofFragments() || pixelNames.contains(text))) {
            throw name.at().error("'" + text + "' is a built-in and cannot be assigned; use another name");
        }
        if (parameters.containsKey(text)) {
            throw name.at().error("'" + text + "' is a parameter and cannot be assigned; use another name");
        }
        if (STATEMENTS.contains(text)) {
            throw name.at().error("'" + text + "' begins a statement and cannot be a register; use another name");
        }
        if (vectors.has(text)) {
            throw name.at()
                    .error("'" + text + "' is a vector; assign its components, such as " + VectorRegisters.name(text, 0)
                            + ", or use another name");
        }
        Integer known = registers.get(text);
        if (known != null) {
            return known;
        }
        registers.put(text, registers.size());
        return registers.size() - 1;
    }

    /** The first register of a vector of which a statement assigns so many components, from one on. */
    int assign(Token name, int component, int count) {
        Integer first = vectors.first(name.text());
        if (first == null) {
            first = addVector(name);
        }
        vectors.assign(first + component, count);
        return first;
    }

    private int addVector(Token name) {
        String text = name.text();
        if (registers.containsKey(text)) {
            throw name.at().error("'" + text + "' is a register of one value and no vector; use another name");
        }
        if (FIRST_WORDS.contains(text)) {
            throw name.at().error("'" + text + ".' has a meaning of its own; use another name for the vector");
        }
        int first = assign(name);
        registers.remove(text);
        for (int i = 0; i < VectorRegisters.COMPONENTS; i++) {
            registers.put(VectorRegisters.name(text, i), first + i);
        }
        vectors.add(text, first);
        return first;
    }

    /** The vectors so far. */
    VectorRegisters vectors() {
        return vectors;
    }

    /** The built-in of a name that is neither register nor parameter; null if there is none. */
    @Nullable
    Builtin builtin(String name) {
        Builtin builtin = BUILTINS.get(name);
        if (builtin != null && builtin.ofFragments()) {
            pixelNames.add(name);
        }
        return builtin;
    }

    /** The index of a register that the text does not name; {@code name} must be none that it could. */
    int hidden(String name) {
        Integer known = registers.putIfAbsent(name, registers.size());
        return known == null ? registers.size() - 1 : known;
    }

    List<String> bindings() {
        return bindings;
    }

    List<String> parameters() {
        return List.copyOf(parameters.keySet());
    }

    List<String> registers() {
        return List.copyOf(registers.keySet());
    }

    /** Whatever can be read by its name. */
    List<String> readable() {
        List<String> all = new ArrayList<>(registers.keySet());
        all.addAll(parameters.keySet());
        all.addAll(BUILTINS.keySet());
        all.removeIf(name -> !Lexer.isName(name));
        return all;
    }

    /**
     * The tail of a message about an unknown name: the nearest known name if one is near, else all of them.
     *
     * @param unknown what was written
     * @param known the candidates, in the order in which they are listed
     */
    static String instead(String unknown, Iterable<String> known) {
        String best = "";
        int bestDistance = Math.max(1, unknown.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(unknown, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        if (!best.isEmpty()) {
            return "; did you mean '" + best + "'?";
        }
        String list = String.join(", ", known);
        return list.isEmpty() ? "; there is none" : "; known are: " + list;
    }

    /** Edit distance with swaps of neighbours (optimal string alignment); the case of letters does not count. */
    private static int distance(String unknown, String known) {
        String a = unknown.toLowerCase(Locale.ROOT);
        String b = known.toLowerCase(Locale.ROOT);
        if (Math.abs(a.length() - b.length()) > 8 || a.length() > 64) {
            return Integer.MAX_VALUE;
        }
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best = Math.min(cost[i - 1][j - 1] + same, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = best;
            }
        }
        return cost[a.length()][b.length()];
    }

    private static Set<String> ordered(String... words) {
        return new LinkedHashSet<>(List.of(words));
    }
}
