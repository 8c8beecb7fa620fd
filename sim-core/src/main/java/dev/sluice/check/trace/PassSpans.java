// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Command;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the render passes of a stream begin and end, by the ids of the commands in them. */
public final class PassSpans {
    private final Map<String, String> begins = new HashMap<>();
    private final Map<String, String> ends = new HashMap<>();
    /** Those begins that are of dynamic rendering. */
    private final Set<String> dynamic = new HashSet<>();

    private final Map<String, AccessTrace.Batch> batches = new HashMap<>();

    /** Of a stream. */
    public PassSpans(AccessTrace trace) {
        for (AccessTrace.Track track : trace.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                AccessTrace.Batch batch = step.batch();
                if (batch != null) {
                    note(batch);
                }
            }
        }
    }

    private void note(AccessTrace.Batch batch) {
        String begin = null;
        int from = 0;
        for (int i = 0; i < batch.actions().size(); i++) {
            AccessTrace.Action action = batch.actions().get(i);
            batches.put(action.id(), batch);
            if (action.command() instanceof Command.PassStep step && step.passBegins()) {
                begin = action.id();
                from = i;
                if (step.form() == Command.PassStep.Form.BEGIN_RENDERING) {
                    dynamic.add(begin);
                }
            }
            if (begin != null) {
                begins.put(action.id(), begin);
            }
            if (action.command() instanceof Command.PassStep step && step.passEnds()) {
                for (int in = from; begin != null && in <= i; in++) {
                    ends.put(batch.actions().get(in).id(), action.id());
                }
                begin = null;
            }
        }
    }

    /** The command that begins the pass around a command; null outside of passes. */
    public @Nullable String begin(String command) {
        return begins.get(command);
    }

    /** Whether a command is within dynamic rendering. */
    public boolean dynamic(String command) {
        return dynamic.contains(begins.get(command));
    }

    /** Whether two commands are of one render pass. */
    public boolean together(String one, String other) {
        String begin = begin(one);
        return begin != null && begin.equals(begin(other));
    }

    /** The command before which nothing of a command's pass has begun: the command itself outside of passes. */
    public String before(String command) {
        return begins.getOrDefault(command, command);
    }

    /** The command after which all of a command's pass is over: the command itself outside of passes. */
    public String after(String command) {
        return ends.getOrDefault(command, command);
    }

    /** The command by which the subpass of a command begins; the command itself outside of passes. */
    public String subpass(String command) {
        AccessTrace.Batch batch = batches.get(command);
        String last = command;
        if (batch != null && begins.containsKey(command)) {
            for (AccessTrace.Action action : batch.actions()) {
                if (action.command() instanceof Command.PassStep step && !step.passEnds()) {
                    last = action.id();
                }
                if (action.id().equals(command)) {
                    break;
                }
            }
        }
        return last;
    }

    /** The submission of a command; null for the id of something else. */
    public AccessTrace.@Nullable Batch batch(String command) {
        return batches.get(command);
    }
}
