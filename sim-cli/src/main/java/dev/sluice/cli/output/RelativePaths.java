// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.input.Inputs;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Names files in outputs by their paths from the stream's own folder, so that outputs do not depend on where it lies. */
public final class RelativePaths {
    private final String file;
    private final String name;
    private final String folder;

    private RelativePaths(String stream) {
        Path path = Inputs.path(stream);
        Path last = path.getFileName();
        Path parent = path.getParent();
        file = path.toString();
        name = last == null ? file : last.toString();
        folder = parent == null || !path.isAbsolute()
                ? ""
                : parent + path.getFileSystem().getSeparator();
    }

    /** The JSON of a tree, in which texts name a stream's file, and what lies beside it, from its folder. */
    public static String text(ObjectNode root, String stream) {
        shorten(root, stream);
        return PrettyJson.text(root);
    }

    /** Makes the texts of a tree name them so. */
    public static void shorten(ObjectNode root, String stream) {
        replace(root, to(stream));
    }

    /** Makes a text name them so. */
    static UnaryOperator<String> to(String stream) {
        return new RelativePaths(stream)::of;
    }

    /** A text that names them so. */
    public static String text(String text, String stream) {
        return new RelativePaths(stream).of(text);
    }

    private String of(String text) {
        String relative = named(text);
        return folder.isEmpty() ? relative : relative.replace(folder, "");
    }

    /** The text with the file's own name where it stands whole, and not at the end of a longer path. */
    private String named(String text) {
        if (file.equals(name) || !text.contains(file)) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf(file); at >= 0; at = text.indexOf(file, from)) {
            boolean whole = at == 0 || "/\\".indexOf(text.charAt(at - 1)) < 0;
            out.append(text, from, at).append(whole ? name : file);
            from = at + file.length();
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Changes each text of a tree, but no key. */
    static void replace(JsonNode node, UnaryOperator<String> texts) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(entry -> entry.setValue(replaced(entry.getValue(), texts)));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, replaced(array.get(i), texts));
            }
        }
    }

    private static JsonNode replaced(JsonNode node, UnaryOperator<String> texts) {
        if (node instanceof StringNode text) {
            return StringNode.valueOf(texts.apply(text.stringValue()));
        }
        replace(node, texts);
        return node;
    }
}
