// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.cli.ExitCode;
import dev.sluice.config.WrittenOut;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A request that gets an error for an answer; the codes are those of JSON-RPC 2.0, section 5.1. */
final class RpcException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The line is no JSON. */
    static final int PARSE_ERROR = -32700;
    /** The line is JSON, but no request. */
    static final int INVALID_REQUEST = -32600;
    /** No such method. */
    static final int METHOD_NOT_FOUND = -32601;
    /** Bad parameters, or what they name is bad input. */
    static final int INVALID_PARAMS = -32602;
    /** A fault of Sluice itself. */
    static final int INTERNAL_ERROR = -32603;

    private final int code;

    /** @param message told on one line: ends of lines within, of a name for example, are written out */
    RpcException(int code, String message) {
        super(WrittenOut.of(message));
        this.code = code;
    }

    int code() {
        return code;
    }

    /** What is told beside the message: of a method or parameters that there are not, what the command line would end with. */
    @Nullable
    ObjectNode data() {
        if (code != METHOD_NOT_FOUND && code != INVALID_PARAMS) {
            return null;
        }
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("exitCode", ExitCode.BAD_INPUT);
        data.putArray("messages").add(String.valueOf(getMessage()));
        return data;
    }
}
