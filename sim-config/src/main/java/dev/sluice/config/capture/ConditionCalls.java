// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep.BeginConditionalRendering;
import dev.sluice.config.stream.CommandStep.EndConditionalRendering;
import dev.sluice.config.units.Size;
import java.util.Map;

/**
 * Conditional rendering. What its conditions said when the capture was made is in no call, so that the commands that depend on them
 * are carried out: a hazard of theirs is one of some run of the program.
 */
final class ConditionCalls {
    private final CaptureSession session;
    private final CommandCalls commands;

    ConditionCalls(CaptureSession session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCmdBeginConditionalRenderingEXT", this::begin);
        handlers.put("vkCmdEndConditionalRenderingEXT", this::end);
    }

    private void begin(Struct args) {
        Struct info = args.struct("pConditionalRenderingBegin");
        Buffer buffer = session.buffer(info, "buffer");
        long offset = info.size("offset");
        CaptureSession.check(info, "offset", buffer, offset, Integer.BYTES);
        boolean inverted = (info.number("flags", 0) & Masks.CONDITION_INVERTED) != 0;
        commands.conditional(args, true);
        session.notes.once("commands under a condition are carried out, whatever it says: the capture does not tell");
        commands.record(
                args,
                submission -> submission.add(
                        args.call(),
                        () -> new BeginConditionalRendering(buffer.name.toString(), new Size(offset), inverted, true)));
    }

    private void end(Struct args) {
        if (commands.conditional(args, false)) {
            commands.record(args, submission -> submission.add(args.call(), EndConditionalRendering::new));
        } else {
            session.notes.count("ends of conditional rendering that has not begun are left out");
        }
    }
}
