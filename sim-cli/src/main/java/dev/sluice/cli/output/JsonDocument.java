// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

/**
 * A JSON file that is made while it is written: what it is long by stands in its tree as records, so that neither the whole
 * tree nor the whole text is ever in memory.
 */
public final class JsonDocument {
    private final Supplier<ObjectNode> root;
    private final JsonMapper mapper;
    private final UnaryOperator<String> texts;

    /**
     * A file.
     *
     * @param root makes its tree, with records in the place of long parts
     * @param mapper how records are written
     */
    JsonDocument(Supplier<ObjectNode> root, JsonMapper mapper) {
        this(root, mapper, UnaryOperator.identity());
    }

    private JsonDocument(Supplier<ObjectNode> root, JsonMapper mapper, UnaryOperator<String> texts) {
        this.root = root;
        this.mapper = mapper;
        this.texts = texts;
    }

    /** A file of a tree without records, which is not changed. */
    public static JsonDocument of(ObjectNode tree) {
        return new JsonDocument(tree::deepCopy, JsonMapper.shared());
    }

    /** The same file without some of its keys. */
    public JsonDocument without(String... keys) {
        return new JsonDocument(() -> root.get().remove(List.of(keys)), mapper, texts);
    }

    /** The same file; whenever it is written, somebody sees its texts in their order, as they were made. */
    public JsonDocument seenBy(Consumer<String> reader) {
        return new JsonDocument(root, mapper, text -> {
            reader.accept(text);
            return texts.apply(text);
        });
    }

    /** The same file, in which texts name a stream's file, and what lies beside it, from its folder. */
    public JsonDocument relativeTo(String stream) {
        UnaryOperator<String> relative = RelativePaths.to(stream);
        return new JsonDocument(root, mapper, text -> relative.apply(texts.apply(text)));
    }

    /**
     * Writes it, with a line end, and leaves the writer open.
     *
     * @throws IOException when the writer fails
     */
    public void writeTo(Writer out) throws IOException {
        try (JsonGenerator json = mapper.writer()
                .with(PrettyJson.printer())
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .createGenerator(out)) {
            writeTo(json);
            json.writeRaw('\n');
        } catch (JacksonException e) {
            // what fails within a record says where in it, too
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof IOException why) {
                    throw why;
                }
            }
            throw e;
        }
    }

    /** Writes it as a part of another file. */
    public void writeTo(JsonGenerator json) {
        mapper.writeValue(new TextFilter(json, texts), root.get());
    }

    /** Its text, with a line end. */
    public String text() {
        StringWriter out = new StringWriter();
        try {
            writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    /** It as a tree without records, made anew. */
    public ObjectNode tree() {
        ObjectNode tree = root.get();
        expand(tree);
        RelativePaths.replace(tree, texts);
        return tree;
    }

    private void expand(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(entry -> entry.setValue(expanded(entry.getValue())));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, expanded(array.get(i)));
            }
        }
    }

    private JsonNode expanded(JsonNode node) {
        if (node instanceof POJONode part) {
            return mapper.valueToTree(part.getPojo());
        }
        expand(node);
        return node;
    }
}
