// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.host.HostMemoryPort;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One way into the hierarchy, with the accesses of a trace that wait for it.
 *
 * <p>They leave in order; an access of a warp waits until the warp's reads before it are answered, and those of other warps go
 * past it. A compute unit's way takes so many requests a cycle as the unit sends; any other takes an access a cycle, and those
 * that have their cycle at once.
 */
final class TraceLane extends Component implements TraceClient {

    private static final int CREDIT = 0;
    private static final int REPLY = 1;

    /** Records that wait at most: the look-ahead. */
    private static final int MOST = 256;
    /** A tag's value for an access that nobody waits for. */
    private static final int NO_GROUP = -1;

    /** In {@link #roomSince()}: there is no room yet, or nothing waits for its place in the trace. */
    static final long NOT_YET = -1;

    private final AccessFeed feed;
    private final String inPlaceOf;
    private final TraceRequests requests;
    private final int longest;
    private final int longestAtomic;
    private final @Nullable OrderedSender sender;
    private final @Nullable HostMemoryPort host;
    private final int perCycle;
    private final int outstanding;
    private final Consumer<Request> send = this::send;

    /** The access whose request waits for room is one of which the trace says when it goes in. */
    private boolean told;
    /** Its address in the trace. */
    private long toldAddress;
    /** The cycle in which there was room for it. */
    private long roomSince = NOT_YET;
    /** How many times there was room for such an access of any lane before. */
    private long roomNumber;

    private @Nullable TraceRecord first;
    private @Nullable TraceRecord last;
    private int waiting;

    private long cycle = -1;
    private int inCycle;
    private long sent;
    private long answered;

    /** By number: requests of an access, or of a warp's reads, without an answer; and the warp, or {@link #NO_GROUP}. */
    private int[] open = new int[16];

    private int[] warpOf = new int[16];
    private int[] free = new int[16];
    private int freeCount;
    private int groups;
    private int underWay;
    private int group = NO_GROUP;
    private final Map<Integer, Integer> busyWarps = new HashMap<>();

    /**
     * A way that a client has into the hierarchy.
     *
     * @param inPlaceOf the component whose accesses these are
     * @param perCycle requests of a cycle; 0 if there is no limit but the path's
     * @param outstanding accesses that may be under way; 0 for any number
     */
    TraceLane(
            AccessFeed feed,
            String name,
            String inPlaceOf,
            TraceRequests requests,
            Downstream path,
            int perCycle,
            int outstanding) {
        super(feed.engine(), name);
        this.inPlaceOf = inPlaceOf;
        this.feed = feed;
        this.requests = requests;
        this.longest = Math.min(path.maxRequestBytes(), Request.MAX_BYTES);
        this.longestAtomic = Math.min(path.maxAtomicBytes(), longest);
        this.sender = new OrderedSender(this, path, CREDIT);
        this.host = null;
        this.perCycle = perCycle;
        this.outstanding = outstanding;
    }

    /** The host's way to its memory, which takes everything at once. */
    TraceLane(AccessFeed feed, String name, TraceRequests requests, HostMemoryPort host) {
        super(feed.engine(), name);
        this.inPlaceOf = "host processor";
        this.feed = feed;
        this.requests = requests;
        this.longest = Math.min(host.maxRequestBytes(), Request.MAX_BYTES);
        this.longestAtomic = longest;
        this.sender = null;
        this.host = host;
        this.perCycle = 0;
        this.outstanding = 0;
    }

    @Override
    public String inPlaceOf() {
        return inPlaceOf;
    }

    /** Issues an access, or keeps a copy of it; false if there is no room for one. */
    boolean offer(TraceRecord access, long now) {
        if (first == null && mayIssue(access, now)) {
            perform(access, now);
            return true;
        }
        if (waiting == MOST) {
            return false;
        }
        TraceRecord kept = feed.take();
        kept.copy(access);
        TraceRecord tail = last;
        if (tail == null) {
            first = kept;
        } else {
            tail.next = kept;
        }
        last = kept;
        waiting++;
        return true;
    }

    /** Issues what waits and may go. */
    void issue(long now) {
        TraceRecord before = null;
        TraceRecord at = first;
        while (at != null && hasRoom(at, now)) {
            TraceRecord next = at.next;
            if (blocked(at)) {
                before = at;
            } else {
                unlink(before, at);
                perform(at, now);
                feed.giveBack(at);
            }
            at = next;
        }
    }

    private void unlink(@Nullable TraceRecord before, TraceRecord at) {
        if (before == null) {
            first = at.next;
        } else {
            before.next = at.next;
        }
        if (last == at) {
            last = before;
        }
        waiting--;
    }

