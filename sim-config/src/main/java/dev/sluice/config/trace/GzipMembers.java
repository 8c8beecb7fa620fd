// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The unpacked bytes of a gzip file's members, one behind the other (RFC 1952).
 *
 * <p>The JDK's own stream takes whatever follows a member and is no whole header for the end of the file, so that a file that was
 * cut off there would pass for a whole one; and it asks pipes how much they hold, which they do not say.
 */
final class GzipMembers extends Unpacked {

    private static final int BUFFER = 1 << 16;
    private static final int FIRST_MAGIC = 0x1f;
    private static final int SECOND_MAGIC = 0x8b;
    private static final int DEFLATE = 8;
    private static final int HAS_HEADER_CHECK = 1 << 1;
    private static final int HAS_EXTRA = 1 << 2;
    private static final int HAS_NAME = 1 << 3;
    private static final int HAS_COMMENT = 1 << 4;
    /** Time, extra flags and operating system. */
    private static final int OF_NO_USE = 6;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 check = new CRC32();
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private boolean anyMember;
    private boolean inMember;

    GzipMembers(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (inMember || begin()) {
            int read = inflate(into, offset, length);
            if (read > 0) {
                check.update(into, offset, read);
                return read;
            }
            if (inflater.finished()) {
                at = limit - inflater.getRemaining();
                end();
            } else if (inflater.needsDictionary()) {
                throw new DamagedArchiveException("a preset dictionary is asked for");
            } else {
                feed();
            }
        }
        return -1;
    }

    private int inflate(byte[] into, int offset, int length) throws IOException {
        try {
            return inflater.inflate(into, offset, length);
        } catch (DataFormatException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void feed() throws IOException {
        if (at == limit && !fill()) {
            throw new EOFException();
        }
        inflater.setInput(buffer, at, limit - at);
        at = limit;
    }

    /** Goes past the next member's header; false at the end of the file. */
    private boolean begin() throws IOException {
        int first = next();
        while (anyMember && first == 0) { // what tapes are padded with
            first = next();
        }
        if (first < 0 && anyMember) {
            return false;
        }
        check.reset();
        check.update(FIRST_MAGIC);
        if (first != FIRST_MAGIC || needed() != SECOND_MAGIC) {
            throw new DamagedArchiveException("what follows a gzip member begins no other");
        }
        if (needed() != DEFLATE) {
            throw new DamagedArchiveException("the compression method is not known");
        }
        int flags = needed();
        pass(OF_NO_USE);
        if ((flags & HAS_EXTRA) != 0) {
            pass((int) number(Short.BYTES));
        }
        if ((flags & HAS_NAME) != 0) {
            passText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            passText();
        }
        if ((flags & HAS_HEADER_CHECK) != 0) {
            long low = check.getValue() & 0xFFFF;
            if (number(Short.BYTES) != low) {
                throw new DamagedArchiveException("a gzip header's checksum is another");
            }
        }
        check.reset();
        inflater.reset();
        anyMember = true;
        inMember = true;
        return true;
    }

    /** Compares what a member had with what stands behind it. */
    private void end() throws IOException {
        long sum = check.getValue();
        long size = inflater.getBytesWritten() & 0xFFFF_FFFFL;
        if (number(Integer.BYTES) != sum || number(Integer.BYTES) != size) {
            throw new DamagedArchiveException("a gzip member's checksum or size is another");
        }
        inMember = false;
    }

    private void pass(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            needed();
        }
    }

    private void passText() throws IOException {
        while (needed() != 0) {
            // up to its end
        }
    }

    private long number(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) needed() << Byte.SIZE * i;
        }
        return value;
    }

    private int needed() throws IOException {
        int value = next();
        if (value < 0) {
            throw new EOFException();
        }
        check.update(value);
        return value;
    }

    private int next() throws IOException {
        return at == limit && !fill() ? -1 : buffer[at++] & 0xFF;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer, 0, BUFFER));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
