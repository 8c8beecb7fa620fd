// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Secondary command buffers of a {@link RandomStream}: runs of commands that stand in buffers of their own. */
final class RandomSecondaries {

    private final SplittableRandom random;
    private final StringBuilder declarations = new StringBuilder();
    private int buffers;

    RandomSecondaries(SplittableRandom random) {
        this.random = random;
    }

    String declaration() {
        return declarations.isEmpty() ? "" : "commandBuffers:\n" + declarations;
    }

    /** Perhaps takes one or two neighbouring runs out of a submission's commands. */
    void cut(List<String> commands) {
        if (commands.size() < 3 || random.nextInt(4) != 0) {
            return;
        }
        int from = random.nextInt(commands.size() - 2);
        int middle = from + 1 + random.nextInt(commands.size() - from - 1);
        int end = middle + random.nextInt(commands.size() - middle + 1);
        List<String> first = List.copyOf(commands.subList(from, middle));
        List<String> second = List.copyOf(commands.subList(middle, end));
        if (split(first) || split(second)) {
            return;
        }
        List<String> names = new ArrayList<>();
        names.add(buffer(first));
        if (!second.isEmpty()) {
            names.add(buffer(second));
        }
        commands.subList(from, end).clear();
        commands.add(from, "executeCommands: [" + String.join(", ", names) + "]");
    }

    /** Whether a rendering is only partly in a run, or what a primary buffer alone can do. */
    private static boolean split(List<String> run) {
        int depth = 0;
        for (String command : run) {
            if (command.startsWith("beginRenderPass") || command.startsWith("nextSubpass")) {
                return true;
            }
            if (command.startsWith("begin")) {
                depth++;
            } else if (command.startsWith("end")) {
                depth--;
            }
            if (depth < 0) {
                return true;
            }
        }
        return depth != 0;
    }

    private String buffer(List<String> commands) {
        String name = "cb" + buffers++;
        declarations.append("  ").append(name).append(":\n    level: secondary\n    commands:\n");
        commands.forEach(
                command -> declarations.append("      - ").append(command).append('\n'));
        return name;
    }
}
