// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.result.Counted;
import java.util.List;

/**
 * What Valgrind's tool Lackey prints with {@code --trace-mem=yes}: {@code I}, {@code L}, {@code S} and {@code M} lines with an
 * address in hexadecimal digits and a number of bytes (Valgrind User Manual, chapter "Lackey: an example tool").
 */
final class LackeyTrace implements AccessTrace {

    private final String name;
    private final TraceLines lines;
    private final TraceRecord modified = new TraceRecord();
    private boolean modifies;
    private long fetches;

    LackeyTrace(String name, TraceInput in) {
        this.name = name;
        this.lines = new TraceLines(in);
    }

    /** Whether a line can be one of such a trace. */
    static boolean isLine(String line) {
        return line.startsWith("==") || line.startsWith("--") || line.matches("(I | [LSM]) [0-9a-fA-F]+,[0-9]+ *");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> notes() {
        return fetches == 0
                ? List.of()
                : List.of(Counted.of(fetches, "instruction fetch is left out", "instruction fetches are left out"));
    }

    @Override
    public boolean next(TraceRecord into) {
        into.clear();
        if (modifies) {
            into.copy(modified);
            modifies = false;
            return true;
        }
        while (lines.next()) {
            // Valgrind's own messages stand between the accesses
            if (lines.begins("==") || lines.begins("--") || lines.begins("**") || lines.atEnd()) {
                continue;
            }
            int letter = lines.peek();
            lines.go(lines.position() + 1);
            if ("ILSM".indexOf(letter) < 0 || lines.peek() != ' ') {
                throw lines.fault(
                        lines.position(),
                        "'" + (char) letter + "' begins no line of Lackey's; lines are 'I', 'L', 'S' or 'M', an address"
                                + " and a number of bytes, such as ' L 1ffefff9a8,8'");
            }
            long address = lines.hexadecimal("the address");
            if (!lines.take(',')) {
                throw lines.fault(lines.column(), "a comma and a number of bytes follow the address");
            }
            int column = lines.column();
            long bytes = lines.decimal("the number of bytes");
            if (bytes < 1 || bytes > TraceRecord.MAX_BYTES) {
                throw lines.fault(column, "an access has 1 to " + TraceRecord.MAX_BYTES + " bytes, not " + bytes);
            }
            if (!lines.atEnd()) {
                throw lines.fault(lines.column(), "nothing follows the number of bytes");
            }
            if (letter == 'I') {
                fetches++;
                continue;
            }
            into.access(letter == 'S' ? TraceKind.WRITE : TraceKind.READ, address, (int) bytes);
            if (letter == 'M') {
                modified.copy(into);
                modified.kind = TraceKind.WRITE;
                modifies = true;
            }
            return true;
        }
        return false;
    }
}
