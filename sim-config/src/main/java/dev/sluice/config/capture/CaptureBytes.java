// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.SourceReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The bytes that JSON leaves out: from the binary capture, or from files that gfxrecon-convert wrote beside it. */
final class CaptureBytes {
    private static final int SPIRV_MAGIC = 0x0723_0203;
    private static final int CALL_HEADER = 12;
    /** Of a pointer's attributes: its address follows them. */
    static final int HAS_ADDRESS = 0x40;

    private static final int HAS_DATA = 0x80;
    private static final long MAX_SIDE_FILE = 1L << 30;

    private final Path capture;
    private final @Nullable GfxrFile binary;
    /** Whether something was asked for that is nowhere. */
    private boolean lacked;

    CaptureBytes(Path capture, @Nullable GfxrFile binary) {
        this.capture = capture;
        this.binary = binary;
    }

    /**
     * The code of a shader.
     *
     * @param end the byte of its call's block after it
     */
    record Code(ByteBuffer words, int end) {}

    /** The SPIR-V of a call that creates a shader module, or null. */
    @Nullable
    ByteBuffer shader(Struct createInfo) {
        Code code = shader(createInfo, 0);
        return code == null ? null : code.words();
    }

    /** The SPIR-V of a structure that creates a shader module, the first from a byte of its call's block on; null for none. */
    @Nullable
    Code shader(Struct createInfo, int from) {
        ByteBuffer body = body(createInfo.call());
        if (body != null) {
            for (int i = Math.max(from, CALL_HEADER); i + 20 <= body.limit(); i++) {
                if (body.getInt(i) == SPIRV_MAGIC) {
                    int size = (int) Math.max(0, Math.min(createInfo.number("codeSize"), body.limit() - i));
                    return new Code(body.slice(i, size).order(ByteOrder.LITTLE_ENDIAN), i + size);
                }
            }
            return null;
        }
        byte[] file = sideFile(createInfo.raw("pCode"));
        return file == null ? null : new Code(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN), from);
    }

    /** The pages of a block of contents that is there in a file; those of any other file than the binary capture are held. */
    PageBytes.Source pages(FileRange block) {
        GfxrFile from = binary;
        return from == null
                ? PageBytes.Source.NONE
                : offset -> new PageBytes.Filed(from, block.plus(offset).position());
    }

    /**
     * Bytes of the capture, and where they are.
     *
     * @param at where the first of them is in a file
     */
    record Found(byte[] data, FileRange at) {}

    /**
     * The bytes behind the last pointer of a call, such as {@code vkCmdUpdateBuffer}'s {@code pData}, or null.
     *
     * @param scalars bytes of the parameters before the pointer
     */
    @Nullable
    Found trailing(Call call, int scalars, long size, JsonNode json) {
        GfxrFile from = binary;
        if (from == null) {
            Path file = sidePath(json);
            byte[] data = sideFile(json);
            return file != null && data != null && data.length == size ? new Found(data, new FileRange(file, 0)) : null;
        }
        ByteBuffer behind = pointee(call, scalars);
        if (behind == null || behind.remaining() < 8) {
            return null;
        }
        long count = behind.getLong();
        if (count != size || count > behind.remaining()) {
            return null;
        }
        byte[] data = new byte[(int) count];
        int left = behind.remaining() - data.length;
        behind.get(data);
        // the data is what the block ends with, but for what lies behind it
        int number = (int) call.index();
        return new Found(data, from.at(number, from.size(number) - left - data.length));
    }

    /** The bytes that are the last of a call's parameters, from the JSON if that lists them; or null. */
    byte @Nullable [] last(Call call, int size, JsonNode json) {
        ByteBuffer body = body(call);
        if (json.isArray() && json.size() == size) {
            byte[] listed = new byte[size];
            for (int i = 0; i < size; i++) {
                listed[i] = (byte) json.path(i).asInt(0);
            }
            return listed;
        }
        int at = body == null ? -1 : body.limit() - size;
        if (body == null || at < CALL_HEADER + Long.BYTES || body.getLong(at - Long.BYTES) != size) {
            return null;
        }
        byte[] data = new byte[size];
        body.get(at, data);
        return data;
    }

    /**
     * The bytes behind a pointer in each of the structures in a row with which the parameters of a call end. Those of a structure
     * are null if they are not there, or not as many as asked for; so are those of all structures before it, whose places are then
     * not known.
     *
     * @param named what the JSON has in place of each pointer
     * @param sizes how many bytes are asked for behind each
     * @param tail bytes of the call behind the last structure
     * @param row how a structure lies around its pointer
     */
    List<@Nullable Found> inRow(Call call, List<JsonNode> named, List<Long> sizes, int tail, Row row) {
        List<@Nullable Found> found = new ArrayList<>(Collections.nCopies(sizes.size(), null));
        GfxrFile from = binary;
        ByteBuffer body = body(call);
        if (from == null || body == null) {
            for (int i = 0; i < sizes.size(); i++) {
                Path file = sidePath(named.get(i));
                byte[] data = file == null ? null : sideFile(named.get(i));
                boolean whole = data != null && data.length == sizes.get(i);
                found.set(i, file != null && data != null && whole ? new Found(data, new FileRange(file, 0)) : null);
            }
            return found;
        }
        long end = (long) body.limit() - tail;
        for (int i = sizes.size() - 1; i >= 0; i--) {
            long start = end - row.behind() - sizes.get(i);
            if (start - Long.BYTES < CALL_HEADER || body.getLong((int) start - Long.BYTES) != sizes.get(i)) {
                break;
            }
            byte[] data = new byte[(int) (long) sizes.get(i)];
            body.get((int) start, data);
            found.set(i, new Found(data, from.at((int) call.index(), start)));
            end = start - Long.BYTES - row.before();
        }
        return found;
    }

    /**
     * How a structure lies around the bytes behind its pointer.
     *
     * @param before bytes of it before the number of these bytes
     * @param behind bytes of it behind them
     */
    record Row(int before, int behind) {}

    /**
     * What the binary capture holds behind the last pointer of a call, or null.
     *
     * @param scalars bytes of the parameters before the pointer
     */
    @Nullable
    ByteBuffer pointee(Call call, int scalars) {
        ByteBuffer body = body(call);
        int at = CALL_HEADER + scalars;
        if (body == null || at + 4 > body.limit()) {
            return null;
        }
        int attributes = body.getInt(at);
        at += 4 + ((attributes & HAS_ADDRESS) != 0 ? 8 : 0);
        return (attributes & HAS_DATA) == 0 || at > body.limit()
                ? null
                : body.slice(at, body.limit() - at).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The bytes of a file that the JSON names in place of data, or null when it names none. */
    byte @Nullable [] sideFile(JsonNode named) {
        Path file = sidePath(named);
        byte[] found = null;
        try {
            found = file == null ? null : SourceReader.bytesOf(file, MAX_SIDE_FILE, "a file of a capture");
        } catch (ConfigException e) {
            // as if there were none
        }
        lacked |= found == null;
        return found;
    }

    /** Whether a file that the JSON should name was not there. */
    boolean lacked() {
        return lacked;
    }

    /** The file that the JSON names in place of data, which must lie beside the capture; null when it names none. */
    @Nullable
    Path sidePath(JsonNode named) {
        if (!named.isString()
                || named.stringValue().startsWith("0x")
                || named.stringValue().startsWith("[")) {
            return null;
        }
        Path directory = capture.toAbsolutePath().getParent();
        try {
            Path file = directory == null ? Path.of(named.stringValue()) : directory.resolve(named.stringValue());
            return directory != null && !file.normalize().startsWith(directory.normalize()) ? null : file;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private @Nullable ByteBuffer body(Call call) {
        return binary == null ? null : binary.body(call.index());
    }
}
