// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Phase;
import dev.sluice.cli.timeline.TimelineEvent.Sequence;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A timeline being written, and what room is left for it: slices that are open always find room for their end.
 *
 * <p>Details (units, caches, channels, misses) may take three quarters of the limit, so that commands and barriers go on when
 * those have to stop.
 */
final class TimelineOut {

    /** What ends the file: a last word and its closing brackets. */
    private static final long CLOSING = 4096;

    private static final long SECOND = 1_000_000_000;

    /** A slice that has begun. */
    static final class Slice {
        final Track track;
        final long begin;
        final @Nullable Lanes lanes;

        Slice(Track track, long begin, @Nullable Lanes lanes) {
            this.track = track;
            this.begin = begin;
            this.lanes = lanes;
        }
    }

    private final TimelineWriter writer;
    private final long limit;
    private final long clockHz;
    private final Map<String, Track.Group> groups = new LinkedHashMap<>();
    private final TimelineEvent event = new TimelineEvent();
    private final TimelineEvent notice = new TimelineEvent();
    private final Track about;
    /** Flows whose beginning was written and whose end was not, for which there is room. */
    private final Set<Long> open = new LinkedHashSet<>();

    private int ids;
    private long flows;
    private long reserved;
    private long last;
    private long detailsEnd = -1;
    private long end = -1;

    /**
     * @param limit the most bytes that the file may have, before packing
     * @param clockHz of the cycles that events have
     */
    TimelineOut(TimelineWriter writer, long limit, long clockHz) {
        this.writer = writer;
        this.limit = limit;
        this.clockHz = clockHz;
        about = slices(group("sluice", 0), "trace");
    }

    /** The track on which the trace speaks of itself. */
    Track about() {
        return about;
    }

    /** A group of tracks. */
    Track.Group group(String name, int rank) {
        return groups.computeIfAbsent(name, unknown -> new Track.Group(++ids, name, rank));
    }

    Track slices(Track.Group group, String name) {
        return new Track(++ids, group, name, null);
    }

    Track counter(Track.Group group, String name, Track.Unit unit) {
        return new Track(++ids, group, name, unit);
    }

    long newFlow() {
        return ++flows;
    }

    /** An event to be filled in and given back at once. */
    TimelineEvent event(Phase type, long cycle, Track track, String name, String category) {
        return event(type, Sequence.LIVE, cycle, track, name, category);
    }

    TimelineEvent event(Phase type, Sequence in, long cycle, Track track, String name, String category) {
        return event.set(type, in, cycle, track, name, category);
    }

    /** Writes an event if there is room. */
    boolean write(TimelineEvent e, boolean detail) {
        if (!room(e, detail)) {
            return false;
        }
        put(e);
        return true;
    }

    private static int fresh(TimelineEvent e) {
        return e.flowCount - e.passes.get(0, e.flowCount).cardinality();
    }

    /** Begins a slice with an event; null if there is no room. */
    @Nullable
    Slice begin(TimelineEvent e, @Nullable Lanes lanes, boolean detail) {
        reserved += writer.endBytes();
        if (!write(e, detail)) {
            reserved -= writer.endBytes();
            return null;
        }
        return new Slice(e.on(), e.cycle, lanes);
    }

    /** An event that will end a slice. */
    TimelineEvent end(Slice slice, long cycle) {
        return event(Phase.END, cycle, slice.track, "", "").with("cycles", cycle - slice.begin);
    }

    /** Ends a slice; whether all of the event was written, and not its bare time. */
    boolean finish(Slice slice, TimelineEvent e) {
        reserved -= writer.endBytes();
        if (slice.lanes != null) {
            slice.lanes.giveBack(slice.track);
        }
        if (write(e, false)) {
            return true;
        }
        e.bare();
        put(e);
        return false;
    }

    private boolean room(TimelineEvent e, boolean detail) {
        if (end >= 0 || detail && detailsEnd >= 0) {
            return false;
        }
        long most = writer.written()
                + reserved
                + writer.flowBytes() * open.size()
                + writer.most(e)
                + writer.flowBytes() * fresh(e)
                + CLOSING;
        if (detail && most > limit / 4 * 3) {
            detailsEnd = Math.max(last, e.cycle);
            say("details end here, at three quarters of --trace-limit");
        }
        if (most > limit) {
            end = Math.max(last, e.cycle);
            say("the trace ends here, at --trace-limit");
        }
        return end < 0 && !(detail && detailsEnd >= 0);
    }

    private void say(String text) {
        notice.set(Phase.INSTANT, Sequence.LIVE, last, about, text, "trace");
        put(notice);
    }

    private void put(TimelineEvent e) {
        Track track = e.on();
        if (!track.group.described) {
            track.group.described = true;
            writer.group(track.group);
        }
        if (!track.described) {
            track.described = true;
            writer.track(track);
        }
        if (e.sequence == Sequence.LIVE) {
            last = Math.max(last, e.cycle);
        }
        writer.event(e, nanos(e.cycle));
        for (int i = 0; i < e.flowCount; i++) {
            if (!e.passes.get(i)) {
                open.add(e.flows[i]);
            }
        }
        for (int i = 0; i < e.endCount; i++) {
            open.remove(e.ends[i]);
        }
    }

    private long nanos(long cycle) {
        return cycle / clockHz * SECOND + cycle % clockHz * SECOND / clockHz;
    }

    /** The cycle of the last event that was written as it came about. */
    long last() {
        return last;
    }

    /** Ends the file, and before that what flows are still open: what they lead to had no room. */
    void close() {
        if (!open.isEmpty()) {
            // a slice without length, because flows lead to slices
            TimelineEvent e = event(Phase.BEGIN, last, about, "waited for what is not here", "trace");
            List.copyOf(open).forEach(e::endOf);
            put(e);
            put(event(Phase.END, last, about, "", ""));
        }
        writer.close();
    }

    /** The cycle from which on no details were written; -1 if all were. */
    long detailsEnd() {
        return detailsEnd;
    }

    /** The cycle from which on nothing was written; -1 if there was room to the end. */
    long end() {
        return end;
    }
}
