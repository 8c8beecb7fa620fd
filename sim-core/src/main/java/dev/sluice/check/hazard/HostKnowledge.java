// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.MemoryAccess;
import org.jspecify.annotations.Nullable;

/** What a host thread knows. */
final class HostKnowledge implements Knowledge {
    private final Signal known;
    private final int column;
    private final Columns columns;
    private final Scopes scopes;

    HostKnowledge(Signal known, int column, Columns columns, Scopes scopes) {
        this.known = known;
        this.column = column;
        this.columns = columns;
        this.scopes = scopes;
    }

    @Override
    public boolean after(Facts.Available point) {
        return point.before(known.execution(), columns);
    }

    /** Whether a device's write was brought to the host's domain. */
    boolean brought(LocationState.Written written, Scopes.Reading reading) {
        int host = reading.equals(Scopes.Reading.HOST_READ) ? 0 : 1;
        return written.reachedBy(known.hostVisible()[host])
                || written.facts().visibleToHost(reading, scopes, known.execution(), columns)
                || written.facts().availableTo(known.hostExecution()[host], columns);
    }

    @Override
    public boolean ordered(LocationState.Written written) {
        Occurrence write = written.write();
        return write.transition()
                ? written.facts().availableTo(known.execution(), columns)
                : write.column() == column || known.execution()[write.column()] >= write.position();
    }

    @Override
    public boolean afterRead(Occurrence read) {
        return read.column() == column || known.execution()[read.column()] >= read.position();
    }

    @Override
    public @Nullable MissingHalf afterWrite(LocationState.Written written, MemoryAccess access) {
        boolean ordered = ordered(written);
        Occurrence write = written.write();
        if (write.kind() == Hazard.Agent.HOST) {
            return ordered ? null : MissingHalf.EXECUTION;
        }
        if (!ordered) {
            return MissingHalf.FENCE;
        }
        boolean reads = !access.writes() || access.has(MemoryAccess.ATOM);
        Scopes.Reading reading = reads ? Scopes.Reading.HOST_READ : Scopes.Reading.HOST_WRITE;
        if (!brought(written, reading)) {
            return MissingHalf.HOST_DOMAIN;
        }
        boolean fresh = access.space().coherent() || written.facts().invalidated();
        return reads && !fresh ? MissingHalf.INVALIDATE : null;
    }
}
