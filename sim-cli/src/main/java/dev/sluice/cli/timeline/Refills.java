// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Sequence;
import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.machine.observe.ObservedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** From when to when sectors that a barrier dropped were fetched again: known at the end, a slice for each barrier. */
final class Refills {

    private static final class Refill {
        final String barrier;
        final Track.Group group;
        long first = -1;
        long last;
        long sectors;

        Refill(String barrier, Track.Group group) {
            this.barrier = barrier;
            this.group = group;
        }
    }

    private record Open(Refill refill, TimelineOut.Slice slice) {}

    private final TimelineOut out;
    private final List<Refill> refills = new ArrayList<>();

    Refills(TimelineOut out) {
        this.out = out;
    }

    /** Barriers come in the order of their numbers. */
    void barrier(int number, String id, Track.Group group) {
        if (number != refills.size()) {
            throw new IllegalStateException("barrier " + number + " after " + refills.size());
        }
        refills.add(new Refill(id, group));
    }

    /** The id of a barrier by its number. */
    String name(int barrier) {
        return barrier >= 0 && barrier < refills.size() ? refills.get(barrier).barrier : "";
    }

    void fetched(long cycle, int barrier, int sectors) {
        Refill refill = refills.get(barrier);
        if (refill.first < 0) {
            refill.first = cycle;
        }
        refill.last = cycle;
        refill.sectors += sectors;
    }

    /** Writes those that were, up to a cycle. */
    void write(long upTo) {
        Map<Track.Group, Lanes> lanes = new HashMap<>();
        PriorityQueue<Open> open = new PriorityQueue<>(Comparator.comparingLong(one -> one.refill().last));
        List<Refill> inOrder = refills.stream()
                .filter(refill -> refill.first >= 0 && refill.first < upTo)
                .sorted(Comparator.comparingLong(refill -> refill.first))
                .toList();
        for (Refill refill : inOrder) {
            close(open, refill.first);
            Lanes own = lanes.computeIfAbsent(refill.group, group -> new Lanes(out, group, "refills"));
            TimelineEvent e = out.event(
                    Type.BEGIN,
                    Sequence.REFILLS,
                    refill.first,
                    own.take(),
                    "refill of " + refill.barrier,
                    "barrier");
            e.with("barrier", refill.barrier)
                    .with("misses", refill.sectors)
                    .with("bytes", refill.sectors * ObservedRequest.SECTOR_BYTES)
                    .with("cycle", refill.first);
            TimelineOut.Slice slice = out.begin(e, own, false);
            if (slice == null) {
                own.giveBack(e.on());
            } else {
                open.add(new Open(refill, slice));
            }
        }
        close(open, Long.MAX_VALUE);
    }

    private void close(PriorityQueue<Open> open, long before) {
        while (!open.isEmpty() && open.element().refill().last < before) {
            Open one = open.remove();
            TimelineEvent e = out.end(one.slice(), one.refill().last + 1);
            e.sequence = Sequence.REFILLS;
            out.finish(one.slice(), e);
        }
    }
}
