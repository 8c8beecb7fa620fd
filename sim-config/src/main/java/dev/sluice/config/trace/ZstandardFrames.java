// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The frames of a Zstandard file that hold data, still packed (RFC 8878): skippable frames are left out, which the library that
 * unpacks the others does not know, and windows that it does not take are refused.
 */
final class ZstandardFrames extends Unpacked {

    /** The largest window that the library takes. */
    private static final int MOST_WINDOW = 8 << 20;

    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE = 0x184D2A50;
    private static final int SKIPPABLE_KINDS = 0xF;
    private static final int MAGIC_BYTES = 4;
    private static final int CHECKSUM_BYTES = 4;
    private static final int BLOCK_HEADER_BYTES = 3;
    private static final int DESCRIPTOR = MAGIC_BYTES;
    private static final int WINDOW = DESCRIPTOR + 1;
    private static final int HAS_CHECKSUM = 1 << 2;
    private static final int SINGLE_SEGMENT = 1 << 5;
    private static final int SIZE_SHIFT = 6;
    private static final int WINDOW_LOG_LEAST = 10;
    private static final int MANTISSA_BITS = 3;
    private static final int REPEATED = 1;
    private static final int MOST_HEADER = 18;
    private static final int SCRATCH = 1 << 12;

    private final InputStream in;
    /** A header that was read and is to be handed on. */
    private final byte[] header = new byte[MOST_HEADER];

    private int at;
    private int limit;
    /** Bytes behind the header that are handed on as they are. */
    private long left;

    private boolean inFrame;
    private boolean anyFrame;
    private boolean checksum;

    ZstandardFrames(InputStream in) {
        this.in = in;
    }

    /** Whether a file begins with a frame that is to be skipped. */
    static boolean skippable(byte[] first) {
        return first.length >= MAGIC_BYTES && skippable((int) number(first, 0, MAGIC_BYTES));
    }

    private static boolean skippable(int magic) {
        return (magic & ~SKIPPABLE_KINDS) == SKIPPABLE;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (at == limit && left == 0 && !(inFrame ? block() : frame())) {
            return -1;
        }
        if (at < limit) {
            int count = Math.min(length, limit - at);
            System.arraycopy(header, at, into, offset, count);
            at += count;
            return count;
        }
        int read = in.read(into, offset, (int) Math.min(length, left));
        left -= Math.max(0, read);
        return read;
    }

    /** Reads the header of the next frame that holds data; false at the end of the file. */
    private boolean frame() throws IOException {
        begin();
        boolean whole = more(MAGIC_BYTES);
        while (whole && skippable((int) number(header, 0, MAGIC_BYTES))) {
            skip();
            begin();
            whole = more(MAGIC_BYTES);
        }
        boolean magic = whole && (int) number(header, 0, MAGIC_BYTES) == MAGIC;
        if (anyFrame && limit > 0 && !magic) {
            if (mayBecomeMagic()) {
                throw new EOFException();
            }
            throw new DamagedArchiveException("what follows a Zstandard frame begins no other");
        }
        if (!magic || !more(1)) {
            return rest();
        }
        int descriptor = header[DESCRIPTOR];
        boolean single = (descriptor & SINGLE_SEGMENT) != 0;
        checksum = (descriptor & HAS_CHECKSUM) != 0;
        int sizeCode = (descriptor & 0xFF) >>> SIZE_SHIFT;
        int sizeBytes = sizeCode == 0 ? single ? 1 : 0 : 1 << sizeCode;
        int dictionaryBytes = 1 << (descriptor & 3) >>> 1;
        if (!more((single ? 0 : 1) + dictionaryBytes + sizeBytes)) {
            return rest();
        }
        if (!single) {
            refuseWindow(header[WINDOW] & 0xFF);
        }
        inFrame = true;
        anyFrame = true;
        return true;
    }

    /** Whether the file ends within what begins as a frame does, of data or to be skipped. */
    private boolean mayBecomeMagic() {
        if (limit == MAGIC_BYTES) {
            return false;
        }
        int bits = Byte.SIZE * limit;
        long found = number(header, 0, limit);
        long wanted = (1L << bits) - 1;
        return found == (MAGIC & wanted) || (found & ~SKIPPABLE_KINDS) == (SKIPPABLE & wanted);
    }

    private static void refuseWindow(int code) throws IOException {
        long base = 1L << WINDOW_LOG_LEAST + (code >>> MANTISSA_BITS);
        long window = base + (base >>> MANTISSA_BITS) * (code & (1 << MANTISSA_BITS) - 1);
        if (window > MOST_WINDOW) {
            throw new UnsupportedArchiveException("asks for a window of " + (window + (1 << 20) - 1 >> 20)
                    + " MiB to be unpacked, and at most " + (MOST_WINDOW >> 20)
                    + " MiB can be had; pack it again without --long or --ultra");
        }
    }

    /** Reads the header of the frame's next block; false at the end of the file. */
    private boolean block() throws IOException {
        begin();
        if (!more(BLOCK_HEADER_BYTES)) {
            return rest();
        }
        int block = (int) number(header, 0, BLOCK_HEADER_BYTES);
        boolean last = (block & 1) != 0;
        left = (block >>> 1 & 3) == REPEATED ? 1 : block >>> 3;
        if (last) {
            left += checksum ? CHECKSUM_BYTES : 0;
            inFrame = false;
        }
        return true;
    }

    private void skip() throws IOException {
        begin();
        if (!more(Integer.BYTES)) {
            throw new EOFException();
        }
        long bytes = number(header, 0, Integer.BYTES);
        byte[] scratch = new byte[SCRATCH];
        while (bytes > 0) {
            int read = in.read(scratch, 0, (int) Math.min(SCRATCH, bytes));
            if (read < 0) {
                throw new EOFException();
            }
            bytes -= read;
        }
    }

    /** What is no frame is left to the library to judge; false if there is nothing. */
    private boolean rest() {
        left = limit == 0 ? 0 : Long.MAX_VALUE;
        return limit > 0;
    }

    private void begin() {
        at = 0;
        limit = 0;
    }

    private boolean more(int bytes) throws IOException {
        int read = in.readNBytes(header, limit, bytes);
        limit += read;
        return read == bytes;
    }

    private static long number(byte[] bytes, int from, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[from + i] & 0xFFL) << Byte.SIZE * i;
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
