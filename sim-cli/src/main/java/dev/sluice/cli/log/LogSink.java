// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import dev.sluice.cli.output.WholeFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the event log goes: a file that appears once it is whole, a pipe or device, or stdout. */
public final class LogSink implements AutoCloseable {
    private final OutputStream out;
    private final @Nullable Path target;
    private final @Nullable Path temporary;
    private boolean kept;

    private LogSink(OutputStream out, @Nullable Path target, @Nullable Path temporary) {
        this.out = out;
        this.target = target;
        this.temporary = temporary;
    }

    /** Opens a file. */
    public static LogSink file(Path file) {
        WholeFile.checkFile(file);
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                return new LogSink(Files.newOutputStream(file), null, null);
            }
            Path temporary = WholeFile.temporaryFor(file);
            return new LogSink(Files.newOutputStream(temporary), file, temporary);
        } catch (IOException e) {
            throw WholeFile.failed(file, e);
        }
    }

    /** Writes to a writer that stays open. */
    public static LogSink writer(PrintWriter writer) {
        return new LogSink(new ToWriter(writer), null, null);
    }

    /** What to write to. */
    public OutputStream out() {
        return out;
    }

    /** The log is whole: {@link #close} puts it in its place. */
    public void keep() {
        kept = true;
    }

    @Override
    public void close() {
        try {
            out.close();
            if (temporary != null && target != null) {
                if (kept) {
                    WholeFile.move(temporary, target);
                } else {
                    Files.deleteIfExists(temporary);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The log is ASCII, so that bytes are characters. */
    private static final class ToWriter extends FilterOutputStream {
        private final PrintWriter writer;

        ToWriter(PrintWriter writer) {
            super(OutputStream.nullOutputStream());
            this.writer = writer;
        }

        @Override
        public void write(int b) {
            writer.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            writer.write(new String(bytes, offset, length, StandardCharsets.US_ASCII));
        }

        @Override
        public void flush() {
            writer.flush();
        }

        @Override
        public void close() {
            writer.flush();
        }
    }
}
