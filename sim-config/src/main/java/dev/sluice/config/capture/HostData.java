// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.data.DataFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes that the host wrote stand: the first of them in the stream's text, the rest in a file. That is a file beside
 * the stream, which gets them one after the other, or else the file of the capture that has them anyway.
 */
final class HostData {
    /** Bytes that may stand in the text as digits: it stays readable, and far below what a text file may have. */
    static final long IN_TEXT = 1 << 20;

    /** Bytes of one item that lies in a file: what carrying it out takes from memory. */
    static final int ITEM = 1 << 20;

    /** What is so short that a file is not worth it. */
    private static final int SHORT = 64;

    private final @Nullable String side;
    private final List<SideData> parts = new ArrayList<>();
    private long inText;
    private long length;

    /** @param side the name of the file beside the stream; null for those of the capture */
    HostData(@Nullable String side) {
        this.side = side;
    }

    /** What the file beside the stream holds, in order. */
    List<SideData> parts() {
        return parts;
    }

    /** The items of a run of bytes. */
    List<CapturedBytes.Piece> pieces(byte[] bytes, FileRange from) {
        List<CapturedBytes.Piece> pieces = CapturedBytes.pieces(bytes);
        long digits = 0;
        for (CapturedBytes.Piece piece : pieces) {
            digits += digits(piece.data());
        }
        if (fits(digits)) {
            return pieces;
        }
        DataFile whole = CapturedBytes.whole(bytes);
        if (whole.hex() == null) {
            return List.of(new CapturedBytes.Piece(0, whole));
        }
        List<CapturedBytes.Piece> filed = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += ITEM) {
            filed.add(new CapturedBytes.Piece(at, file(from.plus(at), Math.min(ITEM, bytes.length - at))));
        }
        return filed;
    }

    /** One item for bytes of a command that takes no more. */
    DataFile whole(byte[] bytes, FileRange from) {
        DataFile whole = CapturedBytes.whole(bytes);
        return fits(digits(whole)) ? whole : file(from, bytes.length);
    }

    /**
     * One item for what a resource holds at the begin: in the text where it is short or follows a rule, else in a file.
     *
     * @param bytes all of it; null for what is too long to look at
     * @param size how many there are
     */
    DataFile initial(byte @Nullable [] bytes, FileRange from, long size) {
        if (bytes != null) {
            DataFile whole = CapturedBytes.whole(bytes);
            if (whole.hex() == null || bytes.length <= CapturedBytes.MAX_HEX && fits(digits(whole))) {
                return whole;
            }
        }
        return file(from, size);
    }

    private static long digits(DataFile data) {
        String hex = data.hex();
        return hex == null ? 0 : hex.length() / 2;
    }

    private boolean fits(long digits) {
        if (digits > SHORT && inText + digits > IN_TEXT) {
            return false;
        }
        inText += digits;
        return true;
    }

    private DataFile file(FileRange from, long size) {
        if (side == null) {
            return DataFile.file(from.file().toAbsolutePath().toString(), from.position(), size);
        }
        DataFile data = DataFile.file(side, length, size);
        SideData last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last != null && last.file().equals(from.file()) && last.offset() + last.size() == from.position()) {
            parts.set(parts.size() - 1, new SideData(from.file(), last.offset(), last.size() + size));
        } else {
            parts.add(new SideData(from.file(), from.position(), size));
        }
        length += size;
        return data;
    }
}
