// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.HostOperation;
import dev.sluice.result.RunFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares what host reads returned with what the stream expects. */
public final class HostChecks {

    private static final int SHOWN = 4;

    private final List<RunFinding.Check> checks = new ArrayList<>();

    void compare(String id, HostOperation.HostRead read, byte[] got) {
        byte[] expect = read.expect();
        if (expect == null) {
            return;
        }
        int size = width(read.element());
        int differs = -1;
        for (int i = 0; i < expect.length && differs < 0; i++) {
            if (i >= got.length || got[i] != expect[i]) {
                differs = i / size;
            }
        }
        int from = Math.max(differs, 0);
        checks.add(new RunFinding.Check(
                id,
                differs < 0,
                text(got, from, read.element()),
                text(expect, from, read.element()),
                read.origin().where()));
    }

    void compare(String id, HostOperation.GetDeviceMemoryCommitment read, long got) {
        checks.add(new RunFinding.Check(
                id,
                read.expect() < 0 || got == read.expect(),
                got + " bytes committed",
                read.expect() < 0 ? "any number of bytes" : read.expect() + " bytes committed",
                read.origin().where()));
    }

    void compare(String id, HostOperation.GetEventStatus status, boolean signalled) {
        Boolean expect = status.expect();
        if (expect != null) {
            checks.add(new RunFinding.Check(
                    id,
                    signalled == expect,
                    name(status, signalled),
                    name(status, expect),
                    status.origin().where()));
        }
    }

    private static String name(HostOperation.GetEventStatus status, boolean signalled) {
        return "event " + status.event() + " is " + (signalled ? "SET" : "RESET");
    }

    /** The checks made, in order. */
    public List<RunFinding.Check> results() {
        return List.copyOf(checks);
    }

    /** A few elements from element {@code from} on, for example {@code [5] = 7 8 9 10}. */
    private static String text(byte[] bytes, int from, String element) {
        int size = width(element);
        int count = bytes.length / size;
        StringBuilder text = new StringBuilder("[" + from + "] =");
        for (int i = from; i < Math.min(count, from + SHOWN); i++) {
            text.append(' ').append(value(bytes, i * size, size, element));
        }
        return text.append(count > from + SHOWN ? " ..." : "").toString();
    }

    private static String value(byte[] bytes, int at, int size, String element) {
        long raw = 0;
        for (int i = size - 1; i >= 0; i--) {
            raw = raw << 8 | (bytes[at + i] & 0xFF);
        }
        return switch (element.toLowerCase(Locale.ROOT)) {
            case "f32" -> Float.toString(Float.intBitsToFloat((int) raw));
            case "i32" -> Integer.toString((int) raw);
            case "u64" -> Long.toUnsignedString(raw);
            default -> Long.toString(raw);
        };
    }

    private static int width(String element) {
        return switch (element.toLowerCase(Locale.ROOT)) {
            case "u16" -> 2;
            case "u32", "i32", "f32" -> 4;
            case "u64" -> 8;
            default -> 1;
        };
    }
}
