// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import io.airlift.compress.zstd.ZstdInputStream;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** How a trace's bytes are packed: told by their first bytes when they are read, by the file's name when they are written. */
enum Compression {
    NONE(""),
    GZIP(".gz", 0x1f, 0x8b),
    XZ(".xz", 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0),
    ZSTANDARD(".zst", 0x28, 0xb5, 0x2f, 0xfd);

    /** The most memory that an archive may ask for, in KiB: a file that asks for more is refused, not believed. */
    private static final int XZ_MEMORY_KIB = 256 << 10;

    private static final int LONGEST_MAGIC = 6;
    private static final int BUFFER = 1 << 16;
    private static final int XZ_LEVEL = 3;

    private final String suffix;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Integer> magic;

    Compression(String suffix, Integer... magic) {
        this.suffix = suffix;
        this.magic = List.of(magic);
    }

    /** The end of names of files that are packed so. */
    String suffix() {
        return suffix;
    }

    /** The one that a file's name ends with. */
    static Compression ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Compression one : values()) {
            if (one != NONE && lower.endsWith(one.suffix)) {
                return one;
            }
        }
        return NONE;
    }

    /** A file's name without the ending that says how it is packed. */
    static String plainName(String name) {
        return name.substring(0, name.length() - ofName(name).suffix.length());
    }

    /** The unpacked bytes of a file's. */
    static InputStream unpacked(InputStream file) throws IOException {
        PushbackInputStream in = new PushbackInputStream(file, LONGEST_MAGIC);
        byte[] first = in.readNBytes(LONGEST_MAGIC);
        in.unread(first);
        return switch (of(first)) {
            case GZIP -> new GzipMembers(in);
            case XZ -> new XzStreams(in, XZ_MEMORY_KIB);
            case ZSTANDARD -> new ZstdInputStream(new ZstandardFrames(in));
            case NONE -> in;
        };
    }

    private static Compression of(byte[] first) {
        for (Compression one : values()) {
            if (one != NONE && one.begins(first)) {
                return one;
            }
        }
        return ZstandardFrames.skippable(first) ? ZSTANDARD : NONE;
    }

    private boolean begins(byte[] first) {
        for (int i = 0; i < magic.size(); i++) {
            if (i >= first.length || (first[i] & 0xFF) != magic.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Packs what is written into a file. */
    OutputStream packed(OutputStream file) throws IOException {
        return switch (this) {
            case GZIP -> new GZIPOutputStream(file, BUFFER);
            case XZ -> new XZOutputStream(file, new LZMA2Options(XZ_LEVEL));
            case ZSTANDARD -> new ZstdOutputStream(file);
            case NONE -> file;
        };
    }
}
