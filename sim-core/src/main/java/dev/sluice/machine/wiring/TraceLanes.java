// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ways into a device that a trace of accesses takes, one for each sender of a run, made as the trace comes to them. */
final class TraceLanes {

    private final AccessFeed feed;
    private final Gpu gpu;
    private final TraceRequests requests;
    private final int outstanding;
    private final boolean recorded;

    /** By entrance and unit. */
    private final @Nullable TraceLane[][] byEntrance =
            new @Nullable TraceLane[Entrance.all().size()][4];

    private final Map<Sender, TraceLane> bySender = new HashMap<>();
    /** Of what copies write, if it does not wait behind what they read. */
    private @Nullable TraceLane copyWrites;

    private final List<TraceLane> all = new ArrayList<>();
    private long elsewhere;

    /**
     * The ways into a device; there is none yet.
     *
     * @param outstanding how many accesses of a lane may be under way; 0 for any number
     * @param recorded whether the trace is one of a run, whose copies read and write by senders of their own
     */
    TraceLanes(AccessFeed feed, Gpu gpu, TraceRequests requests, int outstanding, boolean recorded) {
        this.feed = feed;
        this.gpu = gpu;
        this.requests = requests;
        this.outstanding = outstanding;
        this.recorded = recorded;
    }

    /** Units or clients that the device has not, and whose accesses go elsewhere. */
    long elsewhere() {
        return elsewhere;
    }

    /** Issues what waits and may go. */
    void issue(long now) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).issue(now);
        }
    }

    /** Whether one has something that time alone holds up. */
    boolean wantNextCycle() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).wantsNextCycle()) {
                return true;
            }
        }
        return false;
    }

    /** Since when there is room for what has waited for its place in the trace longest, or {@link TraceLane#NOT_YET}. */
    long roomSince() {
        long first = TraceLane.NOT_YET;
        for (int i = 0; i < all.size(); i++) {
            long since = all.get(i).roomSince();
            if (since != TraceLane.NOT_YET && (first == TraceLane.NOT_YET || since < first)) {
                first = since;
            }
        }
        return first;
    }

    /** All that has room goes in. */
    void enter() {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).enter();
        }
    }

    /** The one by which an access went that the trace lets in. */
    TraceLane waitingFor(TraceRecord enters) {
        TraceLane writes = copyWrites;
        TraceLane lane = of(enters);
        if (enters.entrance != Entrance.TRANSFER || writes == null || !writes.waitsWith(enters.address)) {
            return lane;
        }
        // the trace does not say which, where a copy reads what a fill writes: who has room first goes in first
        return lane.waitsWith(enters.address) && lane.hasRoomBefore(writes) ? lane : writes;
    }

    /** The one that an access takes. */
    TraceLane of(TraceRecord access) {
        if (access.entrance == Entrance.TRANSFER && access.kind == TraceKind.WRITE && recorded) {
            return copyWrites(); // recorded: copies wait with a read for room and write meanwhile
        }
        @Nullable TraceLane[] ofUnits = byEntrance[access.entrance.ordinal()];
        int unit = access.entrance.ofUnits() ? access.unit : 0;
        if (unit >= ofUnits.length) {
            ofUnits = Arrays.copyOf(ofUnits, Math.max(unit + 1, ofUnits.length * 2));
            byEntrance[access.entrance.ordinal()] = ofUnits;
        }
        TraceLane lane = ofUnits[unit];
        if (lane == null) {
            lane = newLane(access.entrance, unit);
            ofUnits[unit] = lane;
        }
        return lane;
    }

    private TraceLane copyWrites() {
        TraceLane lane = copyWrites;
        if (lane == null) {
            Downstream path = Objects.requireNonNull(gpu.entrances.path(Entrance.TRANSFER, 0));
            lane = add(new TraceLane(
                    feed, feed.name() + " transfer writes", gpu.transfers.name(), requests, path, 0, outstanding));
            copyWrites = lane;
        }
        return lane;
    }

    private TraceLane newLane(Entrance entrance, int unit) {
        if (entrance == Entrance.HOST) {
            return add(new TraceLane(feed, feed.name() + " host", requests, gpu.host.port()));
        }
        Downstream path = gpu.entrances.path(entrance, unit);
        if (path == null) {
            elsewhere++;
            int units = entrance.ofRenderOutputUnit()
                    ? Math.max(1, gpu.spec.rop().count())
                    : gpu.spec.compute().count();
            path = gpu.entrances.path(entrance, unit % units);
        }
        if (path == null) {
            path = gpu.entrances.path(
                    Entrance.STORAGE, unit % gpu.spec.compute().count());
        }
        Downstream found = Objects.requireNonNull(path);
        int perCycle = entrance.ofComputeUnit() ? gpu.spec.compute().requestsPerCycle() : 0;
        String inPlaceOf = inPlaceOf(entrance, unit);
        Sender sender = new Sender(found, inPlaceOf);
        TraceLane known = bySender.get(sender);
        if (known == null) {
            String name = feed.name() + " " + entrance.key() + "[" + unit + "]";
            known = add(new TraceLane(feed, name, inPlaceOf, requests, found, perCycle, outstanding));
            bySender.put(sender, known);
        }
        return known;
    }

    /**
     * What sends by a path: several units may share a cache's path, and each of them waits for room by itself.
     *
     * @param component in place of which a lane sends
     */
    private record Sender(Downstream path, String component) {}

    private String inPlaceOf(Entrance entrance, int unit) {
        if (entrance.ofRenderOutputUnit()) {
            return "rop[" + unit % Math.max(1, gpu.spec.rop().count()) + "]";
        }
        return entrance == Entrance.TRANSFER
                ? gpu.transfers.name()
                : entrance == Entrance.DISPLAY
                        ? "display"
                        : "cu[" + unit % gpu.spec.compute().count() + "]";
    }

    private TraceLane add(TraceLane lane) {
        all.add(lane);
        return gpu.engine.add(lane);
    }
}
