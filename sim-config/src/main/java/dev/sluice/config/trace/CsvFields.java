// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import java.util.Arrays;
import java.util.List;

/** The fields of the current line of a trace in CSV, by column. */
final class CsvFields {

    /** No field. */
    static final int NOT_THERE = -1;

    private final TraceLines lines;
    private final int[] fieldOf = new int[CsvColumn.values().length];
    private int fields;
    /** How many columns the first line names, those that nobody reads too. */
    private int columns;
    /** Where each field of the line begins and ends. */
    private int[] from = new int[16];

    private int[] to = new int[16];

    CsvFields(TraceLines lines) {
        this.lines = lines;
        Arrays.fill(fieldOf, NOT_THERE);
    }

    /** Whether the trace has a column. */
    boolean has(CsvColumn column) {
        return fieldOf[column.ordinal()] != NOT_THERE;
    }

    /** Where a field begins in the line. */
    int from(int field) {
        return from[field];
    }

    /** Where it ends. */
    int to(int field) {
        return to[field];
    }

    /** Takes the line for the one that names the columns. */
    void header() {
        for (int i = 0; i < lines.length(); i++) {
            if (lines.at(i) == '\r') { // the whole file would be the line that names the columns
                throw lines.fault(i + 1, "lines end with carriage returns alone; they must end with line feeds");
            }
        }
        split();
        columns = fields;
        for (int i = 0; i < fields; i++) {
            CsvColumn column = CsvColumn.of(lines.text(from[i], to[i]));
            if (column != null) {
                if (fieldOf[column.ordinal()] != NOT_THERE) {
                    throw lines.fault(from[i] + 1, "there are two columns '" + column.key() + "'");
                }
                fieldOf[column.ordinal()] = i;
            }
        }
        boolean address = has(CsvColumn.ADDRESS);
        boolean device = has(CsvColumn.DEVICE_ADDRESS);
        if (!address && !device) {
            throw withoutAddress();
        }
        if (address && device) {
            throw lines.fault(1, "there are columns 'address' and 'device_address'; a trace has one of them");
        }
    }

    /** What to say of a first line that names no address: other programs divide fields otherwise, and names are misspelled. */
    private ConfigException withoutAddress() {
        for (int i = 0; i < lines.length(); i++) {
            if (fields == 1 && (lines.at(i) == ';' || lines.at(i) == '\t')) {
                return lines.fault(i + 1, (lines.at(i) == ';' ? "';'" : "a tab") + " divides no fields; commas do");
            }
        }
        for (int i = 0; i < fields; i++) {
            String name = lines.text(from[i], to[i]);
            String hint = Nearest.hint(name, List.of(CsvColumn.ADDRESS.key()));
            if (hint.contains("did you mean")) {
                return lines.fault(from[i] + 1, "no column is called '" + name + "'" + hint);
            }
        }
        return lines.fault(
                1,
                "no column is called 'address'; the first line names the columns, such as time,unit,kind,address,size");
    }

    /** Finds the fields of a line under the first one: what stands beyond the columns would be lost, or the fields are shifted. */
    void row() {
        split();
        for (int i = columns; i < fields; i++) {
            if (from[i] < to[i]) {
                throw lines.fault(
                        from[i] + 1,
                        "this is field " + (i + 1) + ", and the first line names " + columns + " "
                                + (columns == 1 ? "column" : "columns"));
            }
        }
    }

    /** Finds the fields of the line, without blanks and quotes around them. */
    private void split() {
        fields = 0;
        int at = 0;
        int length = lines.length();
        while (at <= length) {
            if (fields == from.length) {
                from = Arrays.copyOf(from, fields * 2);
                to = Arrays.copyOf(to, fields * 2);
            }
            int begin = at;
            boolean quoted = false;
            while (at < length && (quoted || lines.at(at) != ',')) {
                quoted ^= lines.at(at) == '"';
                at++;
            }
            if (quoted) {
                throw lines.fault(begin + 1, "a quotation mark is opened and never closed");
            }
            int end = at;
            while (begin < end && blank(lines.at(begin))) {
                begin++;
            }
            while (end > begin && blank(lines.at(end - 1))) {
                end--;
            }
            from[fields] = begin;
            to[fields++] = end;
            at++;
        }
    }

    /** A field without blanks and quotes around it. */
    static String plain(String field) {
        int begin = 0;
        int end = field.length();
        while (begin < end && blank(field.charAt(begin))) {
            begin++;
        }
        while (end > begin && blank(field.charAt(end - 1))) {
            end--;
        }
        return field.substring(begin, end);
    }

    private static boolean blank(int value) {
        return value == ' ' || value == '\t' || value == '"';
    }

    /** The field of a column; {@link #NOT_THERE} if it is empty, or there is none. */
    int field(CsvColumn column) {
        int field = fieldOf[column.ordinal()];
        return field == NOT_THERE || field >= fields || from[field] == to[field] ? NOT_THERE : field;
    }

    /** A field's text; empty for one that is empty. */
    String text(CsvColumn column) {
        int field = field(column);
        return field == NOT_THERE ? "" : lines.text(from[field], to[field]);
    }

    /** A field's number, or a value for a field that is empty. */
    long number(CsvColumn column, long otherwise) {
        int field = field(column);
        return field == NOT_THERE ? otherwise : lines.number(from[field], to[field], "the " + column.key());
    }

    /** The same between two bounds. */
    int number(CsvColumn column, int otherwise, int least, int most) {
        long value = number(column, otherwise);
        if (value < least || value > most) {
            throw fault(
                    column,
                    "the " + column.key() + " " + Long.toUnsignedString(value) + " is not between " + least + " and "
                            + most);
        }
        return (int) value;
    }

    /** A fault of a field. */
    ConfigException fault(CsvColumn column, String problem) {
        int field = field(column);
        return lines.fault(field == NOT_THERE ? Math.max(1, lines.length()) : from[field] + 1, problem);
    }
}
