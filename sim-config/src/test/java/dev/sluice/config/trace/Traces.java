// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.TraceBlock;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads traces to their end. */
public final class Traces {
    private Traces() {}

    /** A file with bytes in it. */
    static Path file(Path folder, String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every record of a trace of accesses. */
    static List<TraceRecord> records(Path file, @Nullable TraceFormat format) {
        List<TraceRecord> all = new ArrayList<>();
        try (TraceFile open = TraceFile.open(file, format)) {
            AccessTrace trace = (AccessTrace) open.trace();
            TraceRecord record = new TraceRecord();
            while (trace.next(record)) {
                TraceRecord copy = new TraceRecord();
                copy.copy(record);
                all.add(copy);
            }
        }
        return all;
    }

    /** Reads a trace to its end, whatever it is. */
    public static void drain(Path file, @Nullable TraceFormat format) {
        try (TraceFile open = TraceFile.open(file, format)) {
            if (open.trace() instanceof AccessTrace trace) {
                TraceRecord record = new TraceRecord();
                while (trace.next(record)) {
                    if (record.kind.access() && record.size == 0 && record.sectors == 0) {
                        throw new AssertionError("an access of nothing");
                    }
                }
                trace.notes();
            } else {
                drain((GridTrace) open.trace());
            }
        }
    }

    static void drain(GridTrace trace) {
        while (trace.nextKernel() != null) {
            TraceBlock block;
            while ((block = trace.nextBlock()) != null) {
                for (int i = 0; i < block.warps(); i++) {
                    TraceBlock.Cursor at = block.cursor(i);
                    while (at.advance()) {
                        if (at.lanes() == 0 || at.width() == 0 || at.kind().ordinal() > TraceKind.ATOMIC.ordinal()) {
                            throw new AssertionError("an access of nothing");
                        }
                    }
                }
            }
        }
        trace.notes();
    }
}
