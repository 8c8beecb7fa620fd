// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes barriers as a stream file has them. */
public final class BarrierText {
    private final DependencyTree tree;
    private final Flow flow;

    /**
     * For a stream, whose buffers and images decide what may be left out.
     *
     * @param json whether keys and names need quotes
     */
    public BarrierText(StreamProgram stream, boolean json) {
        this.tree = DependencyTree.ofFile(stream);
        this.flow = json ? Flow.JSON : Flow.YAML;
    }

    /** A mask as a list of names: {@code [COPY, BLIT]}. */
    String names(Cure.Mask mask) {
        return flow.text(tree.names(mask));
    }

    /** A command's one key with its value, in braces and brackets: {@code pipelineBarrier: {...}}. */
    public String command(Command command) {
        return flow.entries(tree.command(command));
    }

    /**
     * A command as a block of lines, the first of which begins with {@code - }.
     *
     * @param indent spaces before the dash
     * @param beside lines for keys beside the command's own
     * @param comment a comment for the first line, or empty
     * @param texts the barriers' own texts where they are known, in order; null to write them
     */
    List<String> block(
            Command command, int indent, List<String> beside, String comment, @Nullable List<@Nullable String> texts) {
        String dash = " ".repeat(indent) + "- ";
        String inner = " ".repeat(indent + 2);
        String deeper = " ".repeat(indent + 4);
        List<String> lines = new ArrayList<>();
        beside.forEach(line -> lines.add((lines.isEmpty() ? dash : inner) + line));
        lines.add((lines.isEmpty() ? dash : inner) + command.kind() + ":" + comment);
        List<Barrier> barriers = DependencyTree.barriers(command);
        Map<String, Object> arguments = tree.arguments(command);
        for (DependencyTree.Group group : DependencyTree.Group.values()) {
            arguments.remove(group.key());
        }
        arguments.forEach((key, value) -> lines.add(deeper + key + ": " + flow.text(value)));
        for (DependencyTree.Group group : DependencyTree.Group.values()) {
            List<String> written = new ArrayList<>();
            for (int i = 0; i < barriers.size(); i++) {
                if (DependencyTree.Group.of(barriers.get(i)) == group) {
                    String own = texts == null ? null : texts.get(i);
                    written.add(own == null ? flow.text(tree.barrier(barriers.get(i))) : own);
                }
            }
            if (written.size() == 1) {
                lines.add(deeper + group.key() + ": [" + written.get(0) + "]");
            } else if (!written.isEmpty()) {
                lines.add(deeper + group.key() + ":");
                written.forEach(one -> lines.add(deeper + "  - " + one));
            }
        }
        return lines;
    }
}