    /** Whether it has something that time alone holds up. */
    boolean wantsNextCycle() {
        OrderedSender way = sender;
        if (first == null || way != null && !way.isEmpty() || outstanding > 0 && underWay >= outstanding) {
            return false;
        }
        for (TraceRecord at = first; at != null; at = at.next) {
            if (!blocked(at)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayIssue(TraceRecord access, long now) {
        return hasRoom(access, now) && !blocked(access);
    }

    private boolean hasRoom(TraceRecord access, long now) {
        OrderedSender way = sender;
        if (way != null && !way.isEmpty() || outstanding > 0 && underWay >= outstanding) {
            return false;
        }
        boolean timed = access.time == now && (perCycle == 0 || access.after != TraceRecord.LAST);
        return timed || cycle != now || inCycle < Math.max(1, perCycle);
    }

    private boolean blocked(TraceRecord access) {
        return access.warp != TraceRecord.NO_WARP && busyWarps.containsKey(access.warp);
    }

    private void perform(TraceRecord access, long now) {
        if (cycle != now) {
            cycle = now;
            inCycle = 0;
        }
        boolean read = access.kind != TraceKind.WRITE;
        boolean warp = access.warp != TraceRecord.NO_WARP && read;
        group = outstanding > 0 || warp ? newGroup(warp ? access.warp : NO_GROUP) : NO_GROUP;
        int place = group;
        if (place != NO_GROUP) {
            open[place] = 1; // until all have been sent
        }
        requests.of(access, access.kind == TraceKind.ATOMIC ? longestAtomic : longest, send);
        told = (access.flags & TraceRecord.WAITS) != 0 && waits();
        toldAddress = access.address;
        if (place != NO_GROUP) {
            close(place);
        }
    }

    private void send(Request request) {
        request.replyTo(this, REPLY, request.index);
        request.tag = group;
        if (group != NO_GROUP) {
            open[group]++;
        }
        sent++;
        inCycle++;
        OrderedSender way = sender;
        if (way == null) {
            Objects.requireNonNull(host).send(request);
        } else {
            way.send(request);
        }
    }

    /** Whether a request waits for room. */
    boolean waits() {
        OrderedSender way = sender;
        return way != null && !way.isEmpty();
    }

    /** Whether an access of an address waits for room, and the trace says when it goes in. */
    boolean waitsWith(long address) {
        return told && waits() && toldAddress == address;
    }

    /** The cycle in which there was room for what waits for its place in the trace, or {@link #NOT_YET}. */
    long roomSince() {
        return roomSince;
    }

    /** Whether it has room for what waits for its place, and another one has none yet, or got it later. */
    boolean hasRoomBefore(TraceLane other) {
        return roomSince != NOT_YET && (other.roomSince == NOT_YET || roomNumber < other.roomNumber);
    }

    /** What has room goes in. */
    void enter() {
        OrderedSender way = sender;
        if (way != null && roomSince != NOT_YET) {
            enter(way);
        }
    }

    private void enter(OrderedSender way) {
        roomSince = NOT_YET;
        told = false;
        way.onCredit();
    }

    private int newGroup(int warp) {
        int place = freeCount > 0 ? free[--freeCount] : groups++;
        if (place == open.length) {
            open = Arrays.copyOf(open, place * 2);
            warpOf = Arrays.copyOf(warpOf, place * 2);
            free = Arrays.copyOf(free, place * 2);
        }
        warpOf[place] = warp;
        if (warp != NO_GROUP) {
            busyWarps.merge(warp, 1, Integer::sum);
        }
        underWay++;
        return place;
    }

    /** A part of an access is over; true if it was the last. */
    private boolean close(int place) {
        if (--open[place] > 0) {
            return false;
        }
        int warp = warpOf[place];
        if (warp != NO_GROUP) {
            busyWarps.merge(warp, -1, (count, less) -> count + less == 0 ? null : count + less);
        }
        free[freeCount++] = place;
        underWay--;
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        OrderedSender way = sender;
        if (kind == CREDIT && way != null) {
            if (told && feed.exact()) {
                roomSince = now();
                roomNumber = feed.countRoom();
                feed.hasRoom(this);
            } else {
                enter(way);
                if (way.isEmpty()) {
                    if (first != null && first.after != TraceRecord.LAST) {
                        issue(now()); // as a client's own sender, which goes on within this event
                    }
                    feed.wake();
                }
            }
            return;
        }
        Request request = feed.answered(argument);
        int place = request.tag;
        answered++;
        feed.release(request);
        if (place != NO_GROUP && close(place) && first != null) {
            feed.wake();
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", sent, answered);
        audit.held(this, "records that wait", waiting);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        if (sender != null) {
            sender.describeWaits(graph);
        }
    }
}
