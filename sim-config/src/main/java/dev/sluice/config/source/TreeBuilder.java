// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Turns Jackson's tokens into a tree: one document, once. */
final class TreeBuilder {
    // depth is held by the builder, whose message has a position; size was checked before
    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(SourceReader.MAX_DEPTH + 8)
            .maxStringLength(SourceReader.MAX_BYTES)
            .maxNameLength(SourceReader.MAX_BYTES)
            .maxNumberLength(1000)
            .build();
    private static final TokenStreamFactory JSON = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final int BUFFER = 1024;
    private static final String CORE = "tag:yaml.org,2002:";
    /** The tags of YAML's core schema, and the sign alone, which Jackson leaves out. */
    private static final Set<String> TAGS = Set.of(
            "", CORE + "str", CORE + "int", CORE + "float", CORE + "bool", CORE + "null", CORE + "map", CORE + "seq");

    private final SourceText source;
    private final boolean json;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private long nodes;
    private boolean aliased;
    /** Where the token begins that was read last, or where reading ended. */
    private Position reached;
    /** Depth of the subtree that was built last. */
    private int height;

    private record Anchored(Node node, long nodes, int height) {}

    /**
     * Reads YAML with room for the longest line. The engine moves all it has looked at of a token each time it has to read on,
     * so that with less room a long comment or text would take quadratic time.
     */
    private static TokenStreamFactory yaml(SourceText source) {
        return YAMLFactory.builder()
                .streamReadConstraints(CONSTRAINTS)
                .disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .loadSettings(LoadSettings.builder()
                        .setCodePointLimit(SourceReader.MAX_BYTES)
                        .setAllowDuplicateKeys(true)
                        .setBufferSize(Math.max(BUFFER, source.longestLine() + 1))
                        .build())
                .build();
    }

    TreeBuilder(SourceText source, boolean json) {
        this.source = source;
        this.json = json;
        reached = new Position(source.file(), 1, 1);
    }

    Node build() {
        try (JsonParser parser = (json ? JSON : yaml(source))
                .createParser(ObjectReadContext.empty(), new WholeCharacters(source.text()))) {
            return document(parser);
        } catch (JacksonException e) {
            throw translated(e);
        }
    }

