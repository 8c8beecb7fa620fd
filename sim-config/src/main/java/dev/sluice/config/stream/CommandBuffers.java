// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The command buffers that a stream names, and which of them are used. */
final class CommandBuffers {
    private final StreamContext context;
    private final Map<String, StreamFile.CommandBuffer> named;
    private final Set<String> used = new LinkedHashSet<>();
    private final Deque<String> open = new ArrayDeque<>();

    CommandBuffers(StreamContext context) {
        this.context = context;
        this.named = context.file.commandBuffers();
    }

    /** The commands of the secondary that {@code user} executes at {@code index} of its list; {@link #leave} ends them. */
    List<OneKey<CommandStep>> enter(Object user, int index, String name) {
        StreamFile.CommandBuffer buffer = named(user, index, name, StreamFile.CommandBuffer.Level.SECONDARY);
        if (open.contains(name)) {
            throw context.where.error(
                    user, "commandBuffers", index, "executeCommands: '" + name + "' would execute itself");
        }
        open.push(name);
        return buffer.commands();
    }

    /** Ends the secondary entered last. */
    void leave() {
        open.pop();
    }

    /** Whether commands of a secondary are read just now. */
    boolean inSecondary() {
        return !open.isEmpty();
    }

    /** The commands of the primary that {@code user} submits at {@code index} of its list. */
    List<OneKey<CommandStep>> primary(Object user, int index, String name) {
        return named(user, index, name, StreamFile.CommandBuffer.Level.PRIMARY).commands();
    }

    private StreamFile.CommandBuffer named(Object user, int index, String name, StreamFile.CommandBuffer.Level level) {
        StreamFile.CommandBuffer buffer = named.get(name);
        if (buffer == null) {
            throw context.where.error(
                    user,
                    "commandBuffers",
                    index,
                    "unknown command buffer '" + name + "'" + Nearest.hint(name, named.keySet()));
        }
        if (buffer.level() != level) {
            throw context.where.error(
                    user,
                    "commandBuffers",
                    index,
                    level == StreamFile.CommandBuffer.Level.PRIMARY
                            ? "command buffer '" + name + "' is secondary; executeCommands in a primary carries it out"
                            : "command buffer '" + name + "' is primary; executeCommands needs 'level: secondary'");
        }
        used.add(name);
        return buffer;
    }

    /** Shows every command that is written anywhere in the stream. */
    void everyCommand(Consumer<CommandStep> consumer) {
        named.values().forEach(buffer -> buffer.commands().forEach(step -> consumer.accept(step.value())));
        List<OneKey<HostStep>> steps = new ArrayList<>(context.file.program());
        context.file.threads().values().forEach(steps::addAll);
        for (OneKey<HostStep> step : steps) {
            if (step.value() instanceof HostStep.QueueSubmit submit) {
                submit.commands().forEach(command -> consumer.accept(command.value()));
            }
        }
    }

    /** Notes the command buffers that nothing used, whose commands were not checked. */
    void noteUnused() {
        for (String name : named.keySet()) {
            if (!used.contains(name)) {
                context.notes.add("nothing submits or executes command buffer '" + name + "'");
            }
        }
    }
}
