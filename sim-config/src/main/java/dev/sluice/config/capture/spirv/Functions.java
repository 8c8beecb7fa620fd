// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The functions of a module, by their ids. */
final class Functions {
    private final Map<Integer, List<int[]>> bodies = new LinkedHashMap<>();
    private final Map<Integer, List<int[]>> parameters = new HashMap<>();

    /** @param code all instructions from the first function on */
    Functions(List<int[]> code) throws SpirvException {
        // no function has this id
        int function = 0;
        for (int[] i : code) {
            if (i[0] == Op.FUNCTION) {
                need(i, 5);
                function = i[2];
                bodies.put(function, new ArrayList<>());
                parameters.put(function, new ArrayList<>());
            } else if (i[0] == Op.FUNCTION_PARAMETER) {
                need(i, 3);
                parameters.computeIfAbsent(function, id -> new ArrayList<>()).add(i);
            } else {
                bodies.computeIfAbsent(function, id -> new ArrayList<>()).add(i);
            }
        }
    }

    /** The instructions of a function, without it and its parameters. */
    List<int[]> body(int function) {
        return bodies.getOrDefault(function, List.of());
    }

    /** The instructions that declare a function's parameters. */
    List<int[]> parameters(int function) {
        return parameters.getOrDefault(function, List.of());
    }

    /** A function and all that it calls. */
    Set<Integer> reached(int start) throws SpirvException {
        Set<Integer> reached = new TreeSet<>();
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int function = open.pop();
            if (reached.add(function)) {
                for (int[] i : body(function)) {
                    if (i[0] == Op.FUNCTION_CALL) {
                        need(i, 4);
                        open.push(i[3]);
                    }
                }
            }
        }
        return reached;
    }

    /** Stands for what a function returns; no instruction has such an id. */
    static int returned(int function) {
        return ~function;
    }

    static void need(int[] instruction, int words) throws SpirvException {
        if (instruction.length < words) {
            throw new SpirvException("instruction " + instruction[0] + " is too short");
        }
    }
}
