// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of reports made to fit a width: broken between words, under where their text begins. */
final class Fitting {
    /** A label of one or two words, and the gap behind it. */
    private static final Pattern LABEL = Pattern.compile("^ *\\S+(?: \\S+)? {2,}(?=\\S)");

    /** What follows a gap at the end of a line: a comment, or the place in a file that the line is about. */
    private static final Pattern COMMENT = Pattern.compile(" {3}((?:\u001b\\[[0-9;]*m)*)# ");

    private static final Pattern WORD = Pattern.compile(" *\\S* *");

    private static final Pattern PLACE = Pattern.compile(" {2,}\\S+/\\S+$");

    private static final int FARTHEST = 30;
    private static final int STEP = 2;

    private final int width;

    Fitting(int width) {
        this.width = width;
    }

    /** Every line of a text. */
    String text(String text) {
        return text.lines().flatMap(line -> lines(line).stream()).collect(Collectors.joining("\n"))
                + (text.endsWith("\n") ? "\n" : "");
    }

    private List<String> lines(String line) {
        if (Painted.length(line) <= width) {
            return List.of(line);
        }
        Matcher comment = COMMENT.matcher(line);
        // a comment that is all there is stays behind its label
        if (comment.find()
                && !WORD.matcher(Painted.plain(line.substring(0, comment.start())))
                        .matches()) {
            return commented(line, comment);
        }
        String plain = Painted.plain(line);
        int indent = indent(plain);
        Matcher place = PLACE.matcher(plain);
        if (place.find() && place.start() > 0) {
            return placed(line, plain.substring(place.start()).strip(), indent);
        }
        return wrapped(line, indent);
    }

    private List<String> wrapped(String line, int indent) {
        int lead = line.length() - line.stripLeading().length();
        List<String> lines = new ArrayList<>();
        for (String part : Painted.wrap(line.substring(lead), width - lead, width - indent)) {
            lines.add(" ".repeat(lines.isEmpty() ? lead : indent) + part);
        }
        return lines;
    }

    /** A comment goes before what it is about, so that what is copied stays whole. */
    private List<String> commented(String line, Matcher comment) {
        String code = line.substring(0, comment.start());
        String words = line.substring(comment.start()).strip();
        int indent = begin(Painted.plain(code), 0);
        List<String> lines = new ArrayList<>();
        int head = code.stripTrailing().length()
                - code.substring(Math.min(indent, code.length())).length();
        // the label, if there is one, stands before the comment
        String label = code.substring(0, Math.max(0, head));
        for (String part : Painted.wrap(Painted.plain(words).substring(2), width - indent - 2, width - indent - 2)) {
            lines.add((lines.isEmpty() ? label : " ".repeat(indent)) + "# " + part);
        }
        lines.addAll(lines(" ".repeat(indent) + code.substring(Math.max(0, head))));
        return lines;
    }

    /** A place in a file has a line of its own; where even that is too short, folders in its middle are left out. */
    private List<String> placed(String line, String place, int indent) {
        int at = line.lastIndexOf(place);
        String before = line.substring(0, at).stripTrailing();
        String after = line.substring(at + place.length());
        // colours that begin right before the place belong to it
        int colours = before.length();
        Matcher escape = Pattern.compile("(\u001b\\[[0-9;]*m)+$").matcher(line.substring(0, at));
        String paint = escape.find() ? escape.group() : "";
        if (!paint.isEmpty()) {
            colours = line.substring(0, at - paint.length()).stripTrailing().length();
        }
        List<String> lines = new ArrayList<>(lines(line.substring(0, colours).stripTrailing()));
        lines.add(" ".repeat(indent) + paint.strip() + Text.shortPath(place, width - indent) + after);
        return lines;
    }

    /** Where the text of a line goes on. */
    private static int indent(String plain) {
        int begin = begin(plain, STEP);
        return plain.startsWith("- ", begin) ? begin + STEP : begin;
    }

    /** Where the text of a line begins, behind a label; of one without a label, so much further than the line. */
    private static int begin(String plain, int step) {
        Matcher label = LABEL.matcher(plain);
        int lead = plain.length() - plain.stripLeading().length();
        return label.find() && label.end() <= FARTHEST ? label.end() : lead + step;
    }
}
