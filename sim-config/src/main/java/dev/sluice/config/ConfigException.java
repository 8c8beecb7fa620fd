// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import java.util.List;

/**
 * Bad input: a file that cannot be read, said in one line as {@code file:line:col: message}.
 *
 * <p>Lines and columns count from 1; a line of 0 means that the file as a whole is meant, and the message is then
 * {@code file: message}. A reader that found several faults throws the first one and hands the rest over in
 * {@link #others()}.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;
    private final int column;
    private final String problem;
    private final boolean unreadable;
    private final transient List<ConfigException> others;

    /** The longest problem that is told in full: names and values of a file can be of any length. */
    private static final int LONGEST = 4000;

    private static final int SHOWN = 500;

    /** A fault of a whole file. */
    public ConfigException(String file, String problem) {
        this(file, 0, 0, problem);
    }

    /** A fault at a line and column, both counted from 1. */
    public ConfigException(String file, int line, int column, String problem) {
        this(file, line, column, problem, List.of());
    }

    /** A fault at a line and column, with the file's further faults. */
    public ConfigException(String file, int line, int column, String problem, List<ConfigException> others) {
        this(file, line, column, List.copyOf(others), oneLine(problem), false);
    }

    private ConfigException(
            String file, int line, int column, List<ConfigException> others, String problem, boolean unreadable) {
        super(text(file, line, column, problem));
        this.file = file;
        this.line = line;
        this.column = column;
        this.problem = problem;
        this.unreadable = unreadable;
        this.others = others;
    }

    /** A file that the system does not hand over: nothing can be said of what is in it. */
    public static ConfigException unreadable(String file, String problem) {
        return new ConfigException(file, 0, 0, List.of(), oneLine(problem), true);
    }

    /** The first of several faults, carrying the rest. */
    public static ConfigException of(List<ConfigException> faults) {
        ConfigException first = faults.get(0);
        return new ConfigException(
                first.file, first.line, first.column, first.problem, faults.subList(1, faults.size()));
    }

    /** The file's name as the user gave it. */
    public String file() {
        return file;
    }

    /** The line, from 1; 0 when the whole file is meant. */
    public int line() {
        return line;
    }

    /** The column, from 1; 0 when the whole file is meant. */
    public int column() {
        return column;
    }

    /** What is wrong, without the position. */
    public String problem() {
        return problem;
    }

    /** Whether it is the system that does not hand the file over: then nothing was judged, and nothing is to be made of it. */
    public boolean unreadable() {
        return unreadable;
    }

    /** Further faults of the same file, in the order in which they were found. */
    public List<ConfigException> others() {
        return others == null ? List.of() : others;
    }

    private static String text(String file, int line, int column, String problem) {
        String named = WrittenOut.of(file); // names of files may have ends of lines, too
        return line == 0 ? named + ": " + problem : named + ":" + line + ":" + column + ": " + problem;
    }

    /** A text on one line, control characters written out, without the middle of what is longer than anybody reads. */
    private static String oneLine(String text) {
        String whole = text.strip();
        StringBuilder line = new StringBuilder();
        int gap = -1;
        boolean breaks = false;
        for (int i = 0; i < whole.length(); i++) {
            char c = whole.charAt(i);
            if (Character.isWhitespace(c)) {
                gap = gap < 0 ? i : gap;
                breaks |= c == '\n' || c == '\r';
                continue;
            }
            if (gap >= 0) {
                line.append(breaks ? " " : whole.substring(gap, i));
                gap = -1;
                breaks = false;
            }
            line.append(c);
        }
        String shown = WrittenOut.of(line.toString(), control -> control == '\t');
        return shown.length() <= LONGEST
                ? shown
                : shown.substring(0, SHOWN) + " [...] " + shown.substring(shown.length() - SHOWN);
    }
}
