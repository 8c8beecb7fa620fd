// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

/**
 * Numbers of the fields of Perfetto's traces that Sluice writes, as published at perfetto.dev under the Apache License 2.0, by
 * file of {@code protos/perfetto/trace/} in its repository.
 *
 * <p>The tests have them once more, as a schema for a decoder of another hand: a wrong number here must not be right there.
 */
final class PerfettoFields {

    /** {@code trace.proto}, message {@code Trace}. */
    static final int TRACE_PACKET = 1;

    // trace_packet.proto, message TracePacket
    static final int TIMESTAMP = 8;
    static final int SEQUENCE_ID = 10;
    static final int TRACK_EVENT = 11;
    static final int INTERNED_DATA = 12;
    static final int SEQUENCE_FLAGS = 13;
    static final int TRACK_DESCRIPTOR = 60;
    static final int FIRST_ON_SEQUENCE = 87;

    // the same, enum SequenceFlags
    static final int STATE_CLEARED = 1;
    static final int NEEDS_STATE = 2;

    // interned_data/interned_data.proto, message InternedData; each entry has its number and its text
    static final int INTERNED_CATEGORIES = 1;
    static final int INTERNED_NAMES = 2;
    static final int INTERNED_ANNOTATIONS = 3;
    static final int ENTRY_ID = 1;
    static final int ENTRY_TEXT = 2;

    // track_event/track_descriptor.proto, message TrackDescriptor
    static final int TRACK_UUID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_PARENT = 5;
    static final int TRACK_COUNTER = 8;
    static final int TRACK_CHILD_ORDER = 11;
    static final int TRACK_RANK = 12;
    static final int ORDER_EXPLICIT = 3;

    // track_event/process_descriptor.proto, message ProcessDescriptor
    static final int PROCESS_ID = 1;
    static final int PROCESS_SORT = 3;
    static final int PROCESS_NAME = 6;

    // track_event/counter_descriptor.proto, message CounterDescriptor
    static final int COUNTER_UNIT = 3;
    static final int UNIT_COUNT = 2;
    static final int UNIT_BYTES = 3;

    // track_event/track_event.proto, message TrackEvent
    static final int EVENT_CATEGORY_IDS = 3;
    static final int EVENT_ANNOTATIONS = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME_ID = 10;
    static final int EVENT_TRACK = 11;
    static final int EVENT_NAME = 23;
    static final int EVENT_VALUE = 30;
    static final int EVENT_FLOWS = 47;
    static final int EVENT_FLOW_ENDS = 48;

    // the same, enum Type
    static final int SLICE_BEGIN = 1;
    static final int SLICE_END = 2;
    static final int INSTANT = 3;
    static final int COUNTER = 4;

    // track_event/debug_annotation.proto, message DebugAnnotation
    static final int ANNOTATION_NAME_ID = 1;
    static final int ANNOTATION_INT = 4;
    static final int ANNOTATION_TEXT = 6;

    private PerfettoFields() {}
}
