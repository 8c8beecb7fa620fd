// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The process's standard output, which remembers that a write failed: the writers above it swallow that.
 *
 * <p>After the first fault nothing more is written, so that no document has a hole.
 */
final class ReportStream extends FilterOutputStream {
    private @Nullable IOException failure;

    ReportStream(OutputStream out) {
        super(out);
    }

    /** The process's own. */
    static ReportStream standardOutput() {
        return new ReportStream(new FileOutputStream(FileDescriptor.out));
    }

    /** What went wrong first; null for nothing. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Whether whoever read the output has closed it. */
    boolean closedByReader() {
        String message = failure == null ? null : failure.getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).contains("pipe");
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
