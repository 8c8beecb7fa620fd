// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

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
import org.jspecify.annotations.Nullable;

/**
 * The binary capture: an index of its blocks, made in one pass that also finds out how far the file is whole.
 *
 * <p>Little endian: {@code 'GFXR' u32 major u32 minor u32 nOptions {u32 key, u32 value}*}, then blocks of
 * {@code u64 size, u32 type, size bytes}. Source: gfxreconstruct, {@code framework/format/format.h}.
 *
 * <p>A program that is killed leaves half a block at the end. The blocks before it are as good as ever, so a file that is cut
 * off or damaged has fewer blocks, and says why.
 */
final class GfxrFile implements Closeable {
    static final int META = 3;
    static final int CALL = 4;
    static final int METHOD = 6;
    static final int FILL_MEMORY = 2;
    static final int SWAPCHAIN_STATE = 4;
    static final int INIT_BUFFER = 7;
    static final int INIT_IMAGE = 8;
    static final int MEMORY_PROPERTIES = 12;
    /** The meta blocks whose contents are taken over. */
    static final Set<Integer> TAKEN = Set.of(FILL_MEMORY, SWAPCHAIN_STATE, INIT_BUFFER, INIT_IMAGE, MEMORY_PROPERTIES);

    private static final int MAGIC = 0x52584647;
    private static final int COMPRESSION_OPTION = 1;
    private static final int COMPRESSED = 0x8000_0000;
    private static final int HEADER = 16;
    private static final int BLOCK_HEADER = 12;
    private static final int MAX_BODY = 1 << 30;
    private static final int MAX_OPTIONS = 1024;
    /** The types of blocks are small numbers; anything else is no block. */
    private static final int MAX_TYPE = 255;

    private final Path path;
    private final @Nullable FileChannel channel;
    private long[] offsets = new long[64];
    private int[] types = new int[64];
    private int count;
    private final List<Meta> metas = new ArrayList<>();
    private @Nullable String problem;
    private int compressed;

    /**
     * A meta block.
     *
     * @param index its position in the capture
     * @param id the low 16 bits of its meta id
     */
    record Meta(int index, int id) {}

