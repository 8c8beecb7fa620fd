// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static dev.sluice.cli.timeline.PerfettoFields.*;

import dev.sluice.cli.timeline.TimelineEvent.Sequence;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;

/** Writes Perfetto's format: packets of Protocol Buffers, one for each event, in sequences with texts by number. */
final class PerfettoWriter implements TimelineWriter {

    private static final int MOST = 1 << 18;
    private static final int CHARACTER = 3;
    private static final int FLOW = 12;
    private static final int END = 64;
    private static final int FRAME = 160;
    private static final int ARGUMENT = 24;

    /** The texts of a sequence. */
    private static final class Texts {
        final Interned categories = new Interned();
        final Interned names = new Interned();
        final Interned annotations = new Interned();
        boolean begun;
    }

    private final OutputStream out;
    private final Map<Sequence, Texts> texts = new EnumMap<>(Sequence.class);
    private final Message whole = new Message(MOST);
    private final Message packet = new Message(MOST);
    private final Message event = new Message(MOST);
    private final Message interned = new Message(MOST);
    private final Message part = new Message(MOST);
    private final Message inner = new Message(MOST);
    private long written;

    PerfettoWriter(OutputStream out) {
        this.out = out;
        for (Sequence sequence : Sequence.values()) {
            texts.put(sequence, new Texts());
        }
    }

    private Texts of(Sequence sequence) {
        Texts found = texts.get(sequence);
        if (found == null) {
            throw new IllegalStateException(sequence.name());
        }
        return found;
    }

    @Override
    public void group(Track.Group group) {
        inner.clear();
        inner.number(PROCESS_ID, group.id);
        inner.number(PROCESS_SORT, group.rank);
        inner.text(PROCESS_NAME, group.name);
        part.clear();
        part.number(TRACK_UUID, group.id);
        part.message(TRACK_PROCESS, inner);
        part.number(TRACK_CHILD_ORDER, ORDER_EXPLICIT);
        descriptor();
    }

    @Override
    public void track(Track track) {
        part.clear();
        part.number(TRACK_UUID, track.id);
        part.text(TRACK_NAME, track.name);
        part.number(TRACK_PARENT, track.group.id);
        if (track.unit != null) {
            inner.clear();
            inner.number(COUNTER_UNIT, track.unit == Track.Unit.BYTES ? UNIT_BYTES : UNIT_COUNT);
            part.message(TRACK_COUNTER, inner);
        }
        part.number(TRACK_RANK, track.id);
        descriptor();
    }

    private void descriptor() {
        packet.clear();
        packet.number(SEQUENCE_ID, Sequence.LIVE.ordinal() + 1L);
        packet.message(TRACK_DESCRIPTOR, part);
        flags(of(Sequence.LIVE));
        write();
    }

    /** The first packet of a sequence says that nothing was said before; all others count on what was. */
    private void flags(Texts of) {
        packet.number(SEQUENCE_FLAGS, of.begun ? NEEDS_STATE : STATE_CLEARED | NEEDS_STATE);
        if (!of.begun) {
            packet.number(FIRST_ON_SEQUENCE, 1);
            of.begun = true;
        }
    }

    @Override
    public void event(TimelineEvent e, long nanos) {
        Texts of = of(e.sequence);
        interned.clear();
        event.clear();
        event.number(EVENT_TYPE, type(e.type));
        event.number(EVENT_TRACK, e.on().id);
        if (e.type == TimelineEvent.Type.COUNTER) {
            event.number(EVENT_VALUE, e.value);
        } else if (e.type != TimelineEvent.Type.END) {
            event.number(EVENT_CATEGORY_IDS, number(of.categories, INTERNED_CATEGORIES, e.category));
            int name = number(of.names, INTERNED_NAMES, e.name);
            if (name == 0) {
                event.text(EVENT_NAME, e.name);
            } else {
                event.number(EVENT_NAME_ID, name);
            }
        }
        for (int i = 0; i < e.arguments; i++) {
            part.clear();
            part.number(ANNOTATION_NAME_ID, number(of.annotations, INTERNED_ANNOTATIONS, e.keys[i]));
            String text = e.texts[i];
            if (text == null) {
                part.number(ANNOTATION_INT, e.numbers[i]);
            } else {
                part.text(ANNOTATION_TEXT, text);
            }
            event.message(EVENT_ANNOTATIONS, part);
        }
        for (int i = 0; i < e.flowCount; i++) {
            event.fixed(EVENT_FLOWS, e.flows[i]);
        }
        for (int i = 0; i < e.endCount; i++) {
            event.fixed(EVENT_FLOW_ENDS, e.ends[i]);
        }
        packet.clear();
        packet.number(TIMESTAMP, nanos);
        packet.number(SEQUENCE_ID, e.sequence.ordinal() + 1L);
        if (interned.size() > 0) {
            packet.message(INTERNED_DATA, interned);
        }
        packet.message(TRACK_EVENT, event);
        flags(of);
        write();
    }

    private int number(Interned among, int field, String text) {
        int number = among.number(text);
        if (among.fresh()) {
            inner.clear();
            inner.number(ENTRY_ID, number);
            inner.text(ENTRY_TEXT, text);
            interned.message(field, inner);
        }
        return number;
    }

    private static int type(TimelineEvent.Type type) {
        return switch (type) {
            case BEGIN -> SLICE_BEGIN;
            case END -> SLICE_END;
            case INSTANT -> INSTANT;
            case COUNTER -> COUNTER;
        };
    }

    private void write() {
        whole.clear();
        whole.message(TRACE_PACKET, packet);
        try {
            out.write(whole.bytes(), 0, whole.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written += whole.size();
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public long most(TimelineEvent e) {
        Track track = e.on();
        long bytes = FRAME + (long) CHARACTER * (2L * e.name.length() + e.category.length());
        for (int i = 0; i < e.arguments; i++) {
            String text = e.texts[i];
            bytes += ARGUMENT + (long) CHARACTER * (e.keys[i].length() + (text == null ? 0 : text.length()));
        }
        bytes += (long) FLOW * (e.flowCount + e.endCount);
        return track.described
                ? bytes
                : bytes + 2L * FRAME + (long) CHARACTER * (track.name.length() + track.group.name.length());
    }

    @Override
    public long flowBytes() {
        return FLOW;
    }

    @Override
    public long endBytes() {
        return END;
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
