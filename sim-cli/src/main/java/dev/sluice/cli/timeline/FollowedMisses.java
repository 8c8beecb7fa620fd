// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.cli.timeline.TimelineOut.Slice;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver.Outcome;
import dev.sluice.machine.observe.SimObserver.RowOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads that missed, on their way from who asked down to memory and back: one of {@value #ONE_OF} that are issued is watched, and
 * drawn if it misses. The look-ups, fills and accesses of memory drawn are those of its sectors while it waits, which another
 * read may have begun.
 */
final class FollowedMisses {

    private static final int ONE_OF = 16;
    private static final int MOST = 64;
    private static final int DEEPEST = 8;

    /** A stop on the way. */
    private record Stop(String at, Slice slice) {}

    private static final class Watched {
        @Nullable
        ObservedRequest request;

        String client = "";
        long issued;
        long address;
        int sectors;
        long flow;

        @Nullable
        Slice whole;

        final List<Stop> stops = new ArrayList<>();
    }

    private final TimelineOut out;
    private final Groups groups;
    private final Watched[] all = new Watched[MOST];
    private final Map<String, Lanes> lanes = new HashMap<>();
    private int used;
    private int count;

    FollowedMisses(TimelineOut out, Groups groups) {
        this.out = out;
        this.groups = groups;
        for (int i = 0; i < MOST; i++) {
            all[i] = new Watched();
        }
    }

    void issued(long cycle, String client, ObservedRequest r) {
        for (int i = used - 1; i >= 0; i--) {
            if (all[i].request == r) {
                end(i, cycle); // it went to someone who does not answer, and is used again
            }
        }
        if (r.operation() != ObservedRequest.Kind.READ || ++count % ONE_OF != 0 || used == MOST) {
            return;
        }
        Watched w = all[used++];
        w.request = r;
        w.client = client;
        w.issued = cycle;
        w.address = r.address();
        w.sectors = r.sectors();
        w.whole = null;
        w.stops.clear();
    }

    void lookup(long cycle, String cache, ObservedRequest r, Outcome outcome, IntFunction<String> commands) {
        for (int i = 0; i < used; i++) {
            Watched w = all[i];
            if (w.request == r) {
                if (outcome != Outcome.HIT) {
                    missed(w, cycle, r.command() < 0 ? "" : commands.apply(r.command()));
                    stop(w, cycle, cache, name(outcome), groups.cache(cache));
                }
            } else if (w.whole != null
                    && r.operation() == ObservedRequest.Kind.READ
                    && r.fill()
                    && concerns(w, r.address(), r.sectors())) {
                stop(w, cycle, cache, name(outcome), groups.cache(cache));
            }
        }
    }

    private void missed(Watched w, long cycle, String command) {
        if (w.whole != null) {
            return;
        }
        Lanes own = lanes(w.client, groups.client(w.client));
        TimelineEvent e = out.event(Type.BEGIN, cycle, own.take(), "read 0x" + Long.toHexString(w.address), "miss");
        w.flow = out.newFlow();
        e.with("client", w.client)
                .with("command", command)
                .with("sectors", Integer.bitCount(w.sectors))
                .with("bytes", (long) Integer.bitCount(w.sectors) * ObservedRequest.SECTOR_BYTES)
                .with("issued", w.issued)
                .with("cycle", cycle)
                .flow(w.flow, false);
        w.whole = out.begin(e, own, true);
        if (w.whole == null) {
            own.giveBack(e.on());
        }
    }

    private void stop(Watched w, long cycle, String at, String what, Track.Group group) {
        if (w.whole == null
                || w.stops.size() == DEEPEST
                || w.stops.stream().anyMatch(stop -> stop.at().equals(at))) {
            return;
        }
        Lanes own = lanes(at, group);
        TimelineEvent e = out.event(Type.BEGIN, cycle, own.take(), what + " 0x" + Long.toHexString(w.address), "miss");
        Slice slice = out.begin(e.with("cycle", cycle).flow(w.flow, true), own, true);
        if (slice == null) {
            own.giveBack(e.on());
        } else {
            w.stops.add(new Stop(at, slice));
        }
    }

    void filled(long cycle, String cache, long address, int sectors) {
        for (int i = 0; i < used; i++) {
            Watched w = all[i];
            if (w.whole != null && concerns(w, address, sectors)) {
                for (int at = 0; at < w.stops.size(); at++) {
                    if (w.stops.get(at).at().equals(cache)) {
                        back(w, at, cycle);
                    }
                }
            }
        }
    }

    /** Ends the stops from one on, the deepest first. */
    private void back(Watched w, int from, long cycle) {
        for (int at = w.stops.size() - 1; at >= from; at--) {
            Slice slice = w.stops.remove(at).slice();
            out.finish(slice, out.end(slice, cycle));
        }
    }

    void memory(long cycle, String channel, ObservedRequest r, RowOutcome row) {
        if (r.operation() != ObservedRequest.Kind.READ) {
            return;
        }
        for (int i = 0; i < used; i++) {
            if (all[i].whole != null && concerns(all[i], r.address(), r.sectors())) {
                stop(all[i], cycle, channel, "row " + row.name().toLowerCase(Locale.ROOT), groups.memory(channel));
            }
        }
    }

    void completed(long cycle, ObservedRequest r) {
        for (int i = used - 1; i >= 0; i--) {
            if (all[i].request == r) {
                end(i, cycle);
            }
        }
    }

    private void end(int index, long cycle) {
        Watched w = all[index];
        Slice whole = w.whole;
        if (whole != null) {
            back(w, 0, cycle);
            out.finish(whole, out.end(whole, cycle).endOf(w.flow));
        }
        w.request = null;
        w.whole = null;
        all[index] = all[--used];
        all[used] = w;
    }

    void finish(long cycle) {
        while (used > 0) {
            end(used - 1, cycle);
        }
    }

    private Lanes lanes(String of, Track.Group group) {
        return lanes.computeIfAbsent(of, unknown -> new Lanes(out, group, of + " misses"));
    }

    private static String name(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static boolean concerns(Watched w, long address, int sectors) {
        long apart = (w.address - address) / ObservedRequest.SECTOR_BYTES;
        if (apart <= -Integer.SIZE || apart >= Integer.SIZE) {
            return false;
        }
        long others = Integer.toUnsignedLong(sectors);
        return ((apart >= 0 ? others >>> apart : others << -apart) & w.sectors) != 0;
    }
}
