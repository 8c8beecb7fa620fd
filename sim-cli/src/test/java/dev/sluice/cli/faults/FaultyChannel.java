// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import dev.sluice.cli.faults.FaultPlan.Call;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** An open file whose calls fail as the {@link FaultPlan} says. */
final class FaultyChannel extends FileChannel {
    private final FileChannel real;
    private final Path path;

    FaultyChannel(FileChannel real, Path path) {
        this.real = real;
        this.path = path;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        FaultPlan.call(Call.READ, path);
        return real.read(bytes);
    }

    @Override
    public int read(ByteBuffer bytes, long position) throws IOException {
        FaultPlan.call(Call.READ, path);
        return real.read(bytes, position);
    }

    @Override
    public long read(ByteBuffer[] buffers, int offset, int length) throws IOException {
        FaultPlan.call(Call.READ, path);
        return real.read(buffers, offset, length);
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        FaultPlan.call(Call.WRITE, path);
        int limit = bytes.limit();
        bytes.limit(bytes.position() + FaultPlan.room(bytes.remaining(), path));
        try {
            return real.write(bytes);
        } finally {
            bytes.limit(limit);
        }
    }

    @Override
    public int write(ByteBuffer bytes, long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        return real.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        FaultPlan.call(Call.CHANGE, path);
        real.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        FaultPlan.call(Call.WRITE, path);
        real.force(metaData);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        FaultPlan.call(Call.READ, path);
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        FaultPlan.call(Call.READ, path);
        return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        // whatever it says, a file is closed after close
        real.close();
        FaultPlan.call(Call.CLOSE, path);
    }
}
