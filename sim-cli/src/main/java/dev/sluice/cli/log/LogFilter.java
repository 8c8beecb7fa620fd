// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import dev.sluice.cli.inspect.NameParts;
import dev.sluice.cli.inspect.Texels;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.units.Size;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Decides which events are logged. */
final class LogFilter {

    /** An inclusive range. */
    private record Range(long first, long last) {
        boolean meets(long from, long to) {
            return from <= last && to >= first;
        }
    }

    private final List<Range> addresses = new ArrayList<>();
    private final List<Range> cycles = new ArrayList<>();
    private final List<String> components;
    private final Set<String> commands;
    /** Of {@link #components} and {@link #commands} those that no event was of so far. */
    private final Set<String> unmetComponents;

    private final Set<String> unmetCommands;

    /**
     * @param addressOf where buffers lie
     * @param texels of images
     * @throws IllegalArgumentException for a filter that says nothing sensible
     */
    LogFilter(LogRequest request, List<BufferDeclaration> buffers, ToLongFunction<String> addressOf, Texels texels) {
        components = request.components();
        commands = new TreeSet<>(request.commands());
        unmetComponents = new TreeSet<>(components);
        unmetCommands = new TreeSet<>(commands);
        request.cycles().forEach(text -> cycles.add(cycles(text)));
        Map<String, BufferDeclaration> byName = new LinkedHashMap<>();
        buffers.forEach(buffer -> byName.put(buffer.name(), buffer));
        request.addresses().forEach(text -> addresses.add(addresses(text, byName, addressOf, texels)));
    }

    boolean cycle(long cycle) {
        return cycles.isEmpty() || cycles.stream().anyMatch(range -> range.meets(cycle, cycle));
    }

    /** Whether the component or one of its parts is asked for. */
    boolean component(String name) {
        if (components.isEmpty()) {
            return true;
        }
        unmetComponents.removeIf(wanted -> isOrHas(wanted, name));
        return components.stream().anyMatch(wanted -> isOrHas(wanted, name));
    }

    private static boolean isOrHas(String wanted, String name) {
        return name.startsWith(wanted)
                && (name.length() == wanted.length() || "[.:/".indexOf(name.charAt(wanted.length())) >= 0);
    }

    /** Whether there is no filter by component, which events of no component would not pass. */
    boolean anyComponent() {
        return components.isEmpty();
    }

    boolean command(String id) {
        if (commands.isEmpty()) {
            return true;
        }
        unmetCommands.remove(id);
        return commands.contains(id);
    }

    /** The options by component and by command of which no event was, as they were written. */
    List<String> unmet() {
        List<String> options = new ArrayList<>();
        unmetComponents.forEach(name -> options.add("--log-cache " + name));
        unmetCommands.forEach(id -> options.add("--log-command " + id));
        return options;
    }

    /** Whether there is no filter by command, which events of no command would not pass. */
    boolean anyCommand() {
        return commands.isEmpty();
    }

    /** Whether there is no filter by address. */
    boolean anyAddress() {
        return addresses.isEmpty();
    }

    /** Whether any sector of a run that starts at {@code address} is asked for. */
    boolean sectors(long address, int sectors) {
        if (addresses.isEmpty()) {
            return true;
        }
        for (int rest = sectors; rest != 0; rest &= rest - 1) {
            long first = address + (long) Integer.numberOfTrailingZeros(rest) * ObservedRequest.SECTOR_BYTES;
            if (bytes(first, ObservedRequest.SECTOR_BYTES)) {
                return true;
            }
        }
        return false;
    }

