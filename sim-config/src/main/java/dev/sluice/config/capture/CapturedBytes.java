// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes in the data forms of a stream: long runs of one byte as constants, counting words as iota, the rest as hex. */
final class CapturedBytes {
    /** Bytes of hex digits in one item, at most. */
    static final int MAX_HEX = 16 << 10;
    /** From how many equal bytes on a run is worth an item of its own. */
    static final int MIN_RUN = 256;

    private CapturedBytes() {}

    /**
     * A part of the bytes.
     *
     * @param offset where it begins
     * @param data its form in the stream
     */
    record Piece(int offset, DataFile data) {}

    /** Cuts bytes into pieces that are short to write. */
    static List<Piece> pieces(byte[] bytes) {
        List<Piece> pieces = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < bytes.length) {
            int end = at + 1;
            while (end < bytes.length && bytes[end] == bytes[at]) {
                end++;
            }
            if (end - at >= MIN_RUN) {
                plain(bytes, from, at, pieces);
                pieces.add(new Piece(at, DataFile.constant(DataType.U8, bytes[at] & 0xff, end - at)));
                from = end;
            }
            at = end;
        }
        plain(bytes, from, bytes.length, pieces);
        return pieces;
    }

    /** One piece of data for a command that takes no more. */
    static DataFile whole(byte[] bytes) {
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i] != bytes[0]) {
                DataFile words = words(bytes, 0, bytes.length);
                return words == null ? hex(bytes, 0, bytes.length) : words;
            }
        }
        return bytes.length == 0 ? hex(bytes, 0, 0) : DataFile.constant(DataType.U8, bytes[0] & 0xff, bytes.length);
    }

    private static void plain(byte[] bytes, int from, int to, List<Piece> pieces) {
        if (from == to) {
            return;
        }
        DataFile words = words(bytes, from, to);
        if (words != null) {
            pieces.add(new Piece(from, words));
            return;
        }
        for (int at = from; at < to; at += MAX_HEX) {
            pieces.add(new Piece(at, hex(bytes, at, Math.min(to, at + MAX_HEX))));
        }
    }

    /** The words' form when each is a fixed step above the one before, else null. */
    private static @Nullable DataFile words(byte[] bytes, int from, int to) {
        int size = to - from;
        if (size < 16 || size % 4 != 0) {
            return null;
        }
        ByteBuffer words = ByteBuffer.wrap(bytes, from, size).slice().order(ByteOrder.LITTLE_ENDIAN);
        int first = words.getInt(0);
        int step = words.getInt(4) - first;
        for (int i = 1; i < size / 4; i++) {
            if (words.getInt(4 * i) != first + step * i) {
                return null;
            }
        }
        long start = Integer.toUnsignedLong(first);
        return step == 0
                ? DataFile.constant(DataType.U32, start, size / 4)
                : DataFile.iota(DataType.U32, start, Integer.toUnsignedLong(step), size / 4);
    }

    private static DataFile hex(byte[] bytes, int from, int to) {
        return DataFile.hex(HexFormat.of().formatHex(bytes, from, to));
    }
}
