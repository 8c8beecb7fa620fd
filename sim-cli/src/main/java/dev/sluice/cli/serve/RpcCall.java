// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.config.source.JsonProblem;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request of JSON-RPC 2.0: one line.
 *
 * @param id what the answer repeats; null for a notification, which gets none
 * @param params an object, empty if the line has none
 */
record RpcCall(@Nullable JsonNode id, String method, ObjectNode params) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // numbers as they are written: a double has no 1e400
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Any JSON of a line. */
    static JsonNode json(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JacksonException e) {
            // a line that is too much for the parser has no place
            String place =
                    e.getLocation() == null ? "" : "column " + e.getLocation().getColumnNr() + ": ";
            throw new RpcException(RpcException.PARSE_ERROR, place + "not JSON: " + firstLine(JsonProblem.of(e)));
        } catch (StackOverflowError e) {
            throw new RpcException(RpcException.PARSE_ERROR, "nested too deeply");
        }
    }

    /** The request that a line is. */
    static RpcCall of(JsonNode tree) {
        if (!(tree instanceof ObjectNode request)) {
            throw invalid("a request is an object, such as {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"version\"}");
        }
        JsonNode version = request.get("jsonrpc");
        if (version != null && !(version.isString() && version.stringValue().equals("2.0"))) {
            throw invalid("jsonrpc: only \"2.0\" is spoken here");
        }
        JsonNode id = request.get("id");
        if (id != null && !id.isNull() && !id.isString() && !id.isNumber()) {
            throw invalid("id: a string or a number");
        }
        JsonNode method = request.get("method");
        if (method == null || !method.isString()) {
            throw invalid("method: the name of a method is missing; 'version' lists them");
        }
        JsonNode params = request.get("params");
        return new RpcCall(id, method.stringValue(), params(params));
    }

    private static ObjectNode params(@Nullable JsonNode params) {
        if (params == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (params instanceof ObjectNode object) {
            return object;
        }
        throw new RpcException(
                RpcException.INVALID_PARAMS, "params: an object with 'arguments' and 'options', not " + kind(params));
    }

    /** The id that an answer to a line repeats, even if it is no request: null if it cannot be told. */
    static @Nullable JsonNode idOf(JsonNode tree) {
        JsonNode id = tree.get("id");
        return id != null && (id.isString() || id.isNumber()) ? id : null;
    }

    /** The id in a line that is no JSON, or more than is taken, if it stands before the fault; null else. */
    static @Nullable JsonNode idBeforeFault(String line) {
        JsonNode id = null;
        try (JsonParser parser = MAPPER.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean named = "id".equals(parser.currentName());
                if (parser.nextToken() != null && named && parser.currentToken().isScalarValue()) {
                    id = scalar(parser);
                }
                parser.skipChildren();
            }
        } catch (JacksonException e) {
            return id;
        }
        return id;
    }

    private static @Nullable JsonNode scalar(JsonParser parser) {
        JsonNode value = MAPPER.reader()
                .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(parser);
        return value.isString() || value.isNumber() ? value : null;
    }

    /** What a value is, in words. */
    static String kind(JsonNode value) {
        return "a" + (value.isArray() || value.isObject() ? "n " : " ")
                + value.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
    }

    private static RpcException invalid(String message) {
        return new RpcException(RpcException.INVALID_REQUEST, message);
    }

    private static String firstLine(@Nullable String text) {
        // which of its own methods sets a limit is nothing to the caller
        return text == null ? "" : text.lines().findFirst().orElse("").replaceAll(", from `[^`]*`", "");
    }
}
