// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.bind.OneKey;
import dev.sluice.config.stream.CommandStep;
import dev.sluice.program.CodeSite;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The commands of one submission, as the stream lists them. */
final class CapturedSubmission {
    /** Devices name no limit of nesting as a rule (VK_EXT_nested_command_buffer); calls of this importer have one. */
    private static final int MAX_DEPTH = 1000;
    /** As each level may execute the next one twice. */
    private static final int MAX_EXECUTED = 1 << 20;

    private final List<Part> commands = new ArrayList<>();
    private final SubmittedFamily family;
    private final Deque<String> labels;
    /** The secondary command buffers that are being gone through. */
    private final Set<CommandBuffer> entered = new HashSet<>();

    private int executed;
    private @Nullable Pass pass;
    private IntFunction<@Nullable Pass> subpasses = number -> null;
    private int subpass;
    /** Whether the rendering that is open goes on in a later part. */
    private boolean suspending;
    /** The rendering that is suspended, and what would end it. */
    private @Nullable Pass suspended;

    private @Nullable Part suspendedEnd;

    /** A command that the stream has if, at the end, it is kept. */
    private record Part(BooleanSupplier kept, Late<OneKey<CommandStep>> command) {}

    /**
     * A submission.
     *
     * @param family the family of its queue
     * @param labels the debug labels that are open on the queue, the innermost first
     */
    CapturedSubmission(SubmittedFamily family, Deque<String> labels) {
        this.family = family;
        this.labels = labels;
    }

    /** The family of the queue. */
    SubmittedFamily family() {
        return family;
    }

    /** Adds a command that is as it was captured. */
    void add(Call call, Late<CommandStep> step) {
        add(call, false, step);
    }

    void add(Call call, boolean approximate, Late<CommandStep> step) {
        add(call, approximate, PipelineUse.NONE, step);
    }

    /** Adds a command that uses a pipeline. */
    void add(Call call, boolean approximate, PipelineUse use, Late<CommandStep> step) {
        add(call, approximate, use, () -> true, step);
    }

    /** Adds a command of which is known at the end whether the stream can have it. */
    void add(Call call, BooleanSupplier kept, Late<CommandStep> step) {
        add(call, false, PipelineUse.NONE, kept, step);
    }

    private void add(Call call, boolean approximate, PipelineUse use, BooleanSupplier kept, Late<CommandStep> step) {
        commands.add(part(call, approximate, use, kept, step));
    }

    private Part part(Call call, boolean approximate, PipelineUse use, BooleanSupplier kept, Late<CommandStep> step) {
        List<String> path = path();
        return new Part(
                kept, () -> OneKey.of(step.make()).found(call.source(), label(path), approximate, use.recorded(path)));
    }

    /** Adds a command of a class that stands for several kinds. */
    void add(Call call, String kind, boolean approximate, Late<CommandStep> step) {
        add(call, kind, approximate, PipelineUse.NONE, step);
    }

    /** Adds a command of such a class that uses a pipeline. */
    void add(Call call, String kind, boolean approximate, PipelineUse use, Late<CommandStep> step) {
        List<String> path = path();
        commands.add(new Part(
                () -> true,
                () -> new OneKey<>(kind, step.make(), label(path), call.source(), approximate, use.recorded(path))));
    }

    /** Goes into a secondary command buffer. */
    void enter(Call call, CommandBuffer secondary) {
        if (!entered.add(secondary)) {
            throw call.error("command buffers execute one another in a circle");
        }
        if (entered.size() > MAX_DEPTH) {
            throw call.error("command buffers execute one another more than " + MAX_DEPTH + " deep");
        }
        if (++executed > MAX_EXECUTED) {
            throw call.error("more than " + MAX_EXECUTED + " command buffers are executed by one submission");
        }
    }

    void leave(CommandBuffer secondary) {
        entered.remove(secondary);
    }

    void beginLabel(String text) {
        labels.push(text);
    }

    void endLabel() {
        labels.poll();
    }

    /** Begins a render pass instance; {@code following} gives the subpasses after the first by number. */
    void begin(Pass first, IntFunction<@Nullable Pass> following) {
        pass = first;
        subpasses = following;
        subpass = 0;
        suspending = false;
    }

    /** Says of the rendering that is open that its end suspends it: a later part goes on, and neither stores nor loads. */
    void suspends() {
        suspending = true;
    }

    /** Goes on with suspended rendering; false if there is none. */
    boolean resume() {
        if (suspendedEnd == null) {
            return false;
        }
        pass = suspended;
        suspendedEnd = null;
        suspending = false;
        return true;
    }

    /** Ends suspended rendering that nothing goes on with. */
    void settle() {
        if (suspendedEnd != null) {
            commands.add(suspendedEnd);
            suspendedEnd = null;
        }
    }

    /** Goes on to the next subpass; whether there is one. */
    boolean nextSubpass() {
        Pass next = pass == null ? null : subpasses.apply(subpass + 1);
        if (next == null) {
            return false;
        }
        pass = next;
        subpass++;
        return true;
    }

    /** Ends the render pass instance that is open, if there is one. */
    void end(Call call, CommandStep step) {
        if (pass != null && suspending) {
            suspended = pass;
            suspendedEnd = part(call, false, PipelineUse.NONE, () -> true, () -> step);
        } else if (pass != null) {
            add(call, () -> step);
        }
        pass = null;
    }

    /** What draws go to now; null outside render passes. */
    @Nullable
    Pass pass() {
        return pass;
    }

    /** The commands that the stream has, now that everything is known. */
    Late<List<OneKey<CommandStep>>> commands() {
        settle();
        return () -> commands.stream()
                .filter(part -> part.kept().getAsBoolean())
                .map(part -> part.command().make())
                .toList();
    }

    /** The open labels, outermost first. */
    private List<String> path() {
        List<String> outermostFirst = new ArrayList<>();
        for (Iterator<String> i = labels.descendingIterator(); i.hasNext(); ) {
            outermostFirst.add(i.next());
        }
        return outermostFirst;
    }

    private static @Nullable String label(List<String> path) {
        return path.isEmpty() ? null : String.join(CodeSite.LABEL_SEPARATOR, path);
    }
}
