// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceSink;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Writes a run's accesses as CSV, packed as the file's name says. */
public final class CsvTraceWriter implements TraceSink, AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final String COLUMNS =
            "time,after,unit,client,kind,device_address,size,mask,sectors,flags,site,atomic,cache,ranges,data,writers,"
                    + "operands,image\n";

    private static final HexFormat HEX = HexFormat.of();

    private final OutputStream out;
    private final StringBuilder line = new StringBuilder(128);
    private long records;

    /**
     * Begins to write.
     *
     * @param name of the file, whose ending says how to pack it
     * @param about a line for people at the beginning
     * @throws UncheckedIOException if nothing can be written
     */
    public CsvTraceWriter(OutputStream file, String name, String about) {
        try {
            out = new BufferedOutputStream(Compression.ofName(name).packed(file), BUFFER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line.append("# ").append(about.replaceAll("\\s", " ")).append('\n').append(COLUMNS);
        put();
    }

    /** Records written so far. */
    public long records() {
        return records;
    }

    @Override
    public void write(TraceRecord record) {
        records++;
        if (record.time != TraceRecord.NO_TIME) {
            line.append(record.time);
        }
        line.append(',');
        if (record.after != TraceRecord.LAST) {
            line.append(record.after);
        }
        line.append(',');
        if (record.kind.access() || record.kind == TraceKind.CLEAR || record.kind == TraceKind.CONTENTS) {
            access(record);
        } else if (record.kind == TraceKind.ENTER) {
            whose(record);
            line.append(",,,,,,,,");
        } else {
            order(record);
        }
        line.append('\n');
        put();
    }

    /** Unit, client, kind and address. */
    private void whose(TraceRecord record) {
        if (record.entrance.ofComputeUnit() || record.entrance.ofRenderOutputUnit()) {
            line.append(record.unit);
        }
        line.append(',');
        if (record.entrance != Entrance.STORAGE) {
            line.append(record.entrance.key());
        }
        line.append(',').append(record.kind.key()).append(",0x");
        line.append(Long.toHexString(record.address));
    }

    private void access(TraceRecord record) {
        whose(record);
        line.append(',').append(record.size).append(',');
        if (record.masked) {
            mask(record);
        }
        line.append(',');
        if (record.sectors != 0) {
            line.append("0x").append(Integer.toHexString(record.sectors));
        }
        line.append(',');
        flags(record);
        line.append(',');
        if (record.site != 0) {
            line.append("0x").append(Long.toHexString(record.site));
        }
        line.append(',');
        TraceAtomic atomic = record.atomic;
        if (atomic != null) {
            line.append(atomic.operation()).append(' ').append(atomic.type());
            atomic.offsets().forEach(offset -> line.append(' ').append((int) offset));
        }
        line.append(",,");
        if (record.data.length > 0 || atomic != null && !atomic.operands().isEmpty()) {
            bytes(record, atomic);
        }
    }

    /** Bytes, who wrote them, and operands: only traces of devices that compress have them. */
    private void bytes(TraceRecord record, @Nullable TraceAtomic atomic) {
        line.append(',');
        HEX.formatHex(line, record.data);
        line.append(',');
        record.writers.appendTo(line);
        if (atomic != null) {
            line.append(',');
            for (int i = 0; i < atomic.operands().size(); i++) {
                line.append(i == 0 ? "" : " ")
                        .append(Long.toUnsignedString(atomic.operands().get(i)));
                if (!atomic.compares().isEmpty()) {
                    line.append(':')
                            .append(Long.toUnsignedString(atomic.compares().get(i)));
                }
            }
        }
    }

    /** The mask's words from the last one on: its first hexadecimal digit is of its last byte. */
    private void mask(TraceRecord record) {
        int word = TraceRecord.MASK_WORDS - 1;
        while (word > 0 && record.mask[word] == 0) {
            word--;
        }
        line.append("0x").append(Long.toHexString(record.mask[word]));
        while (--word >= 0) {
            String digits = Long.toHexString(record.mask[word]);
            line.append("0".repeat(Long.SIZE / 4 - digits.length())).append(digits);
        }
    }

    private void flags(TraceRecord record) {
        int begin = line.length();
        CsvWords.FLAGS.forEach((word, bit) -> {
            if ((record.flags & bit) != 0) {
                line.append(line.length() == begin ? "" : "+").append(word);
            }
        });
    }

    private void order(TraceRecord record) {
        if (record.kind == TraceKind.RESOURCE || record.kind == TraceKind.SURFACE || record.kind == TraceKind.STORAGE) {
            line.append(record.unit);
        }
        line.append(",,").append(record.kind.key()).append(",,,,,");
        if (record.kind != TraceKind.RESET) {
            flags(record);
        }
        line.append(",,,").append(record.cache).append(',');
        for (int i = 0; i < record.ranges.length; i += 2) {
            line.append(i == 0 ? "0x" : " 0x")
                    .append(Long.toHexString(record.ranges[i]))
                    .append('+')
                    .append(record.ranges[i + 1] - record.ranges[i]);
        }
        if (record.surface != null) {
            line.append(",,,,");
            record.surface.appendTo(line);
        } else if (record.storage != null) {
            line.append(",,,,");
            record.storage.appendTo(line);
        }
    }

    private void put() {
        try {
            out.write(line.toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line.setLength(0);
    }

    /** Ends the file. */
    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
