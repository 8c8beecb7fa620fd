// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import dev.sluice.cli.output.PendingFile;
import dev.sluice.cli.output.WholeFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the event log goes: a file that appears once it is whole, a pipe or device, or stdout. */
public final class LogSink implements AutoCloseable {
    private final OutputStream out;
    private final @Nullable Path name;
    private final @Nullable PendingFile file;

    private LogSink(OutputStream out, @Nullable Path name, @Nullable PendingFile file) {
        this.out = out;
        this.name = name;
        this.file = file;
    }

    /** Opens a file. */
    public static LogSink file(Path name) {
        WholeFile.checkFile(name);
        try {
            PendingFile file = PendingFile.open(name);
            return new LogSink(new Refusing(file.out(), name), name, file);
        } catch (IOException e) {
            throw WholeFile.failed(name, e);
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

    /** The log is whole: puts it in its place. */
    public void keep() {
        if (file != null && name != null) {
            try {
                file.commit();
            } catch (IOException e) {
                throw WholeFile.failed(name, e);
            }
        }
    }

    /** Takes back a log that was not kept. */
    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            } else {
                out.close();
            }
        } catch (IOException e) {
            // of a log that is kept nothing is open any more; of another one nothing is lost
        }
    }

    /** A log that cannot be written is the user's to mend. */
    private static final class Refusing extends FilterOutputStream {
        private final Path name;

        Refusing(OutputStream out, Path name) {
            super(out);
            this.name = name;
        }

        @Override
        public void write(int b) {
            try {
                out.write(b);
            } catch (IOException e) {
                throw WholeFile.failed(name, e);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw WholeFile.failed(name, e);
            }
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
