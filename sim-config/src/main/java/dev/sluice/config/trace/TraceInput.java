// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.Sha256;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The unpacked bytes of a trace's file, block by block; whatever goes wrong is a {@link ConfigException}. */
final class TraceInput implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final String file;
    private final long size;
    private final Counting counting;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private long consumed;

    private TraceInput(String file, long size, InputStream raw, @Nullable Sha256 hash) {
        this.file = file;
        this.size = size;
        this.counting = new Counting(raw, hash);
        try {
            this.in = Compression.unpacked(counting);
        } catch (IOException e) {
            close();
            throw broken(e);
        }
    }

    /** Opens a file. */
    static TraceInput open(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw new ConfigException(path.toString(), "is a directory, and a trace was to be read");
            }
            @Nullable Sha256 hash = Files.isRegularFile(path) ? null : new Sha256();
            return new TraceInput(path.toString(), Files.size(path), Files.newInputStream(path), hash);
        } catch (NoSuchFileException e) {
            throw new ConfigException(path.toString(), "no such file");
        } catch (IOException e) {
            throw ConfigException.unreadable(path.toString(), "cannot be read: " + e.getMessage());
        }
    }

    /** The SHA-256 of what was read of a pipe, in hexadecimal digits; null of a file, which can be read again. To be asked once. */
    @Nullable
    String sha256OfPipe() {
        Sha256 hash = counting.hash;
        return hash == null ? null : hash.end();
    }

    /** The file's name, for errors. */
    String file() {
        return file;
    }

    /** Bytes of the file. */
    long size() {
        return size;
    }

    /** Bytes of the file that were read so far; may be asked from another thread. */
    long read() {
        return counting.count.get();
    }

    /** Unpacked bytes before the next one. */
    long offset() {
        return consumed;
    }

    /** The next byte; -1 after the last. */
    int next() {
        if (position == limit && !fill()) {
            return -1;
        }
        consumed++;
        return buffer[position++] & 0xFF;
    }

    /** Bytes from here on that lie in the block, at most so many; 0 at the end. They stay to be read. */
    byte[] peek(int most) {
        while (limit - position < most) {
            if (position > 0) {
                System.arraycopy(buffer, position, buffer, 0, limit - position);
                limit -= position;
                position = 0;
            }
            int more = take(limit, Math.min(BUFFER, most) - limit);
            if (more <= 0) {
                break;
            }
            limit += more;
        }
        return Arrays.copyOfRange(buffer, position, position + Math.min(most, limit - position));
    }

    /** Goes past the mark that says that what follows is UTF-8, which editors and spreadsheets put before texts. */
    void skipByteOrderMark() {
        if (Arrays.equals(peek(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            position += BYTE_ORDER_MARK.length;
            consumed += BYTE_ORDER_MARK.length;
        }
    }

    /** Fills an array; returns how many bytes there still were. */
    int read(byte[] into) {
        int done = 0;
        while (done < into.length && (position < limit || fill())) {
            int length = Math.min(into.length - done, limit - position);
            System.arraycopy(buffer, position, into, done, length);
            position += length;
            done += length;
        }
        consumed += done;
        return done;
    }

    private boolean fill() {
        position = 0;
        limit = Math.max(0, take(0, BUFFER));
        return limit > 0;
    }

    private int take(int at, int most) {
        try {
            return most <= 0 ? 0 : in.read(buffer, at, most);
        } catch (IOException e) {
            throw broken(e);
        } catch (RuntimeException e) {
            // what a library says of bytes that are no archive
            throw new ConfigException(file, "is damaged: " + e.getMessage() + " (at byte " + counting.count + ")");
        }
    }

    private ConfigException broken(IOException e) {
        String why = e.getMessage() == null ? "" : ": " + e.getMessage();
        if (e instanceof UnsupportedArchiveException) {
            return new ConfigException(file, String.valueOf(e.getMessage()));
        }
        if (counting.failed) {
            return ConfigException.unreadable(file, "cannot be read" + why);
        }
        boolean cut = counting.ended && !(e instanceof DamagedArchiveException) || e instanceof EOFException;
        return cut
                ? new ConfigException(
                        file, "ends within its archive, at byte " + counting.count + ": the file is not whole")
                : new ConfigException(file, "is damaged" + why + " (at byte " + counting.count + ")");
    }

    @Override
    public void close() {
        try {
            counting.close();
        } catch (IOException e) {
            // nothing was written
        }
    }

    private static final class Counting extends FilterInputStream {
        final AtomicLong count = new AtomicLong();
        boolean ended;
        boolean failed;

        final @Nullable Sha256 hash;

        Counting(InputStream in, @Nullable Sha256 hash) {
            super(in);
            this.hash = hash;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            try {
                int read = in.read(into, offset, length);
                ended |= read < 0;
                count.addAndGet(Math.max(0, read));
                if (hash != null && read > 0) {
                    hash.add(into, offset, read);
                }
                return read;
            } catch (IOException e) {
                failed = true;
                throw e;
            }
        }
    }
}
