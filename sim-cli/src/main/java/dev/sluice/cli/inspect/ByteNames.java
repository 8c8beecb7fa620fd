// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.units.Size;
import dev.sluice.program.BufferDeclaration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Where the bytes lie that a person names, and what the bytes of an address are called. */
public final class ByteNames {
    private static final int FEW = 4;
    private static final String FORMS = "write RESOURCE:OFFSET:LENGTH, IMAGE:X,Y or 0xADDRESS:LENGTH";

    private final Map<String, BufferDeclaration> resources = new LinkedHashMap<>();
    private final Map<String, Long> bases = new LinkedHashMap<>();
    private final Texels texels;

    /** @param addressOf where a buffer or image lies */
    public ByteNames(LoadedRun loaded, ToLongFunction<String> addressOf) {
        for (BufferDeclaration resource : loaded.resources()) {
            resources.put(resource.name(), resource);
            bases.put(resource.name(), addressOf.applyAsLong(resource.name()));
        }
        texels = new Texels(loaded.stream().images(), loaded.device().rop().tileBytes());
    }

    /** Whether a text is about a buffer or image. */
    public boolean named(String text) {
        return NameParts.named(text, resources.keySet());
    }

    /** The names of buffers and images. */
    public List<String> names() {
        return List.copyOf(resources.keySet());
    }

    /**
     * The bytes of a text: {@code x:64:4} (without a length 4 bytes, without an offset the first), {@code image:3,5} (a texel of
     * level 0), {@code 0x1040:4}.
     *
     * @throws IllegalArgumentException if it names none; the message says what would be right
     */
    public WatchedBytes parse(String text) {
        String[] parts = NameParts.of(text, resources.keySet());
        if (!resources.containsKey(parts[0]) && text.toLowerCase(Locale.ROOT).startsWith("0x")) {
            return physical(text);
        }
        BufferDeclaration resource = resources.get(parts[0]);
        if (resource == null) {
            throw new IllegalArgumentException("the stream has no buffer or image '" + parts[0] + "'"
                    + Nearest.hint(parts[0], resources.keySet()) + "; " + FORMS);
        }
        Long base = bases.get(parts[0]);
        if (base == null || base < 0) {
            throw new IllegalArgumentException(
                    "'" + parts[0] + "' has no address before the run; use a hexadecimal one");
        }
        if (texels.named(parts)) {
            return watched(text, base + texels.offset(parts), texels.bytes(parts[0]));
        }
        if (parts.length > 3) {
            throw new IllegalArgumentException("'" + text + "' has too many parts; " + FORMS);
        }
        long offset = parts.length < 2 ? 0 : size(text, parts[1]);
        long length = parts.length < 3 ? Math.min(FEW, resource.size() - offset) : size(text, parts[2]);
        if (length < 1 && parts.length == 3) {
            throw new IllegalArgumentException("'" + text + "' names no bytes: its length is at least 1");
        }
        if (length < 1 || offset > resource.size() - length) {
            throw new IllegalArgumentException(
                    "'" + text + "' lies outside " + resource.name() + ", which has " + resource.size() + " bytes");
        }
        return watched(text, base + offset, length);
    }

    private static WatchedBytes physical(String text) {
        String[] parts = text.split(":", -1);
        try {
            String digits = parts[0].substring(2);
            long address = Long.parseLong(digits, 16);
            long length = parts.length < 2 ? FEW : size(text, parts[1]);
            // Java's parser takes signs
            if (parts.length <= 2 && length >= 1 && !digits.startsWith("+") && !digits.startsWith("-")) {
                return watched(text, address, length);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("'" + text + "' is no run of bytes; " + FORMS);
    }

    private static WatchedBytes watched(String text, long address, long length) {
        if (length > WatchedBytes.MOST) {
            throw new IllegalArgumentException("'" + text + "' names " + length + " bytes; at most " + WatchedBytes.MOST
                    + " can be watched (--log-address takes more)");
        }
        return new WatchedBytes(text, address, (int) length);
    }

    private static long size(String whole, String part) {
        try {
            return Size.parse(part).bytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + whole + "': " + e.getMessage(), e);
        }
    }

    /** What an address is called: {@code x+64}, or the address where no buffer or image lies. */
    public String name(long address) {
        for (Map.Entry<String, Long> entry : bases.entrySet()) {
            BufferDeclaration resource = resources.get(entry.getKey());
            long offset = address - entry.getValue();
            if (resource != null && entry.getValue() >= 0 && offset >= 0 && offset < resource.size()) {
                return entry.getKey() + "+" + offset;
            }
        }
        return "0x" + Long.toHexString(address);
    }

    /** The buffer or image that lies at an address and the offset in it, or nothing. */
    boolean in(String resource, long offset, long size, WatchedBytes bytes) {
        Long base = bases.get(resource);
        return base != null && base >= 0 && bytes.meets(base + offset, size);
    }
}
