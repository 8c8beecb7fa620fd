// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.Session;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One command that a request asks for, with a terminal of its own that nobody watches. */
final class Invocation {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            // numbers as the command wrote them: a double would be spelled in another way
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final @Nullable JsonNode id;
    private final List<String> words;
    private final Program program;
    private final Session server;
    private final RpcReplies replies;
    private final Interrupt interrupt = new Interrupt();

    /**
     * A command that has not begun.
     *
     * @param words the command and all behind it
     * @param server whose machines it runs on
     */
    Invocation(@Nullable JsonNode id, List<String> words, Program program, Session server, RpcReplies replies) {
        this.id = id;
        this.words = new ArrayList<>(words);
        this.program = program;
        this.server = server;
        this.replies = replies;
    }

    /** Asks the command to stop soon, with what it has by then. */
    void cancel() {
        interrupt.request();
    }

    /** Carries the command out, and gives what then answers the request. */
    Runnable carryOut() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Session session = new Session(
                Terminal.plain(new PrintWriter(out), new PrintWriter(err)),
                server.machines(),
                interrupt,
                server.version());
        int code = program.run(words, session);
        List<String> messages = err.toString().lines().toList();
        if (id == null) {
            // a notification gets no answer, whatever became of it
            return () -> {};
        }
        if (code == ExitCode.BAD_INPUT || code == ExitCode.INTERNAL) {
            ObjectNode data = JsonNodeFactory.instance.objectNode();
            data.put("exitCode", code);
            put(data.putArray("messages"), messages);
            return () -> replies.error(
                    id,
                    code == ExitCode.BAD_INPUT ? RpcException.INVALID_PARAMS : RpcException.INTERNAL_ERROR,
                    messages.isEmpty() ? "exit code " + code : messages.get(0),
                    data);
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("exitCode", code);
        put(result.putArray("messages"), messages);
        result.set("output", output(out.toString()));
        return () -> replies.result(id, result);
    }

    /** What the command printed: a tree if it is JSON, else text. */
    private JsonNode output(String text) {
        if (words.contains("--json")) {
            try {
                return MAPPER.readTree(text);
            } catch (JacksonException e) {
                // a command that has both forms printed the other one
                return JsonNodeFactory.instance.stringNode(text);
            }
        }
        return JsonNodeFactory.instance.stringNode(text);
    }

    private static void put(ArrayNode to, List<String> lines) {
        lines.forEach(to::add);
    }
}
