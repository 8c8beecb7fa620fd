// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.config.ConfigException;
import dev.sluice.config.capture.SideData;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Outputs that belong together: all of them appear, or none; every fault is a {@link ConfigException}.
 *
 * <p>All are written before the first takes its place. Should the file system fail after that, those that are new are taken away
 * again; one that has replaced another stays, whole.
 */
public final class OutputSet implements AutoCloseable {
    private final Deque<Path> made = new ArrayDeque<>();
    private final List<PendingFile> pending = new ArrayList<>();
    private final List<Path> names = new ArrayList<>();
    private boolean committed;

    /** Adds files in a directory, which is made when missing. */
    public void addAll(Path directory, Map<String, String> files) {
        addDirectory(directory);
        files.forEach((name, text) -> add(directory.resolve(name), text));
    }

    /** Makes a directory when it is missing. */
    public void addDirectory(Path directory) {
        try {
            makeDirectories(directory);
        } catch (IOException e) {
            throw WholeFile.failed(directory, e);
        }
    }

    /** Adds a file of text. */
    public void add(Path file, String text) {
        add(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a file. */
    public void add(Path file, byte[] bytes) {
        try {
            PendingFile one = open(file);
            one.out().write(bytes);
            one.finish();
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
    }

    /** Adds a file of JSON. */
    public void add(Path file, JsonDocument json) {
        try {
            PendingFile one = open(file);
            Writer out = new BufferedWriter(new OutputStreamWriter(one.out(), StandardCharsets.UTF_8));
            json.writeTo(out);
            out.flush();
            one.finish();
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
    }

    /** Adds a file of parts of others, however long they are. */
    public void add(Path file, List<SideData> parts) {
        try {
            PendingFile one = open(file);
            WritableByteChannel out = Channels.newChannel(one.out());
            for (SideData part : parts) {
                copy(part, out);
            }
            one.finish();
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
    }

    /** All are whole: puts them in their places. */
    public void commit() {
        for (int i = 0; i < pending.size(); i++) {
            try {
                pending.get(i).commit();
            } catch (IOException e) {
                throw WholeFile.failed(names.get(i), e);
            }
        }
        committed = true;
    }

    /** Takes back what was not committed. */
    @Override
    public void close() {
        for (PendingFile one : pending) {
            try {
                if (!committed) {
                    one.revert();
                }
                one.close();
            } catch (IOException e) {
                // what went wrong before is what the user hears of
            }
        }
        if (!committed) {
            made.forEach(OutputSet::remove);
        }
    }

    private PendingFile open(Path file) throws IOException {
        PendingFile one = PendingFile.open(file);
        pending.add(one);
        names.add(file);
        return one;
    }

    private static void copy(SideData part, WritableByteChannel out) throws IOException {
        try (FileChannel in = FileChannel.open(part.file(), StandardOpenOption.READ)) {
            for (long done = 0; done < part.size(); ) {
                long more = in.transferTo(part.offset() + done, part.size() - done, out);
                if (more <= 0) {
                    throw new IOException(part.file() + " became shorter while it was in use");
                }
                done += more;
            }
        }
    }

    private void makeDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path at = directory.toAbsolutePath().normalize(); at != null && !Files.exists(at); at = at.getParent()) {
            missing.push(at);
        }
        for (Path one : missing) {
            Files.createDirectory(one);
            made.push(one);
        }
    }

    private static void remove(Path directory) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // not empty: somebody else writes there too
        }
    }
}
