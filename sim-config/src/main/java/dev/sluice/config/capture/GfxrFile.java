// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.SourceReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The binary capture: an index of its blocks, made in one pass that also finds out whether the file is whole.
 *
 * <p>Little endian: {@code 'GFXR' u32 major u32 minor u32 nOptions {u32 key, u32 value}*}, then blocks of
 * {@code u64 size, u32 type, size bytes}. Source: gfxreconstruct, {@code framework/format/format.h}.
 */
final class GfxrFile implements Closeable {
    static final int META = 3;
    static final int CALL = 4;
    static final int METHOD = 6;
    static final int FILL_MEMORY = 2;
    static final int INIT_BUFFER = 7;
    static final int MEMORY_PROPERTIES = 12;
    /** The meta blocks whose contents are taken over. */
    static final Set<Integer> TAKEN = Set.of(FILL_MEMORY, INIT_BUFFER, MEMORY_PROPERTIES);

    private static final int MAGIC = 0x52584647;
    private static final int COMPRESSION_OPTION = 1;
    private static final int COMPRESSED = 0x8000_0000;
    private static final int HEADER = 16;
    private static final int BLOCK_HEADER = 12;
    private static final int MAX_BODY = 1 << 30;
    private static final int MAX_OPTIONS = 1024;

    private final String name;
    private final FileChannel channel;
    private long[] offsets = new long[64];
    private int[] types = new int[64];
    private int count;
    private final List<Meta> metas = new ArrayList<>();

    /**
     * A meta block.
     *
     * @param index its position in the capture
     * @param id the low 16 bits of its meta id
     */
    record Meta(int index, int id) {}

    GfxrFile(Path path) {
        name = path.toString();
        FileChannel opened = null;
        try {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
                scan(in, Files.size(path));
            }
            opened = FileChannel.open(path, StandardOpenOption.READ);
        } catch (EOFException e) {
            throw new ConfigException(name, "is cut off");
        } catch (IOException e) {
            throw SourceReader.unreadable(name, e);
        }
        channel = opened;
    }

    /** The number of blocks. */
    int count() {
        return count;
    }

    /** The type of a block, without the bit that says that it is compressed. */
    int type(int index) {
        return types[index] & ~COMPRESSED;
    }

    /** The meta blocks in order. */
    List<Meta> metas() {
        return metas;
    }

    ConfigException error(String problem) {
        return new ConfigException(name, problem);
    }

    /**
     * The bytes of a block after its header.
     *
     * @throws ConfigException when the block is compressed
     */
    ByteBuffer body(int index) {
        long start = offsets[index] + BLOCK_HEADER;
        long end = offsets[index + 1];
        if ((types[index] & COMPRESSED) != 0) {
            throw error("block " + index + " is compressed; record with GFXRECON_CAPTURE_COMPRESSION_TYPE=NONE, "
                    + "or recompress the file with gfxrecon-compress NONE");
        }
        if (end - start > MAX_BODY) {
            throw error("block " + index + " has " + (end - start) + " bytes; more than 1 GiB is not read");
        }
        ByteBuffer body = ByteBuffer.allocate((int) (end - start)).order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (body.hasRemaining()) {
                if (channel.read(body, start + body.position()) < 0) {
                    throw error("block " + index + " is cut off");
                }
            }
        } catch (IOException e) {
            throw SourceReader.unreadable(name, e);
        }
        return body.flip();
    }

    private void scan(InputStream in, long size) throws IOException {
        if (size < HEADER) {
            throw error(size == 0 ? "the file is empty" : "is cut off in the file header");
        }
        ByteBuffer header = take(in, HEADER);
        if (header.getInt() != MAGIC) {
            throw error("is no gfxreconstruct capture: it does not begin with 'GFXR'");
        }
        header.getInt();
        header.getInt();
        int options = header.getInt();
        if (options < 0 || options > MAX_OPTIONS) {
            throw error("has a broken file header");
        }
        if (HEADER + 8L * options > size) {
            throw error("is cut off in the file header");
        }
        for (int i = 0; i < options; i++) {
            ByteBuffer option = take(in, 8);
            boolean compression = option.getInt() == COMPRESSION_OPTION;
            int kind = option.getInt();
            if (compression && (kind < 0 || kind > 3)) {
                throw error("names an unknown compression, " + kind);
            }
        }
        long at = HEADER + 8L * options;
        while (at < size) {
            at = block(in, at, size);
        }
        grow();
        offsets[count] = at;
    }

    private long block(InputStream in, long at, long size) throws IOException {
        if (size - at < BLOCK_HEADER) {
            throw error("is cut off: block " + count + " at byte " + at + " lacks its header");
        }
        ByteBuffer header = take(in, BLOCK_HEADER);
        long length = header.getLong();
        int type = header.getInt();
        long rest = size - at - BLOCK_HEADER;
        if (length < 0 || length > rest) {
            throw error("is cut off: block " + count + " at byte " + at + " should have "
                    + Long.toUnsignedString(length) + " bytes, and " + rest + " are left");
        }
        if (count == Integer.MAX_VALUE - 16) {
            throw error("has too many blocks");
        }
        grow();
        offsets[count] = at;
        types[count] = type;
        long taken = 0;
        if ((type & ~COMPRESSED) == META && length >= 4) {
            int id = take(in, 4).getInt() & 0xffff;
            taken = 4;
            metas.add(new Meta(count, id));
        }
        in.skipNBytes(length - taken);
        count++;
        return at + BLOCK_HEADER + length;
    }

    private void grow() {
        if (count == offsets.length) {
            int more = (int) Math.min(Integer.MAX_VALUE - 8L, count * 2L);
            offsets = Arrays.copyOf(offsets, more);
            types = Arrays.copyOf(types, more);
        }
    }

    private static ByteBuffer take(InputStream in, int bytes) throws IOException {
        byte[] data = in.readNBytes(bytes);
        if (data.length < bytes) {
            throw new EOFException();
        }
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw SourceReader.unreadable(name, e);
        }
    }
}
