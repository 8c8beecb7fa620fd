// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import dev.sluice.config.ConfigException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;

/** What the YAML parser says about a text, in the words of somebody who wrote it: the parser's own are those of its grammar. */
final class YamlProblem {
    private static final Pattern FOUND = Pattern.compile("expected .*, but (?:found|got) '?(.+?)'?");
    private static final Pattern NO_START = Pattern.compile("found character '(.*)' that cannot start any token\\..*");
    private static final Pattern ESCAPE = Pattern.compile("found unknown escape character (.).*");
    private static final int SHOWN = 40;

    private static final Map<String, String> TOKENS = Map.ofEntries(
            Map.entry("<alias>", "an alias"),
            Map.entry("<anchor>", "an anchor"),
            Map.entry("<block end>", "the end of what is indented"),
            Map.entry("<block mapping start>", "a mapping"),
            Map.entry("<block sequence start>", "a list"),
            Map.entry("<directive>", "a directive"),
            Map.entry("<document end>", "'...'"),
            Map.entry("<document start>", "'---'"),
            Map.entry("<scalar>", "a text"),
            Map.entry("<stream end>", "the end of the file"),
            Map.entry("<tag>", "a tag"),
            Map.entry("?", "a key"),
            Map.entry("-", "an item of a list"));

    private final SourceText source;
    private final String problem;
    private final String context;
    private final @Nullable Mark at;
    private final @Nullable Mark began;

    private YamlProblem(SourceText source, MarkedYamlEngineException e) {
        this.source = source;
        problem = e.getProblem() == null ? "" : e.getProblem();
        context = e.getContext() == null ? "" : e.getContext();
        began = e.getContextMark().orElse(null);
        at = e.getProblemMark().orElse(began);
    }

    /** What to say of a character that YAML does not have. */
    static ConfigException of(SourceText source, ReaderException e) {
        String isUtf16 = e.getCodePoint() == 0 ? "; a file in UTF-16 has many: save it as UTF-8" : "";
        return source.positionOf(source.index(e.getPosition()))
                .error(String.format("the character U+%04X is not allowed in YAML%s", e.getCodePoint(), isUtf16));
    }

    /** What to say of a fault of the text. */
    static ConfigException of(SourceText source, MarkedYamlEngineException e) {
        return new YamlProblem(source, e).translated();
    }

    private ConfigException translated() {
        if (at == null) {
            return new ConfigException(source.file(), "YAML: " + problem);
        }
        Position blank = source.strangeIndentation(at.getLine() + 1);
        if (blank != null) {
            return blank.error("YAML: this character looks like a space and is none; indent with spaces");
        }
        if (began != null && problem.equals("could not find expected ':'")) {
            return error(
                    began,
                    "expected ': ' after '" + restOfLine(began)
                            + "'; lines of a longer text are indented more than its key");
        }
        if (began != null && problem.equals("found unexpected end of stream") && context.contains("quoted")) {
            return error(began, "this quotation mark is never closed");
        }
        return error(at, said(at));
    }

    private String said(Mark place) {
        Matcher noStart = NO_START.matcher(problem);
        if (noStart.matches()) {
            if (noStart.group(1).contains("TAB")) {
                return "a tab cannot " + (isIndentation(place) ? "indent" : "stand here") + "; use spaces";
            }
            return "nothing begins with '" + noStart.group(1) + "'; put a text that does in quotes";
        }
        Matcher escape = ESCAPE.matcher(problem);
        if (escape.matches()) {
            return "unknown escape '\\" + escape.group(1) + "'; between single quotes a backslash stands for itself";
        }
        return switch (problem) {
            case "mapping values are not allowed here" ->
                "no ':' can stand here; a text that has one goes in quotes, and a key is indented like those beside it";
            case "sequence entries are not allowed here" ->
                "no item of a list can stand here; begin the list on a line of its own";
            default -> unexpected(place);
        };
    }

    private String unexpected(Mark place) {
        Matcher found = FOUND.matcher(problem);
        if (!found.matches()) {
            return problem + (context.isEmpty() ? "" : " " + context + since());
        }
        String token = found.group(1);
        String what = TOKENS.getOrDefault(token, "'" + token + "'");
        if (began == null || !problem.startsWith("expected <block end>")) {
            return problem.startsWith("expected the node content")
                    ? "expected a value, found " + what
                    : problem.startsWith("expected ',' or ")
                            ? problem.substring(0, "expected ',' or '?'".length()) + ", found " + what
                                    + (began == null
                                            ? ""
                                            : ", after the '" + (problem.contains("]") ? "[" : "{") + "' of line "
                                                    + (began.getLine() + 1))
                            : problem + (context.isEmpty() ? "" : " " + context + since());
        }
        String block = context.endsWith("mapping") ? "mapping" : "list";
        String begins = "the " + block + " that begins on line " + (began.getLine() + 1);
        if (isIndentation(place) && place.getColumn() != began.getColumn()) {
            return "this line is indented by " + place.getColumn() + ", and " + begins + " by " + began.getColumn();
        }
        return what + " cannot stand here, in " + begins;
    }

    private String since() {
        return began == null ? "" : " that starts on line " + (began.getLine() + 1);
    }

    private boolean isIndentation(Mark mark) {
        return source.line(mark.getLine() + 1)
                .codePoints()
                .limit(mark.getColumn())
                .allMatch(Character::isWhitespace);
    }

    private String restOfLine(Mark mark) {
        String line = source.line(mark.getLine() + 1);
        String rest =
                line.substring(line.offsetByCodePoints(0, mark.getColumn())).strip();
        return rest.length() <= SHOWN ? rest : rest.substring(0, rest.offsetByCodePoints(0, SHOWN / 2)) + "...";
    }

    private ConfigException error(Mark mark, String message) {
        return new ConfigException(source.file(), mark.getLine() + 1, mark.getColumn() + 1, "YAML: " + message);
    }
}