    private Node document(JsonParser parser) {
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new ConfigException(source.file(), "the file holds no value");
            }
            Node root = node(parser, first, 1);
            JsonToken more = parser.nextToken();
            if (more != null) {
                throw position(parser)
                        .error(
                                json
                                        ? JsonProblem.MORE_TEXT
                                        : "a second document starts here; one file holds one document");
            }
            return root;
        } catch (StreamConstraintsException e) {
            // it has no place of its own
            reached = position(parser.currentLocation());
            throw e;
        }
    }

    private Node node(JsonParser parser, JsonToken token, int depth) {
        Position at = position(parser);
        if (depth > SourceReader.MAX_DEPTH) {
            throw tooDeep(at);
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            return alias(parser.getString(), at, depth);
        }
        if (parser instanceof YAMLParser yaml) {
            checkTag(yaml.getTypeId(), at);
        }
        int start = json ? 0 : source.index(parser.currentTokenLocation().getCharOffset());
        String anchor = json ? null : anchor(parser, token, start);
        long before = nodes;
        nodes++;
        checkCount(at);
        height = 1;
        Node node = switch (token) {
            case START_OBJECT -> map(parser, at, depth);
            case START_ARRAY -> list(parser, at, depth);
            default -> scalar(parser, token, at, start);
        };
        if (anchor != null) {
            anchors.put(anchor, new Anchored(node, nodes - before, height));
        }
        return node;
    }

    private MapNode map(JsonParser parser, Position at, int depth) {
        Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
        int highest = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            Position keyAt = position(parser);
            MapNode.Entry earlier = entries.get(key);
            if (earlier != null) {
                throw keyAt.error("duplicate key '" + key + "', first given on line "
                        + earlier.keyPosition().line());
            }
            Node value = node(parser, parser.nextToken(), depth + 1);
            highest = Math.max(highest, height);
            entries.put(key, new MapNode.Entry(key, keyAt, value));
        }
        height = highest + 1;
        return new MapNode(at, entries);
    }

    private ListNode list(JsonParser parser, Position at, int depth) {
        List<Node> items = new ArrayList<>();
        int highest = 0;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(parser, token, depth + 1));
            highest = Math.max(highest, height);
        }
        height = highest + 1;
        return new ListNode(at, items);
    }

    /** Refuses a tag but those of the core schema, which say what a value is: what another one would mean is not known. */
    private static void checkTag(@Nullable String tag, Position at) {
        if (tag == null || TAGS.contains(tag)) {
            return;
        }
        // Jackson leaves out the sign before a tag of somebody's own
        String written =
                tag.startsWith(CORE) ? "!!" + tag.substring(CORE.length()) : tag.contains(":") ? tag : "!" + tag;
        throw at.error("the tag '" + written + "' means nothing here; leave it out");
    }

    /** The anchor of the node that begins here, or null. Jackson tells only those of mappings and lists. */
    private @Nullable String anchor(JsonParser parser, JsonToken token, int start) {
        return token.isScalarValue() ? NodeProperties.at(source.text(), start).anchor() : (String) parser.getObjectId();
    }

    private ScalarNode scalar(JsonParser parser, JsonToken token, Position at, int start) {
        ScalarNode.Kind kind = switch (token) {
            case VALUE_NUMBER_INT -> ScalarNode.Kind.INTEGER;
            case VALUE_NUMBER_FLOAT -> ScalarNode.Kind.DECIMAL;
            case VALUE_TRUE, VALUE_FALSE -> ScalarNode.Kind.BOOLEAN;
            case VALUE_NULL -> ScalarNode.Kind.NULL;
            default -> ScalarNode.Kind.TEXT;
        };
        String text = kind == ScalarNode.Kind.NULL ? "" : parser.getString();
        return new ScalarNode(at, kind, text == null ? "" : text, json ? null : literalStart(at, start));
    }

    /** Where the text of a literal block begins that is the scalar at {@code at}; null for other scalars. */
    private @Nullable Position literalStart(Position at, int start) {
        String text = source.text();
        int header = NodeProperties.at(text, start).end();
        if (header >= text.length() || text.charAt(header) != '|') {
            return null;
        }
        int line = header == start ? at.line() : source.positionOf(header).line();
        for (int next = source.nextLine(header); next < text.length(); next = source.nextLine(next)) {
            int indent = 0;
            while (next + indent < text.length() && text.charAt(next + indent) == ' ') {
                indent++;
            }
            boolean blank = next + indent >= text.length()
                    || text.charAt(next + indent) == '\n'
                    || text.charAt(next + indent) == '\r';
            if (!blank) {
                return new Position(source.file(), line + 1, indent + 1);
            }
        }
        return new Position(source.file(), line + 1, 1);
    }

    private Node alias(String name, Position at, int depth) {
        Anchored target = anchors.get(name);
        if (target == null) {
            throw at.error("alias *" + name + " has no finished anchor &" + name + " before it");
        }
        aliased = true;
        nodes += target.nodes;
        checkCount(at);
        if (depth + target.height - 1 > SourceReader.MAX_DEPTH) {
            throw tooDeep(at);
        }
        height = target.height;
        return target.node;
    }

    private void checkCount(Position at) {
        if (nodes > SourceReader.MAX_NODES) {
            throw at.error(
                    aliased
                            ? "the aliases of this file unfold to more than " + SourceReader.MAX_NODES + " values"
                            : "more than " + SourceReader.MAX_NODES + " values; keep large data in a file of its own");
        }
    }

    private static ConfigException tooDeep(Position at) {
        return at.error("nested deeper than " + SourceReader.MAX_DEPTH + " levels");
    }

    private Position position(JsonParser parser) {
        reached = position(parser.currentTokenLocation());
        return reached;
    }

    private Position position(TokenStreamLocation at) {
        return new Position(source.file(), Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private ConfigException translated(JacksonException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYamlEngineException marked) {
                return YamlProblem.of(source, marked);
            }
            if (cause instanceof ReaderException special) {
                return YamlProblem.of(source, special);
            }
            if (cause instanceof YamlVersionException other) {
                return reached.error("YAML: this text says that it is of version "
                        + other.getSpecVersion().getMajor() + "."
                        + other.getSpecVersion().getMinor()
                        + "; what is read is 1.2");
            }
        }
        TokenStreamLocation at = e.getLocation();
        String problem = (json ? "JSON: " : "YAML: ") + JsonProblem.of(e);
        return at == null || at.getLineNr() < 1
                ? reached.error(problem)
                : new ConfigException(source.file(), at.getLineNr(), Math.max(1, at.getColumnNr()), problem);
    }
}
