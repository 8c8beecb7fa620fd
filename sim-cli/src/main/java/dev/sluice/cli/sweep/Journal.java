// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.output.WholeFile;
import dev.sluice.config.ConfigException;
import dev.sluice.result.Counted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a sweep on disk, a line each behind a header, appended and forced to the disk as they come. A process that is killed
 * leaves at most a torn last line, which is as if it had never been there.
 */
public final class Journal implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final Map<Integer, PointRecord> records;

    private Journal(Path file, FileChannel channel, Map<Integer, PointRecord> records) {
        this.file = file;
        this.channel = channel;
        this.records = records;
    }

    /**
     * What a journal holds.
     *
     * @param bytes how much of the file is whole lines
     */
    public record Content(SweepHeader header, Map<Integer, PointRecord> records, long bytes) {}

    /**
     * Reads a journal; null when not even its header is whole.
     *
     * @throws ConfigException for a file that is none
     */
    public static @Nullable Content read(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new ConfigException(file.toString(), "cannot be read: " + WholeFile.why(e));
        }
        int[] ends =
                IntStream.range(0, bytes.length).filter(i -> bytes[i] == '\n').toArray();
        if (ends.length == 0 && isTornHeader(bytes)) {
            return null;
        }
        String first = ends.length == 0 ? null : text(bytes, 0, ends[0]);
        SweepHeader header = first == null ? null : SweepHeader.of(first);
        if (header == null) {
            throw new ConfigException(file.toString(), "is no journal of a sweep");
        }
        @Nullable
        PointRecord[] read = IntStream.range(1, ends.length)
                .parallel()
                .mapToObj(i -> record(bytes, ends[i - 1] + 1, ends[i]))
                .toArray(PointRecord[]::new);
        Map<Integer, PointRecord> records = new TreeMap<>();
        long whole = ends[0] + 1L;
        for (int i = 1; i < ends.length; i++) {
            PointRecord record = read[i - 1];
            if (record == null) {
                if (i == ends.length - 1) {
                    break; // torn, with rubbish of the file system behind it
                }
                throw new ConfigException(file.toString(), i + 1, 1, "is no record of a point");
            }
            if (record.index() < 0 || record.index() >= header.points()) {
                throw new ConfigException(file.toString(), i + 1, 1, "the sweep has no point " + (record.index() + 1));
            }
            PointRecord twin = records.putIfAbsent(record.index(), record);
            if (twin != null && !twin.equals(record)) {
                throw new ConfigException(
                        file.toString(),
                        i + 1,
                        1,
                        "tells point " + (record.index() + 1) + " once more, with other results than before");
            }
            whole = ends[i] + 1L;
        }
        return new Content(header, records, whole);
    }

    /** Whether a file without a line is a header under way, or nothing, and no file of somebody else's. */
    private static boolean isTornHeader(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.startsWith(SweepHeader.BEGIN)
                || SweepHeader.BEGIN.startsWith(text)
                || text.chars().allMatch(each -> each == 0); // as a lost machine leaves it
    }

    private static @Nullable PointRecord record(byte[] bytes, int from, int to) {
        String line = text(bytes, from, to);
        return line == null ? null : PointRecord.of(line);
    }

    /** The text of a line; null for what is none. */
    private static @Nullable String text(byte[] bytes, int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /**
     * Opens the journal of a sweep.
     *
     * @param points of the sweep
     * @param resume whether to go on with one that is there already
     * @throws ConfigException when it is another sweep's, or somebody else is at work on it
     */
    public static Journal open(Path folder, SweepHeader header, List<Point> points, boolean resume) {
        Path file = folder.resolve(header.shard().journal());
        try {
            Files.createDirectories(folder);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                lock(file, channel);
                return opened(file, channel, header, points, resume);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
    }

    private static Journal opened(
            Path file, FileChannel channel, SweepHeader header, List<Point> points, boolean resume) throws IOException {
        Content old = channel.size() == 0 ? null : read(file);
        if (old == null) {
            channel.truncate(0);
            Journal journal = new Journal(file, channel, new TreeMap<>());
            journal.write(header.line() + "\n");
            return journal;
        }
        if (!resume) {
            throw new ConfigException(
                    file.toString(),
                    "a sweep was begun here, and " + old.records().size() + " of its "
                            + Counted.of(old.header().points(), "point is", "points are")
                            + " done; --resume goes on with it, or name another -o");
        }
        String difference = old.header().difference(header);
        if (difference != null) {
            throw new ConfigException(
                    file.toString(), "is another sweep: " + difference + "; name another -o, or delete this one");
        }
        for (PointRecord record : old.records().values()) {
            if (!record.key().equals(points.get(record.index()).key())) {
                throw new ConfigException(
                        file.toString(), "point " + (record.index() + 1) + " was run with other inputs than now");
            }
        }
        channel.truncate(old.bytes());
        channel.position(old.bytes());
        return new Journal(file, channel, old.records());
    }

    /** Two processes at one journal would repeat each other's points. */
    private static void lock(Path file, FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new ConfigException(file.toString(), "another process is running this sweep");
            }
        } catch (OverlappingFileLockException e) {
            throw new ConfigException(file.toString(), "this process is running this sweep already");
        } catch (IOException e) {
            // a file system without locks: whoever has one knows
        }
    }

    /** The records so far, by the index of their points. */
    public Map<Integer, PointRecord> records() {
        return new TreeMap<>(records);
    }

    /** Adds records; they are on the disk when this returns. */
    public void append(List<PointRecord> more) {
        StringBuilder lines = new StringBuilder();
        for (PointRecord record : more) {
            lines.append(record.line()).append('\n');
        }
        try {
            write(lines.toString());
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
        more.forEach(record -> records.put(record.index(), record));
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
    }

    private static String unlisted(Path folder, IOException problem) {
        if (Files.isDirectory(folder)) {
            return "cannot be listed: " + WholeFile.why(problem);
        }
        return Files.exists(folder)
                ? "is a file; expected a directory in which a part of a sweep ran"
                : "no such directory";
    }

    /** The journals in a folder, by name. */
    public static List<Path> in(Path folder) {
        List<Path> journals = new ArrayList<>();
        try (var files = Files.list(folder)) {
            files.filter(file -> String.valueOf(file.getFileName()).matches("journal(-[0-9]+-of-[0-9]+)?\\.jsonl"))
                    .sorted()
                    .forEach(journals::add);
        } catch (IOException e) {
            throw new ConfigException(folder.toString(), unlisted(folder, e));
        }
        return journals;
    }
}