    /** Whether any of some bytes is asked for. */
    boolean bytes(long address, long count) {
        if (addresses.isEmpty()) {
            return true;
        }
        for (Range range : addresses) {
            if (range.meets(address, address + Math.max(1, count) - 1)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Which bytes of a run to show the values of: those of the first address range that it meets.
     *
     * @return first and last offset from {@code address}, or an empty array when nobody asked for addresses
     */
    int[] watched(long address, int count) {
        for (Range range : addresses) {
            if (range.meets(address, address + count - 1)) {
                return new int[] {
                    (int) Math.max(0, range.first() - address), (int) Math.min(count - 1L, range.last() - address)
                };
            }
        }
        return new int[0];
    }

    private static Range cycles(String text) {
        int dots = text.indexOf("..");
        try {
            String from = dots < 0 ? text : text.substring(0, dots);
            String to = dots < 0 ? text : text.substring(dots + 2);
            Range range = new Range(
                    from.isEmpty() ? 0 : unsigned(from, 10), to.isEmpty() ? Long.MAX_VALUE : unsigned(to, 10));
            if (range.first() <= range.last() && !text.isEmpty() && !text.equals("..")) {
                return range;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "--log-cycles: '" + text + "' is no range of cycles; write A..B, A.. or ..B");
    }

    private static Range addresses(
            String text, Map<String, BufferDeclaration> buffers, ToLongFunction<String> addressOf, Texels texels) {
        String[] parts = NameParts.of(text, buffers.keySet());
        if (!buffers.containsKey(parts[0]) && text.toLowerCase(Locale.ROOT).startsWith("0x")) {
            return physical(text);
        }
        BufferDeclaration buffer = buffers.get(parts[0]);
        if (buffer == null) {
            throw new IllegalArgumentException("--log-address: the stream has no buffer or image '" + parts[0] + "'"
                    + Nearest.hint(parts[0], buffers.keySet()));
        }
        if (parts.length > 3) {
            throw new IllegalArgumentException(
                    "--log-address: '" + text + "' has too many parts; write buffer[:offset[:size]]");
        }
        boolean texel = texels.named(parts);
        long offset = parts.length < 2 ? 0 : texel ? texel(texels, parts) : size(text, parts[1]);
        long size = parts.length < 2
                ? buffer.size()
                : texel ? texels.bytes(parts[0]) : parts.length < 3 ? 1 : size(text, parts[2]);
        if (size < 1 && parts.length == 3) {
            throw new IllegalArgumentException("--log-address: '" + text + "' names no bytes: its size is at least 1");
        }
        if (size < 1 || offset + size > buffer.size() || offset + size < 0) {
            throw new IllegalArgumentException("--log-address: '" + text + "' lies outside buffer '" + buffer.name()
                    + "' of " + Counted.of(buffer.size(), "byte"));
        }
        long base = addressOf.applyAsLong(buffer.name());
        if (base < 0) {
            throw new IllegalArgumentException("--log-address: buffer '" + buffer.name()
                    + "' has no address before the run; use a hexadecimal one");
        }
        return new Range(base + offset, base + offset + size - 1);
    }

    private static long texel(Texels texels, String[] parts) {
        try {
            return texels.offset(parts);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--log-address: " + e.getMessage(), e);
        }
    }

    private static Range physical(String text) {
        int dots = text.indexOf("..");
        try {
            long first = hex(dots < 0 ? text : text.substring(0, dots));
            long last = dots < 0 ? first : hex(text.substring(dots + 2));
            if (first <= last) {
                return new Range(first, last);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "--log-address: '" + text + "' is no range of addresses; write 0xA or 0xA..0xB, both included");
    }

    private static long hex(String text) {
        String digits = text.toLowerCase(Locale.ROOT).startsWith("0x") ? text.substring(2) : text;
        return unsigned(digits, 16);
    }

    /** A number without a sign, which Java's parser would take. */
    private static long unsigned(String digits, int radix) {
        if (digits.startsWith("-") || digits.startsWith("+")) {
            throw new NumberFormatException(digits);
        }
        return Long.parseLong(digits, radix);
    }

    private static long size(String whole, String part) {
        try {
            return Size.parse(part).bytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--log-address: '" + whole + "': " + e.getMessage(), e);
        }
    }
}
