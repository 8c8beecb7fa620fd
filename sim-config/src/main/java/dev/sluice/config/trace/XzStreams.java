// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.SingleXZInputStream;
import org.tukaani.xz.XZ;

/**
 * The unpacked bytes of an xz file's streams, one behind the other, with padding between them and at the end.
 *
 * <p>The library's own class for that takes a few bytes of anything else behind a stream for a header that was cut off.
 */
final class XzStreams extends Unpacked {

    private static final int PADDING_UNIT = 4;

    private final PushbackInputStream in;
    private final int memoryKib;
    private @Nullable InputStream stream;

    /**
     * Begins with the first stream.
     *
     * @param memoryKib the most memory that a stream may ask for
     */
    XzStreams(InputStream in, int memoryKib) throws IOException {
        this.in = new PushbackInputStream(in, XZ.HEADER_MAGIC.length);
        this.memoryKib = memoryKib;
        this.stream = new SingleXZInputStream(this.in, memoryKib);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (stream != null) {
            int read = stream.read(into, offset, length);
            if (read >= 0) {
                return read;
            }
            stream = following() ? new SingleXZInputStream(in, memoryKib) : null;
        }
        return -1;
    }

    /** Goes past padding to the next stream's header; false at the end of the file. */
    private boolean following() throws IOException {
        int padding = 0;
        int first = in.read();
        while (first == 0) {
            padding++;
            first = in.read();
        }
        if (padding % PADDING_UNIT != 0) {
            throw new DamagedArchiveException("zeros behind an xz stream come in fours, and here are " + padding);
        }
        if (first < 0) {
            return false;
        }
        in.unread(first);
        byte[] magic = in.readNBytes(XZ.HEADER_MAGIC.length);
        for (int i = 0; i < magic.length; i++) {
            if (magic[i] != XZ.HEADER_MAGIC[i]) {
                throw new DamagedArchiveException("what follows an xz stream begins no other");
            }
        }
        if (magic.length < XZ.HEADER_MAGIC.length) {
            throw new EOFException();
        }
        in.unread(magic);
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
