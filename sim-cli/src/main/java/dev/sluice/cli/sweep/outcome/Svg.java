// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.config.WrittenOut;

/** Builds one drawing; colours are classes, which the page's style sheet gives in light and dark. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title) {
        text.append("<svg viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\" width=\"")
                .append(width);
        text.append("\" height=\"")
                .append(height)
                .append("\" role=\"img\" aria-label=\"")
                .append(escaped(title))
                .append("\">\n");
    }

    /** A text as it stands in markup, which has no control characters: they are written out. */
    static String escaped(String text) {
        return WrittenOut.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A coordinate, to a tenth of a pixel. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        String text = Long.toString(Math.abs(tenths) / 10);
        long rest = Math.abs(tenths) % 10;
        return (tenths < 0 ? "-" : "") + text + (rest == 0 ? "" : "." + rest);
    }

    /** A line. */
    Svg line(String style, double x1, double y1, double x2, double y2) {
        text.append("<line class=\"")
                .append(style)
                .append("\" x1=\"")
                .append(number(x1))
                .append("\" y1=\"")
                .append(number(y1));
        text.append("\" x2=\"")
                .append(number(x2))
                .append("\" y2=\"")
                .append(number(y2))
                .append("\"/>\n");
        return this;
    }

    /** A text; {@code anchor} is {@code start}, {@code middle} or {@code end}. */
    Svg label(String style, double x, double y, String anchor, String words) {
        return label(style, x, y, anchor, words, "");
    }

    /** A text that is turned to read upwards. */
    Svg upwards(String style, double x, double y, String words) {
        return label(style, x, y, "middle", words, " transform=\"rotate(-90 " + number(x) + ' ' + number(y) + ")\"");
    }

    /** A text that hangs from its end, turned by half a right angle. */
    Svg slanting(String style, double x, double y, String words) {
        return label(style, x, y, "end", words, " transform=\"rotate(-35 " + number(x) + ' ' + number(y) + ")\"");
    }

    private Svg label(String style, double x, double y, String anchor, String words, String more) {
        text.append("<text class=\"")
                .append(style)
                .append("\" x=\"")
                .append(number(x))
                .append("\" y=\"")
                .append(number(y));
        text.append("\" text-anchor=\"")
                .append(anchor)
                .append('"')
                .append(more)
                .append('>')
                .append(escaped(words));
        text.append("</text>\n");
        return this;
    }

    /** A dot with what it says when one points at it. */
    Svg dot(String style, double x, double y, double radius, String tip) {
        text.append("<circle class=\"")
                .append(style)
                .append("\" cx=\"")
                .append(number(x))
                .append("\" cy=\"")
                .append(number(y));
        text.append("\" r=\"")
                .append(number(radius))
                .append("\"><title>")
                .append(escaped(tip))
                .append("</title></circle>\n");
        return this;
    }

    /** A box with what it says when one points at it; {@code fill} is a colour, or empty for that of the style. */
    Svg box(String style, double x, double y, double width, double height, String fill, String tip) {
        text.append("<rect class=\"")
                .append(style)
                .append("\" x=\"")
                .append(number(x))
                .append("\" y=\"")
                .append(number(y));
        text.append("\" width=\"")
                .append(number(width))
                .append("\" height=\"")
                .append(number(height))
                .append('"');
        text.append(fill.isEmpty() ? "" : " fill=\"" + fill + '"');
        text.append(tip.isEmpty() ? "/>\n" : "><title>" + escaped(tip) + "</title></rect>\n");
        return this;
    }

    /** A line through points, given as {@code x,y x,y}. */
    Svg path(String style, String points) {
        text.append("<polyline class=\"")
                .append(style)
                .append("\" points=\"")
                .append(points.strip())
                .append("\"/>\n");
        return this;
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
