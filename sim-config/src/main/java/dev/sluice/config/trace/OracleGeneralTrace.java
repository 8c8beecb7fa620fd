// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.result.Counted;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A trace of libCacheSim's format oracleGeneral: records of 24 bytes without gaps ({@code oracleGeneralBin.h} of the libCacheSim
 * project): time in seconds (32 bits), object (64), bytes (32), number of the object's next access (64, signed).
 *
 * <p>Objects have names and no addresses. Each gets a slot of {@value #SLOT} bytes, one behind the other by name, and an access
 * reads what the object has of it. Seconds are no cycles: accesses are issued as soon as possible.
 */
final class OracleGeneralTrace implements AccessTrace {

    static final int RECORD = 24;

    private static final int SLOT = 128;
    private static final int OBJECT = 4;
    private static final int BYTES = 12;
    private static final int NEXT = 16;

    private final String name;
    private final BinaryRecords records;
    private long longer;

    OracleGeneralTrace(String name, TraceInput in) {
        this.name = name;
        this.records = new BinaryRecords(in, RECORD, "record");
    }

    /** Whether bytes can be a record that follows one of a time. */
    static boolean plausible(ByteBuffer bytes, int at, long time) {
        return time(bytes, at) >= time && time(bytes, at) - time <= Integer.MAX_VALUE && bytes.getLong(at + NEXT) >= -2;
    }

    static long time(ByteBuffer bytes, int at) {
        return bytes.getInt(at) & 0xFFFF_FFFFL;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> notes() {
        return longer == 0
                ? List.of()
                : List.of(Counted.of(longer, "access is of an object", "accesses are of objects") + " with more than "
                        + SLOT + " bytes, of which the first " + SLOT + " are read");
    }

    @Override
    public boolean next(TraceRecord into) {
        if (!records.next()) {
            return false;
        }
        ByteBuffer record = records.bytes();
        if (record.getLong(NEXT) < -2) {
            throw records.fault(
                    "is no record of oracleGeneral: the number of the next access is negative; another format can"
                            + " be named with --format");
        }
        into.clear();
        long bytes = record.getInt(BYTES) & 0xFFFF_FFFFL;
        longer += bytes > SLOT ? 1 : 0;
        into.access(TraceKind.READ, record.getLong(OBJECT) * SLOT, (int) Math.min(SLOT, Math.max(1, bytes)));
        return true;
    }
}
