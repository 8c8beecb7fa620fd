// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.SourceReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A part of a file, read when it is asked for: a program may have more of them than memory holds. */
final class FileData implements DataSource {
    private final Path path;
    private final long offset;
    private final int size;
    private final DataType type;

    FileData(Path path, long offset, int size, DataType type) {
        this.path = path;
        this.offset = offset;
        this.size = size;
        this.type = type;
    }

    /**
     * The number of bytes of a file that can be read.
     *
     * @throws ConfigException when it cannot
     */
    static long sizeOf(Path path) {
        if (Files.isDirectory(path)) {
            throw new ConfigException(path.toString(), "is a directory, not a file");
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            return file.size();
        } catch (NoSuchFileException e) {
            throw new ConfigException(path.toString(), "no such file");
        } catch (IOException e) {
            throw SourceReader.unreadable(path.toString(), e);
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            while (bytes.hasRemaining()) {
                if (file.read(bytes, offset + bytes.position()) < 0) {
                    throw ConfigException.unreadable(path.toString(), "became shorter while it was in use");
                }
            }
        } catch (IOException e) {
            throw SourceReader.unreadable(path.toString(), e);
        }
        return bytes.array();
    }

    @Override
    public DataType type() {
        return type;
    }
}
