// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import java.util.List;

/** What a core's write-combining buffers hold: a row per buffer. */
final class WriteCombiningTable extends WholeTable {

    private static final byte[] NONE = {};

    private final WriteCombiningBuffers buffers;
    private final Texts texts;
    private final VersionRuns versions;
    private final int lineBytes;

    WriteCombiningTable(WriteCombiningBuffers buffers, Texts texts, VersionRuns versions, int lineBytes) {
        super(
                "buffers",
                "write-combining buffers",
                List.of(
                        new Column("address", ColumnType.ADDRESS, "of the line"),
                        new Column("state", ColumnType.TEXT, "collecting, or draining: on its way to memory"),
                        new Column("written", ColumnType.BITS, "bytes that were stored"),
                        new Column("bytes", ColumnType.BYTES, "the line's bytes; of those not stored 0"),
                        new Column("writers", ColumnType.RUNS, "who stored them"),
                        new Column("last", ColumnType.CYCLE, "when bytes were last stored"),
                        new Column("request", ColumnType.REQUEST, "the write that it will be")));
        this.buffers = buffers;
        this.texts = texts;
        this.versions = versions;
        this.lineBytes = lineBytes;
    }

    @Override
    protected int size() {
        return buffers.count();
    }

    @Override
    public boolean read(long row, Row into) {
        Request request = buffers.held((int) row);
        if (request == null) {
            return false;
        }
        Payload payload = request.payload;
        byte[] written = new byte[(lineBytes + 7) / Byte.SIZE];
        byte[] bytes = payload == null ? NONE : new byte[lineBytes];
        for (int i = 0; i < lineBytes; i++) {
            if (request.takesByte(i)) {
                written[i >> 3] |= (byte) (1 << (i & 7));
                if (payload != null) {
                    bytes[i] = payload.value(i);
                }
            }
        }
        into.add(request.address)
                .add(texts.id(buffers.drains((int) row) ? "draining" : "collecting"))
                .add(written)
                .add(bytes)
                .add(
                        payload == null
                                ? NONE
                                : versions.runs(
                                        request.address,
                                        lineBytes,
                                        i -> request.takesByte(i) ? payload.byteVersion(i) : -1))
                .add(buffers.lastStore((int) row))
                .add(request.index);
        return true;
    }
}
