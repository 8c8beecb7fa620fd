// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A trace's records of so many bytes each, one at a time, in little-endian order. */
final class BinaryRecords {

    private final TraceInput in;
    private final byte[] bytes;
    private final ByteBuffer view;
    private final String unit;
    private long number;

    /** @param unit what a record is called */
    BinaryRecords(TraceInput in, int recordBytes, String unit) {
        this.in = in;
        this.bytes = new byte[recordBytes];
        this.view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.unit = unit;
    }

    /** Reads the next record; false if there is none. */
    boolean next() {
        int read = in.read(bytes);
        if (read == 0) {
            return false;
        }
        number++;
        if (read < bytes.length) {
            throw fault(
                    "has only " + read + " of " + bytes.length + " bytes: the file is not whole, or of another format");
        }
        return true;
    }

    /** The record. */
    ByteBuffer bytes() {
        return view;
    }

    /** A fault of the record. */
    ConfigException fault(String problem) {
        long begin = (number - 1) * bytes.length;
        return new ConfigException(in.file(), unit + " " + number + " (from byte " + begin + ") " + problem);
    }
}
