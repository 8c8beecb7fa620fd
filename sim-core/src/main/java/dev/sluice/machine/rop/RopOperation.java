// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import org.jspecify.annotations.Nullable;

/** Something that a unit was given: the test or the write of a batch, or its part of a job. Pooled. */
final class RopOperation {

    /** Which kind of thing. */
    enum Kind {
        TEST,
        WRITE,
        JOB
    }

    /** Its place among the unit's operations. */
    final int index;
    /** Of a job: tiles that caches are told about; by path, colour first. */
    final TileRanges[] ranges = {new TileRanges(), new TileRanges()};

    Kind kind = Kind.TEST;

    @Nullable
    PixelBatch batch;

    @Nullable
    PixelSink sink;

    @Nullable
    RopJob job;
    /** Things under way for it. */
    int pending;
    /** Whether all that it consists of is under way or done. */
    boolean issued;
    /** The cycle before which it is not done. */
    long doneAt;

    RopOperation(int index) {
        this.index = index;
    }

    void start(Kind newKind, @Nullable PixelBatch newBatch, @Nullable PixelSink newSink, @Nullable RopJob newJob) {
        kind = newKind;
        batch = newBatch;
        sink = newSink;
        job = newJob;
        pending = 0;
        issued = false;
        doneAt = 0;
    }

    PixelBatch batch() {
        PixelBatch own = batch;
        if (own == null) {
            throw new IllegalStateException("an operation without batch");
        }
        return own;
    }

    PixelSink sink() {
        PixelSink own = sink;
        if (own == null) {
            throw new IllegalStateException("an operation without sink");
        }
        return own;
    }

    RopJob job() {
        RopJob own = job;
        if (own == null) {
            throw new IllegalStateException("an operation without job");
        }
        return own;
    }

    RenderState state() {
        RenderState state = batch().state;
        if (state == null) {
            throw new IllegalStateException("a batch that was not started");
        }
        return state;
    }

    /** The command on whose behalf. */
    int command() {
        return kind == Kind.JOB ? job().command() : state().command();
    }

    /** The agent that reads and writes. */
    int agent() {
        return switch (kind) {
            case TEST -> state().depthAgent();
            case WRITE -> state().colorAgent();
            case JOB -> job().agent();
        };
    }
}
