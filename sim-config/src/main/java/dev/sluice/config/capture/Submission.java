package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The commands of one submission, as the stream lists them. */
final class Submission {
    /** Vulkan allows one level, an extension more. */
    private static final int MAX_DEPTH = 16;

    private final List<Map<String, Object>> commands = new ArrayList<>();
    private final Deque<String> labels;
    private int depth;
    private @Nullable Pass pass;
    private IntFunction<@Nullable Pass> subpasses = number -> null;
    private int subpass;

    /** A submission to a queue whose open debug labels are {@code labels}, the innermost first. */
    Submission(Deque<String> labels) {
        this.labels = labels;
    }

    void add(Call call, String kind, Object arguments, boolean approximate) {
        commands.add(Session.operation(call, kind, arguments, label(), approximate));
    }

    /** Goes into a secondary command buffer. */
    void enter(Call call) {
        if (++depth > MAX_DEPTH) {
            throw call.error("command buffers execute one another in a circle");
        }
    }

    void leave() {
        depth--;
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

    void end() {
        pass = null;
    }

    /** What draws go to now; null outside render passes. */
    @Nullable
    Pass pass() {
        return pass;
    }

    List<Map<String, Object>> commands() {
        return commands;
    }

    private String label() {
        List<String> outermostFirst = new ArrayList<>();
        for (Iterator<String> i = labels.descendingIterator(); i.hasNext(); ) {
            outermostFirst.add(i.next());
        }
        return String.join("/", outermostFirst);
    }
}
