// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.List;

/** A trace whose head has been read, which says how the device is wired and what lies where. */
final class OpenedTrace implements AccessTrace {

    private final AccessTrace trace;
    /** The first record behind the head. */
    private final TraceRecord first = new TraceRecord();

    private final ResourceRanges resources;
    private final boolean images;
    private boolean waits;

    OpenedTrace(AccessTrace trace) {
        this.trace = trace;
        ResourceRanges.Builder ranges = new ResourceRanges.Builder();
        boolean withImages = false;
        while ((waits = trace.next(first)) && ofHead(first.kind)) {
            if (first.kind == TraceKind.IMAGES) {
                withImages = true;
            } else {
                ranges.add(String.valueOf(first.unit), first.ranges[0], first.ranges[1] - first.ranges[0]);
            }
        }
        this.images = withImages;
        this.resources = ranges.build();
    }

    /** Whether a record can only stand before all that happens. */
    static boolean ofHead(TraceKind kind) {
        return kind == TraceKind.IMAGES || kind == TraceKind.RESOURCE;
    }

    /** What lies where; without a word of that, all is one. */
    ResourceRanges resources() {
        return resources;
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
