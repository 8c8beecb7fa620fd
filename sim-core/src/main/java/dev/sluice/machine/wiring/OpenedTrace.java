// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.memory.ResourceRanges;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceSurface;
import dev.sluice.program.image.InvalidImageException;
import dev.sluice.program.image.Surface;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A trace whose head has been read, which says how the device is wired and what lies where. */
final class OpenedTrace implements AccessTrace {

    private final AccessTrace trace;
    /** The first record behind the head. */
    private final TraceRecord first = new TraceRecord();

    private final ResourceRanges resources;
    private final List<CodedImage> surfaces = new ArrayList<>();
    private final boolean images;
    private final boolean bytes;
    private boolean waits;

    /**
     * An image of a trace.
     *
     * @param where it is said
     */
    record CodedImage(Surface surface, int tileBytes, int metadataBits, String where) {}

    OpenedTrace(AccessTrace trace) {
        this.trace = trace;
        ResourceRanges.Builder ranges = new ResourceRanges.Builder();
        boolean withImages = false;
        boolean withBytes = false;
        while ((waits = trace.next(first)) && ofHead(first.kind)) {
            switch (first.kind) {
                case IMAGES -> withImages = true;
                case BYTES -> withBytes = true;
                case SURFACE -> surfaces.add(surface());
                default -> ranges.add(String.valueOf(first.unit), first.ranges[0], first.ranges[1] - first.ranges[0]);
            }
        }
        this.bytes = withBytes;
        this.images = withImages || !surfaces.isEmpty();
        this.resources = ranges.build();
    }

    private CodedImage surface() {
        TraceSurface said = Objects.requireNonNull(first.surface);
        try {
            Surface surface = said.at(first.unit, first.ranges[0]);
            if (surface.end() != first.ranges[1]) {
                throw new StreamException(
                        trace.where(),
                        "the image takes " + surface.layout().size() + " bytes, and its range has "
                                + (first.ranges[1] - first.ranges[0]));
            }
            return new CodedImage(surface, said.tileBytes(), said.metadataBits(), trace.where());
        } catch (InvalidImageException e) {
            throw new StreamException(trace.where(), "there is no such image: " + e.getMessage());
        }
    }

    /** Whether a record can only stand before all that happens. */
    static boolean ofHead(TraceKind kind) {
        return kind == TraceKind.IMAGES
                || kind == TraceKind.BYTES
                || kind == TraceKind.SURFACE
                || kind == TraceKind.RESOURCE;
    }

    /** Images whose tiles may lie compressed. */
    List<CodedImage> surfaces() {
        return surfaces;
    }

    /** Whether its writes carry bytes. */
    boolean bytes() {
        return bytes;
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
