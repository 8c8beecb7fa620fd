// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A temporary file that keeps the traces of all slices of a run, chunk by chunk; it goes when it is closed. */
final class TraceSpill implements AutoCloseable {

    /** Of each chunk its owner, its place in the file, and its words. */
    private record Chunk(long place, int words) {}

    private final FileChannel file;
    private final List<List<Chunk>> chunks = new ArrayList<>();
    private long end;

    TraceSpill() {
        try {
            Path path = Files.createTempFile("sluice-", ".lookups");
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            throw new UncheckedIOException("the look-ups for --optimal have no temporary file", e);
        }
    }

    int newOwner() {
        chunks.add(new ArrayList<>());
        return chunks.size() - 1;
    }

    void append(int owner, long[] words, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
        bytes.asLongBuffer().put(words, 0, count);
        chunks.get(owner).add(new Chunk(end, count));
        try {
            while (bytes.hasRemaining()) {
                end += file.write(bytes, end);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the look-ups for --optimal do not fit into a temporary file", e);
        }
    }

    long[] read(int owner, int total) {
        long[] all = new long[total];
        int at = 0;
        for (Chunk chunk : chunks.get(owner)) {
            ByteBuffer bytes = ByteBuffer.allocate(chunk.words * Long.BYTES);
            try {
                while (bytes.hasRemaining()) {
                    if (file.read(bytes, chunk.place + bytes.position()) < 0) {
                        throw new IOException("cut short");
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the look-ups for --optimal cannot be read back", e);
            }
            bytes.flip().asLongBuffer().get(all, at, chunk.words);
            at += chunk.words;
        }
        return all;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
