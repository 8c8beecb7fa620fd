// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import java.util.Arrays;

/** What the {@link TransitionEngine} counts. */
final class TransitionCounters {

    private final long[] byKind = new long[Kind.values().length];
    private long tilesVisited;
    private long tilesChanged;
    private long requests;
    private long sectors;
    private long bytesRead;
    private long bytesWritten;
    private long metadataRead;
    private long metadataWritten;
    private long busyCycles;
    private long busySince;

    void started(Kind kind) {
        byKind[kind.ordinal()]++;
    }

    void sent(int sectorCount) {
        requests++;
        sectors += sectorCount;
    }

    void visited(TransitionJob job, int tiles) {
        tilesVisited += tiles;
        job.tilesVisited += tiles;
    }

    void read(TransitionJob job, int bytes) {
        bytesRead += bytes;
        job.bytesRead += bytes;
    }

    void rewritten(TransitionJob job, int bytes) {
        tilesChanged++;
        job.tilesChanged++;
        bytesWritten += bytes;
        job.bytesWritten += bytes;
    }

    void readMetadata(TransitionJob job, int bytes) {
        metadataRead += bytes;
        job.metadataBytes += bytes;
    }

    void wroteMetadata(TransitionJob job, int bytes) {
        metadataWritten += bytes;
        job.metadataBytes += bytes;
    }

    void busyFrom(long now) {
        busySince = now;
    }

    void idleFrom(long now) {
        busyCycles += now - busySince;
    }

    TransitionResult result(long now, boolean busy) {
        return new TransitionResult(
                byKind[Kind.NOTHING.ordinal()],
                byKind[Kind.INITIALISE.ordinal()],
                byKind[Kind.ELIMINATE.ordinal()],
                byKind[Kind.DECOMPRESS.ordinal()],
                tilesVisited,
                tilesChanged,
                requests,
                sectors,
                bytesRead,
                bytesWritten,
                metadataRead,
                metadataWritten,
                busyCycles + (busy ? now - busySince : 0));
    }

    void reset(long now) {
        Arrays.fill(byKind, 0);
        tilesVisited = 0;
        tilesChanged = 0;
        requests = 0;
        sectors = 0;
        bytesRead = 0;
        bytesWritten = 0;
        metadataRead = 0;
        metadataWritten = 0;
        busyCycles = 0;
        busySince = now;
    }
}
