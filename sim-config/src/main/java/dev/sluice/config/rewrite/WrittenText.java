// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.rewrite;

import dev.sluice.config.source.Position;
import dev.sluice.config.source.SourceReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The characters of a YAML or JSON file, its lines, and where the nodes that are written in it begin and end. */
final class WrittenText {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setCodePointLimit(SourceReader.MAX_BYTES)
            .setAllowDuplicateKeys(true)
            .build();

    private final String file;
    private final String all;
    private final boolean json;
    private final List<Integer> lineStarts = new ArrayList<>();
    /** The index of each code point, which marks count; null where each is one character. */
    private final int @Nullable [] codePoints;

    WrittenText(String file, String all, boolean json) {
        this.file = file;
        this.all = all;
        this.json = json;
        this.codePoints = all.chars().anyMatch(c -> Character.isSurrogate((char) c)) ? codePoints(all) : null;
        lineStarts.add(0);
        for (int i = 0; i < all.length(); i++) {
            char c = all.charAt(i);
            if (c == '\n' || (c == '\r' && (i + 1 == all.length() || all.charAt(i + 1) != '\n'))) {
                lineStarts.add(i + 1);
            }
        }
    }

    private static int[] codePoints(String all) {
        int[] index = new int[all.codePointCount(0, all.length()) + 1];
        for (int i = 1; i < index.length; i++) {
            index[i] = all.offsetByCodePoints(index[i - 1], 1);
        }
        return index;
    }

    /** The root of what is written, which is YAML even if it is JSON. */
    Optional<Node> root() {
        // between the tokens of JSON tabs may stand where YAML wants spaces; within its texts none can
        return new Compose(SETTINGS).composeString(json ? all.replace('\t', ' ') : all);
    }

    String all() {
        return all;
    }

    boolean json() {
        return json;
    }

    /** The characters from {@code start} to before {@code end}. */
    String slice(int start, int end) {
        return all.substring(start, end);
    }

    char at(int index) {
        return index < all.length() ? all.charAt(index) : '\0';
    }

    /** The index of a node's first character, of its anchor if it has one. */
    int start(Node node) {
        return index(node.getStartMark());
    }

    /** The index after a node's last character; for a block that of the last node in it, as its mark is the next token. */
    int end(Node node) {
        int end = index(node.getEndMark());
        if (node instanceof CollectionNode<?> block && block.getFlowStyle() == FlowStyle.BLOCK) {
            return parts(block)
                    .filter(part -> inside(part, node))
                    .mapToInt(this::end)
                    .max()
                    .orElse(end);
        }
        // the mark of a literal is the next token as well
        while (end > 0 && all.charAt(end - 1) <= ' ') {
            end--;
        }
        return end;
    }

    /** Whether a node is written within another one, and not elsewhere with an alias here. */
    boolean inside(Node part, Node whole) {
        return start(part) >= start(whole) && index(part.getEndMark()) <= index(whole.getEndMark());
    }

    /** The nodes in a node, in order. */
    static Stream<Node> parts(Node node) {
        if (node instanceof MappingNode map) {
            return map.getValue().stream().flatMap(entry -> Stream.of(entry.getKeyNode(), entry.getValueNode()));
        }
        return node instanceof SequenceNode list ? list.getValue().stream() : Stream.empty();
    }

    /** Whether a node or one in it may be meant elsewhere as well. */
    boolean anchored(Node node) {
        return node.getAnchor().isPresent() || parts(node).anyMatch(part -> inside(part, node) && anchored(part));
    }

    private int index(Optional<Mark> mark) {
        int index = mark.orElseThrow().getIndex();
        return codePoints == null ? index : codePoints[index];
    }

    /** The place of a node as messages give it; columns count characters, in YAML those beyond 16 bits as one. */
    Position position(Node node) {
        Mark mark = node.getStartMark().orElseThrow();
        int index = start(node);
        return json
                ? new Position(file, lineOf(index) + 1, index - lineStart(lineOf(index)) + 1)
                : new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** The entry of a mapping under a key; null where there is none. */
    static @Nullable NodeTuple entry(MappingNode map, String key) {
        return map.getValue().stream()
                .filter(entry -> key(entry).equals(key))
                .findFirst()
                .orElse(null);
    }

    /** The value of a mapping under a key; null where there is none. */
    static @Nullable Node value(MappingNode map, String key) {
        NodeTuple entry = entry(map, key);
        return entry == null ? null : entry.getValueNode();
    }

    /** The key of an entry. */
    static String key(NodeTuple entry) {
        return entry.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
    }

    int lines() {
        return lineStarts.size();
    }

    /** The index of a line's first character, from line 0; the text's length after the last line. */
    int lineStart(int line) {
        return line < lineStarts.size() ? lineStarts.get(line) : all.length();
    }

    /** The line of an index, from 0. */
    int lineOf(int index) {
        int place = Collections.binarySearch(lineStarts, index);
        return place < 0 ? -place - 2 : place;
    }

    /** The index of the line break that ends a line, or of the end of the text. */
    int lineEnd(int line) {
        int end = lineStart(line + 1);
        while (end > lineStart(line) && (all.charAt(end - 1) == '\n' || all.charAt(end - 1) == '\r')) {
            end--;
        }
        return end;
    }

    /** How many spaces a line begins with. */
    int indent(int line) {
        int at = lineStart(line);
        while (at(at) == ' ') {
            at++;
        }
        return at - lineStart(line);
    }

    /** Whether nothing stands in a line. */
    boolean blank(int line) {
        return slice(lineStart(line), lineEnd(line)).isBlank();
    }

    /** The line break that the text uses. */
    String lineBreak() {
        int first = all.indexOf('\n');
        return first > 0 && all.charAt(first - 1) == '\r' ? "\r\n" : "\n";
    }
}
