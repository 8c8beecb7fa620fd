// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.report.Quantity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Values of a machine's tables as a person reads them. */
final class Cells {

    private static final int BYTES = 8;

    private final MachineState state;
    private final ByteNames names;

    Cells(MachineState state, ByteNames names) {
        this.state = state;
        this.names = names;
    }

    /** Whether a column holds numbers to be counted with. */
    static boolean isNumber(String type) {
        return type.equals("int") || type.equals("cycle");
    }

    /** The value of a column of a row; empty for none. */
    String text(String column, Values row) {
        return switch (row.type(column)) {
            case "flag" -> row.number(column) == 0 ? "" : "yes";
            case "address" -> row.number(column) < 0 ? "" : names.name(row.number(column));
            case "mask" -> row.number(column) == 0 ? "" : "0x" + Long.toHexString(row.number(column));
            case "text", "part" -> row.text(column);
            case "command" -> state.command(row.number(column));
            case "agent" -> writer((int) row.number(column));
            case "request" -> row.number(column) < 0 ? "" : "#" + row.number(column);
            case "bytes" -> hex(row.bytes(column), BYTES);
            case "bits" -> ranges(BitSet.valueOf(row.bytes(column)));
            case "runs" -> runs(row.bytes(column));
            case "requests" ->
                Runs.numbers(row.bytes(column)).stream().map(each -> "#" + each).collect(Collectors.joining(" "));
            default -> row.number(column) < 0 ? "" : Quantity.count(row.number(column));
        };
    }

    /** The first bytes in hexadecimal, the cut marked. */
    static String hex(byte[] bytes, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(most, bytes.length); i++) {
            text.append(i == 0 ? "" : " ")
                    .append(Character.forDigit(bytes[i] >> 4 & 15, 16))
                    .append(Character.forDigit(bytes[i] & 15, 16));
        }
        return bytes.length > most ? text + " …" : text.toString();
    }

    /** The numbers of set bits: {@code 0-3 8}. */
    private static String ranges(BitSet bits) {
        List<String> ranges = new ArrayList<>();
        for (int first = bits.nextSetBit(0); first >= 0; ) {
            int end = bits.nextClearBit(first);
            ranges.add(end == first + 1 ? String.valueOf(first) : first + "-" + (end - 1));
            first = bits.nextSetBit(end);
        }
        return String.join(" ", ranges);
    }

    private String runs(byte[] runs) {
        Set<String> writers = new LinkedHashSet<>();
        List<Long> numbers = Runs.numbers(runs);
        for (int i = 1; i < numbers.size(); i += 2) {
            if (numbers.get(i) != 0) {
                writers.add(writer(numbers.get(i).intValue()));
            }
        }
        return String.join(", ", writers);
    }

    private String writer(int number) {
        return number <= 0 ? "" : state.writer(number).name();
    }
}
