// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.List;

/** A trace whose first record has been read, because it may say how the device is wired. */
final class OpenedTrace implements AccessTrace {

    private final AccessTrace trace;
    private final TraceRecord first = new TraceRecord();
    private final boolean images;
    private boolean waits;

    OpenedTrace(AccessTrace trace) {
        this.trace = trace;
        this.waits = trace.next(first);
        this.images = waits && first.kind == TraceKind.IMAGES;
        if (images) {
            waits = false;
        }
    }

    /** Whether it is of a stream with images. */
    boolean images() {
        return images;
    }

    @Override
    public boolean next(TraceRecord into) {
        if (!waits) {
            return trace.next(into);
        }
        waits = false;
        into.clear();
        into.copy(first);
        return true;
    }

    @Override
    public boolean ordered() {
        return trace.ordered();
    }

    @Override
    public String where() {
        return trace.where();
    }

    @Override
    public String name() {
        return trace.name();
    }

    @Override
    public boolean deviceAddresses() {
        return trace.deviceAddresses();
    }

    @Override
    public List<String> notes() {
        return trace.notes();
    }
}
