// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import org.jspecify.annotations.Nullable;

/**
 * What may stand before the content of a YAML node: an anchor ({@code &name}) and a tag ({@code !!str}).
 *
 * @param anchor the anchor's name
 * @param end index of the content behind them
 */
record NodeProperties(@Nullable String anchor, int end) {
    private static final String FLOW = ",[]{}";

    /** The properties of the node that begins at {@code start}; what begins with neither sign has none. */
    static NodeProperties at(String text, int start) {
        String anchor = null;
        int at = start;
        while (at < text.length() && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
            int end = wordEnd(text, at);
            if (text.charAt(at) == '&') {
                anchor = text.substring(at + 1, end);
            }
            at = contentAfter(text, end);
        }
        return new NodeProperties(anchor, at);
    }

    private static int wordEnd(String text, int start) {
        int end = start + 1;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && FLOW.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** The index of what is neither blank nor comment. */
    private static int contentAfter(String text, int from) {
        int at = from;
        boolean comment = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                comment = true;
            } else if (c == '\n' || c == '\r') {
                comment = false;
            } else if (!comment && !Character.isWhitespace(c)) {
                break;
            }
            at++;
        }
        return at;
    }
}
