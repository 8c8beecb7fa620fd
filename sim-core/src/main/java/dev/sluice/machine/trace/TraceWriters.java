// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote the bytes of an access: the column {@code writers}.
 *
 * <p>Runs of bytes of one writer, each its number and how many bytes ({@code 3*16 4*16}); the last goes on to the access's end,
 * so that {@code 3} is one writer of all. Nobody is 0. Bytes of a compressed tile, and of metadata, stand for those of a tile:
 * such a run is {@code (FORM:RUNS)*BYTES}, where lists of another form are others.
 */
public record TraceWriters(List<Run> runs) {

    /** The largest number of a writer. */
    public static final int MOST = (1 << 30) - 1;
    /** The most bytes that a list stands for. */
    public static final int MOST_LISTED = 256;

    private static final int DEEPEST = 3;

    /**
     * Bytes of one writer.
     *
     * @param count how many; 0 for all that are left
     * @param writer 0 to {@link #MOST}; of no meaning with a list
     * @param form of the list
     * @param list whom each of the bytes stands for; null for those of a writer
     */
    public record Run(
            int count, int writer, int form, @Nullable TraceWriters list) {}

    public TraceWriters {
        runs = List.copyOf(runs);
    }

    /** All bytes are of one. */
    public static TraceWriters one(int writer) {
        return new TraceWriters(List.of(new Run(0, writer, 0, null)));
    }

    /** The first writer, or 0 if that is a list. */
    public int first() {
        return runs.get(0).list() == null ? runs.get(0).writer() : 0;
    }

    /**
     * Reads the text of the column.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static TraceWriters of(String text) {
        Reader reader = new Reader(text);
        TraceWriters writers = reader.runs(0);
        if (reader.at < text.length()) {
            throw new IllegalArgumentException("'" + text.charAt(reader.at) + "' at " + (reader.at + 1));
        }
        return writers;
    }

    /** Appends the text of the column. */
    public void appendTo(StringBuilder to) {
        String before = "";
        for (Run run : runs) {
            to.append(before);
            TraceWriters list = run.list();
            if (list == null) {
                to.append(run.writer());
            } else {
                to.append('(').append(run.form()).append(':');
                list.appendTo(to);
                to.append(')');
            }
            if (run.count() > 0) {
                to.append('*').append(run.count());
            }
            before = " ";
        }
    }

    private static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        TraceWriters runs(int depth) {
            List<Run> runs = new ArrayList<>();
            long listed = 0;
            do {
                Run run = run(depth);
                listed += run.count();
                if (depth > 0 && (run.count() == 0 || listed > MOST_LISTED)) {
                    throw new IllegalArgumentException("a list is of 1 to " + MOST_LISTED + " bytes");
                }
                runs.add(run);
            } while (took(' '));
            return new TraceWriters(runs);
        }

        private Run run(int depth) {
            int form = 0;
            int writer = 0;
            TraceWriters list = null;
            if (took('(')) {
                if (depth == DEEPEST) {
                    throw new IllegalArgumentException("lists in lists in lists");
                }
                int sign = took('-') ? -1 : 1;
                form = sign * number();
                if (!took(':')) {
                    throw new IllegalArgumentException("a list without ':'");
                }
                list = runs(depth + 1);
                if (!took(')')) {
                    throw new IllegalArgumentException("a list without ')'");
                }
            } else {
                writer = number();
            }
            int count = 0;
            if (took('*')) {
                count = number();
                if (count == 0) {
                    throw new IllegalArgumentException("a run of no bytes");
                }
            }
            return new Run(count, writer, form, list);
        }

        private boolean took(char wanted) {
            if (at < text.length() && text.charAt(at) == wanted) {
                at++;
                return true;
            }
            return false;
        }

        private int number() {
            int begin = at;
            long value = 0;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && value <= MOST) {
                value = value * 10 + text.charAt(at++) - '0';
            }
            if (begin == at || value > MOST) {
                throw new IllegalArgumentException("no number up to " + MOST + " at " + (begin + 1));
            }
            return (int) value;
        }
    }
}
