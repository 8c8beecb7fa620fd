// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceWriters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts the bytes of a run's writes, and who wrote them, into the records of its trace. */
final class RecordedBytes {

    private final VersionBundles bundles;
    private final byte[] bytes = new byte[Request.MAX_BYTES];
    private final int[] versions = new int[Request.MAX_BYTES];

    /** @param bundles lists of versions that bytes of the run carry */
    RecordedBytes(VersionBundles bundles) {
        this.bundles = bundles;
    }

    /** The bytes that a write covers, in their order. */
    void of(Request request, TraceRecord to) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        int count = 0;
        for (int b = 0; b < Request.MAX_BYTES; b++) {
            if (request.takesByte(b)) {
                bytes[count] = payload.value(b);
                versions[count++] = payload.byteVersion(b);
            }
        }
        put(count, to);
    }

    /** What a memory holds from an address on, at most {@link Request#MAX_BYTES}. */
    void of(BackingStore memory, long address, int count, TraceRecord to) {
        for (int i = 0; i < count; i++) {
            bytes[i] = memory.data(address + i);
            versions[i] = memory.version(address + i);
        }
        put(count, to);
    }

    private void put(int count, TraceRecord to) {
        if (count > 0) {
            to.data = Arrays.copyOf(bytes, count);
            to.writers = writers(versions, count, true);
        }
    }

    private TraceWriters writers(int[] of, int count, boolean open) {
        List<TraceWriters.Run> runs = new ArrayList<>();
        int from = 0;
        while (from < count) {
            int version = of[from];
            int end = from + 1;
            while (end < count && of[end] == version) {
                end++;
            }
            int length = open && end == count ? 0 : end - from;
            if (VersionBundles.encoded(version)) {
                int[] listed = new int[bundles.size(version)];
                bundles.unpack(version, listed);
                runs.add(new TraceWriters.Run(length, 0, bundles.form(version), writers(listed, listed.length, false)));
            } else {
                runs.add(new TraceWriters.Run(length, version, 0, null));
            }
            from = end;
        }
        return new TraceWriters(runs);
    }
}