    GfxrFile(Path path) {
        this.path = path;
        FileChannel opened = null;
        try {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
                problem = scan(in, Files.size(path));
            }
            opened = FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            count = 0;
            metas.clear();
            problem = SourceReader.unreadable(path.toString(), e).problem();
        }
        channel = opened;
    }

    /** The number of whole blocks. */
    int count() {
        return count;
    }

    /** Why the file has no more blocks than it has; null if it ends where a block does. */
    @Nullable
    String problem() {
        return problem;
    }

    /** How many blocks were asked for that are compressed, and so cannot be read. */
    int compressed() {
        return compressed;
    }

    /** Gives up the blocks from an index on, because they are not those of the capture. */
    void end(int index, String why) {
        count = Math.min(count, index);
        problem = why;
    }

    /** The index of the first call after one, or the number of blocks if there is none. */
    int callAfter(long index) {
        if (index >= count) {
            return count;
        }
        int at = (int) index + 1;
        while (at < count && type(at) != CALL && type(at) != METHOD) {
            at++;
        }
        return at;
    }

    /** The type of a block, without the bit that says that it is compressed. */
    int type(int index) {
        return types[index] & ~COMPRESSED;
    }

    /** The meta blocks in order. */
    List<Meta> metas() {
        return metas;
    }

    /** The bytes of a block after its header; null if the file has no such block or if it cannot be read. */
    @Nullable
    ByteBuffer body(long index) {
        return body(index, 0, Long.MAX_VALUE);
    }

    /** The page of memory at a byte of the file; zeros where it can no longer be read. */
    byte[] page(long position) {
        ByteBuffer bytes = ByteBuffer.allocate(MemoryShadow.PAGE);
        FileChannel open = channel;
        try {
            int read = open == null ? -1 : open.read(bytes, position);
            while (open != null && read >= 0 && bytes.hasRemaining()) {
                read = open.read(bytes, position + bytes.position());
            }
        } catch (IOException e) {
            problem = "it cannot be read any more: " + e.getMessage();
        }
        return bytes.array();
    }

    /** How many bytes a block has after its header. */
    long size(int index) {
        return offsets[index + 1] - offsets[index] - BLOCK_HEADER;
    }

    /** Where a byte of a block is, counted from after its header. */
    FileRange at(int index, long from) {
        return new FileRange(path, offsets[index] + BLOCK_HEADER + from);
    }

    /**
     * A part of what a block has after its header; null if the file has no such block or if it cannot be read.
     *
     * @param most how many bytes at most
     */
    @Nullable
    ByteBuffer body(long index, long from, long most) {
        FileChannel open = channel;
        if (open == null || index >= count) {
            return null;
        }
        int number = (int) index;
        if ((types[number] & COMPRESSED) != 0) {
            compressed++;
            return null;
        }
        long size = Math.max(0, Math.min(most, size(number) - from));
        if (size > MAX_BODY) {
            end(number, "block " + index + " has " + size + " bytes; more than 1 GiB is not read");
            return null;
        }
        ByteBuffer body = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        long start = at(number, from).position();
        try {
            while (body.hasRemaining()) {
                if (open.read(body, start + body.position()) < 0) {
                    end(number, "it is cut off in block " + index);
                    return null;
                }
            }
        } catch (IOException e) {
            end(number, "block " + index + " cannot be read: " + e.getMessage());
            return null;
        }
        return body.flip();
    }

    /** Finds the blocks; says what is wrong where they end before the file does. */
    private @Nullable String scan(InputStream in, long size) throws IOException {
        if (size < HEADER) {
            return size == 0 ? "it is empty" : "it is cut off in its header";
        }
        ByteBuffer header = take(in, HEADER);
        if (header.getInt() != MAGIC) {
            return "it is no gfxreconstruct capture: it does not begin with 'GFXR'";
        }
        header.getInt();
        header.getInt();
        int options = header.getInt();
        if (options < 0 || options > MAX_OPTIONS) {
            return "its header is broken";
        }
        if (HEADER + 8L * options > size) {
            return "it is cut off in its header";
        }
        for (int i = 0; i < options; i++) {
            ByteBuffer option = take(in, 8);
            boolean compression = option.getInt() == COMPRESSION_OPTION;
            int kind = option.getInt();
            if (compression && (kind < 0 || kind > 3)) {
                return "its header names an unknown compression, " + kind;
            }
        }
        long at = HEADER + 8L * options;
        offsets[0] = at;
        while (at < size) {
            String wrong = block(in, at, size);
            if (wrong != null) {
                return wrong;
            }
            at = offsets[count];
        }
        return null;
    }

    /** Takes one block; says what is wrong with it if it cannot. */
    private @Nullable String block(InputStream in, long at, long size) throws IOException {
        String place = " in block " + count + ", at byte " + at;
        if (size - at < BLOCK_HEADER) {
            return "it is cut off" + place;
        }
        ByteBuffer header = take(in, BLOCK_HEADER);
        long length = header.getLong();
        int type = header.getInt();
        long rest = size - at - BLOCK_HEADER;
        if (length < 0 || (type & ~COMPRESSED) > MAX_TYPE) {
            return "it is damaged" + place;
        }
        if (length > rest) {
            return "it is cut off" + place;
        }
        if (count == Integer.MAX_VALUE - 16) {
            return "it has too many blocks";
        }
        grow();
        types[count] = type;
        long taken = 0;
        if ((type & ~COMPRESSED) == META && length >= 4) {
            int id = take(in, 4).getInt() & 0xffff;
            taken = 4;
            metas.add(new Meta(count, id));
        }
        in.skipNBytes(length - taken);
        count++;
        offsets[count] = at + BLOCK_HEADER + length;
        return null;
    }

    /** Makes room for a block and for the end of it. */
    private void grow() {
        if (count + 1 == offsets.length) {
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
        FileChannel open = channel;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (IOException e) {
            // it was read from only
            problem = e.getMessage();
        }
    }
}
