// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers of JSON-RPC 2.0, one a line, each whole however many threads answer. */
final class RpcReplies {
    private final PrintWriter out;

    RpcReplies(PrintWriter out) {
        this.out = out;
    }

    /** The answer to a call that went well; a notification gets none. */
    void result(@Nullable JsonNode id, JsonNode result) {
        if (id != null) {
            ObjectNode reply = reply(id);
            reply.set("result", result);
            write(reply);
        }
    }

    /**
     * The answer to a call that failed; a line whose id cannot be told gets null for it.
     *
     * @param data more about it, or null
     */
    void error(@Nullable JsonNode id, int code, String message, @Nullable ObjectNode data) {
        ObjectNode reply = reply(id == null ? JsonNodeFactory.instance.nullNode() : id);
        ObjectNode error = reply.putObject("error");
        error.put("code", code);
        error.put("message", message);
        if (data != null) {
            error.set("data", data);
        }
        write(reply);
    }

    /** Whether whoever read the answers is gone. */
    boolean closed() {
        synchronized (out) {
            return out.checkError();
        }
    }

    private static ObjectNode reply(JsonNode id) {
        ObjectNode reply = JsonNodeFactory.instance.objectNode();
        reply.put("jsonrpc", "2.0");
        reply.set("id", id);
        return reply;
    }

    /** Halves of characters, which no encoding has, as JSON writes them in strings: ids come back as they were. */
    private static String escaped(String line) {
        StringBuilder text = null;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < line.length()
                    && Character.isLowSurrogate(line.charAt(i + 1));
            if (Character.isSurrogate(c) && !pair) {
                text = text == null ? new StringBuilder(line.length() + 8).append(line, 0, i) : text;
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else if (pair) {
                i++;
                if (text != null) {
                    text.append(c).append(line.charAt(i));
                }
            } else if (text != null) {
                text.append(c);
            }
        }
        return text == null ? line : text.toString();
    }

    private void write(ObjectNode reply) {
        String line = escaped(reply.toString());
        synchronized (out) {
            out.print(line + "\n");
            out.flush();
        }
    }
}
