// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import dev.sluice.machine.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trace in a file, opened: its accesses are read while they are replayed, so that it may be of any length. Faults come out as
 * {@link ConfigException} wherever the reading has come to.
 */
public final class TraceFile implements AutoCloseable {

    private final TraceFormat format;
    private final Source source;
    private final Trace trace;
    private final TraceInput first;

    /** Where the bytes come from. */
    interface Source extends AutoCloseable {
        /** Bytes of all files. */
        long size();

        /** Bytes of them that were read; may be asked from another thread. */
        long read();

        /** The files. */
        List<Path> files();

        @Override
        void close();
    }

    private record One(TraceInput in, Path path) implements Source {
        @Override
        public long size() {
            return in.size();
        }

        @Override
        public long read() {
            return in.read();
        }

        @Override
        public List<Path> files() {
            return List.of(path);
        }

        @Override
        public void close() {
            in.close();
        }
    }

    private TraceFile(TraceFormat format, Source source, Trace trace, TraceInput first) {
        this.format = format;
        this.source = source;
        this.trace = trace;
        this.first = first;
    }

    /**
     * Opens a trace.
     *
     * @param wanted its format; null to have it told by its name and contents
     * @throws ConfigException if there is no such file, or it is no trace
     */
    public static TraceFile open(Path path, @Nullable TraceFormat wanted) {
        TraceInput in = TraceInput.open(path);
        try {
            Path last = path.getFileName();
            String file = last == null ? path.toString() : last.toString();
            String name = Compression.plainName(file);
            TraceFormat format = wanted == null ? TraceFormat.of(file, in) : wanted;
            if (format != TraceFormat.CSV && in.peek(1).length == 0) {
                throw new ConfigException(in.file(), "is empty; a trace of the format " + format + " was expected");
            }
            if (format == TraceFormat.ACCEL_SIM) {
                AccelSimTrace trace = new AccelSimTrace(name, path, in);
                return new TraceFile(format, trace, trace, in);
            }
            Trace trace = switch (format) {
                case CSV -> new CsvTrace(name, in);
                case LACKEY -> new LackeyTrace(name, in);
                case CHAMPSIM -> new ChampSimTrace(name, in);
                default -> new OracleGeneralTrace(name, in);
            };
            return new TraceFile(format, new One(in, path), trace, in);
        } catch (ConfigException e) {
            in.close();
            throw e;
        }
    }

    /** What is in it. */
    public Trace trace() {
        return trace;
    }

    /** Its format. */
    public TraceFormat format() {
        return format;
    }

    /** Bytes of its files. */
    public long size() {
        return source.size();
    }

    /** Bytes of them that were read so far; may be asked from another thread. */
    public long read() {
        return source.read();
    }

    /** Its files. */
    public List<Path> files() {
        return source.files();
    }

    /**
     * The SHA-256 of the first file's bytes, in hexadecimal digits, if it is a pipe, which nobody reads again; else null. To be asked
     * once, when the trace was read to its end.
     */
    public @Nullable String sha256OfPipe() {
        return first.sha256OfPipe();
    }

    @Override
    public void close() {
        source.close();
    }
}
