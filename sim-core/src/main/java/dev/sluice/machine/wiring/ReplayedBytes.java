// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceWriters;
import org.jspecify.annotations.Nullable;

/** Puts the bytes of a trace's writes, and who wrote them, into requests and memory. */
final class ReplayedBytes {

    private final VersionBundles bundles;
    private int[] versions = new int[Request.MAX_BYTES];
    /** Whose versions these are. */
    private @Nullable TraceWriters known;

    private int knownCount;

    /** @param bundles in which lists of versions are known to whoever codes tiles */
    ReplayedBytes(VersionBundles bundles) {
        this.bundles = bundles;
    }

    /**
     * Fills in the bytes that a request of an access takes; those that the trace does not tell are 0 and nobody's.
     *
     * @param first the place of the request's first byte among those of the access
     */
    void fill(TraceRecord access, int first, Request request) {
        Payload payload = request.payload;
        if (payload == null || request.kind != Request.WRITE) {
            return;
        }
        byte[] data = access.data;
        expand(access.writers, data.length);
        byte[] to = payload.writable();
        int at = first;
        for (int sector = 0; sector < Request.MAX_SECTORS; sector++) {
            if (request.sectorBytes(sector) == 0) {
                continue;
            }
            boolean begun = false;
            for (int b = sector * Request.SECTOR_BYTES; b < (sector + 1) * Request.SECTOR_BYTES; b++) {
                if (!request.takesByte(b)) {
                    continue;
                }
                boolean told = at < data.length;
                to[b] = told ? data[at] : 0;
                int version = told ? versions[at] : 0;
                if (begun) {
                    payload.setByteVersion(b, version);
                } else {
                    payload.setVersion(sector, version);
                    begun = true;
                }
                at++;
            }
        }
    }

    /** Puts bytes, from one of them on, into memory. */
    void store(TraceRecord contents, int first, int count, long address, BackingStore memory) {
        byte[] data = contents.data;
        expand(contents.writers, data.length);
        for (int i = 0; i < count; i++) {
            memory.set(address + i, data[first + i], versions[first + i]);
        }
    }

    private void expand(TraceWriters writers, int count) {
        if (count != knownCount || !writers.equals(known)) {
            if (versions.length < count) {
                versions = new int[count];
            }
            expand(writers, versions, count);
            known = writers;
            knownCount = count;
        }
    }

    private void expand(TraceWriters writers, int[] to, int count) {
        int at = 0;
        int version = 0;
        for (TraceWriters.Run run : writers.runs()) {
            version = version(run);
            int end = run.count() == 0 ? count : Math.min(count, at + run.count());
            while (at < end) {
                to[at++] = version;
            }
        }
        while (at < count) {
            to[at++] = version;
        }
    }

    private int version(TraceWriters.Run run) {
        TraceWriters list = run.list();
        if (list == null) {
            return run.writer();
        }
        int size = 0;
        for (TraceWriters.Run one : list.runs()) {
            size += one.count();
        }
        int[] listed = new int[size];
        expand(list, listed, size);
        return bundles.intern(listed, size, run.form());
    }
}
