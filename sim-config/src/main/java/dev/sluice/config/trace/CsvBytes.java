// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceStorage;
import dev.sluice.machine.trace.TraceSurface;
import dev.sluice.machine.trace.TraceWriters;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns of traces in CSV that only those with bytes have. */
final class CsvBytes {

    private final CsvFields fields;

    CsvBytes(CsvFields fields) {
        this.fields = fields;
    }

    /** The bytes of a write and who wrote them, if they are told. */
    void data(TraceRecord into, int count) {
        String text = fields.text(CsvColumn.DATA);
        if (text.isEmpty()) {
            return;
        }
        try {
            into.data = HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw fields.fault(
                    CsvColumn.DATA, "the data are no bytes; they have two hexadecimal digits each, such as 00ff7f");
        }
        if (into.data.length != count) {
            throw fields.fault(
                    CsvColumn.DATA,
                    "the data have " + into.data.length + " bytes, and " + count + " take part in the access");
        }
        into.writers = writers(into.writers);
    }

    /** The code of the metadata of tiles that are cleared, and who clears them. */
    void code(TraceRecord into) {
        data(into, 1);
        if (into.data.length == 0) {
            throw fields.fault(CsvColumn.DATA, "a clear needs the code of its metadata in the column data");
        }
    }

    /** What memory holds, which cannot be left out. */
    void contents(TraceRecord into) {
        data(into, into.size);
        if (into.data.length == 0) {
            throw fields.fault(
                    CsvColumn.DATA, "the contents are missing: as many bytes as size says, in the column data");
        }
    }

    /** Who wrote the bytes. */
    TraceWriters writers(TraceWriters otherwise) {
        String text = fields.text(CsvColumn.WRITERS);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            return TraceWriters.of(text);
        } catch (IllegalArgumentException e) {
            throw fields.fault(
                    CsvColumn.WRITERS,
                    "the writers are no runs such as '3', '3*16 4*16' or '(1:3*128 4*128)*32': " + e.getMessage());
        }
    }

    /** An atomic with its operands, of which there is one an element, if they are told: {@code 5 7}, or {@code 5:0 7:1} with what is compared. */
    @Nullable
    TraceAtomic operands(@Nullable TraceAtomic of) {
        String text = fields.text(CsvColumn.OPERANDS);
        if (of == null || text.isEmpty()) {
            return of;
        }
        List<Long> operands = new ArrayList<>();
        List<Long> compares = new ArrayList<>();
        try {
            for (String word : text.split(" +", -1)) {
                int colon = word.indexOf(':');
                operands.add(Long.parseUnsignedLong(colon < 0 ? word : word.substring(0, colon)));
                if (colon >= 0) {
                    compares.add(Long.parseUnsignedLong(word.substring(colon + 1)));
                }
            }
        } catch (NumberFormatException e) {
            operands.clear();
        }
        int wanted = of.offsets().size();
        if (operands.size() != wanted || !compares.isEmpty() && compares.size() != wanted) {
            throw fields.fault(
                    CsvColumn.OPERANDS,
                    "'" + text + "' is not " + wanted
                            + " operands, one for each offset of the atomic, such as '5 7', or"
                            + " '5:0 7:1' with what is compared");
        }
        return new TraceAtomic(of.operation(), of.type(), of.offsets(), operands, compares);
    }

    /** An image. */
    TraceSurface surface() {
        try {
            return TraceSurface.of(fields.text(CsvColumn.IMAGE));
        } catch (IllegalArgumentException e) {
            throw fields.fault(
                    CsvColumn.IMAGE,
                    "the image is not such as 'R8G8B8A8_UNORM 64x64x1 levels=1 layers=1 samples=1 metadata=0x10000"
                            + " tile=256 bits=4'");
        }
    }

    /** How the tiles of a part of one may be stored. */
    TraceStorage storage() {
        try {
            return TraceStorage.of(fields.text(CsvColumn.IMAGE));
        } catch (IllegalArgumentException e) {
            throw fields.fault(
                    CsvColumn.IMAGE,
                    "the storage is not such as 'level=0 layer=0 CLEARED'; NONE and COMPRESSED are the others");
        }
    }
}
