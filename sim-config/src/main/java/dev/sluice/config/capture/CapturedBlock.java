// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that a block of a capture holds, wherever they lie; a block may have more of them than fit into memory. */
interface CapturedBlock {

    /** How many there are. */
    long size();

    /** Where one of them is in a file. */
    FileRange at(long from);

    /** Some of them; null if they cannot be read. */
    byte @Nullable [] bytes(long from, int count);

    /** The rest of a block of the binary capture. */
    record Binary(GfxrFile file, int index, long header, long size) implements CapturedBlock {
        /** Whether these are all that the block has behind its header. */
        boolean fills() {
            return size == file.size(index) - header;
        }

        @Override
        public FileRange at(long from) {
            return file.at(index, header + from);
        }

        @Override
        public byte @Nullable [] bytes(long from, int count) {
            ByteBuffer part = file.body(index, header + from, count);
            if (part == null || part.remaining() < count) {
                return null;
            }
            byte[] data = new byte[count];
            part.get(data);
            return data;
        }
    }

    /** A file of its own. */
    record Side(FileRange start, byte[] data) implements CapturedBlock {
        @Override
        public long size() {
            return data.length;
        }

        @Override
        public FileRange at(long from) {
            return start.plus(from);
        }

        @Override
        public byte @Nullable [] bytes(long from, int count) {
            return from < 0 || count > data.length - from
                    ? null
                    : Arrays.copyOfRange(data, (int) from, (int) from + count);
        }
    }
}
