// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Sequence;
import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver.RowOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Counters by interval of cycles. A value stands where its interval begins and holds until the next one; what did not change is
 * not written again.
 *
 * <p>An interval is closed by the first event behind its end, so that nothing has to be woken: levels are read then, and stand at
 * that end.
 */
final class IntervalCounters {

    /** What happened in an interval. */
    private final class Counter {
        final Track track;
        long value;
        long shown;

        Counter(Track.Group group, String name, Track.Unit unit) {
            track = out.counter(group, name, unit);
        }

        void close(long at) {
            show(at, value);
            value = 0;
        }

        void show(long at, long now) {
            if (now != shown) {
                shown = now;
                TimelineEvent e = out.event(Type.COUNTER, Sequence.COUNTERS, at, track, track.name, "counter");
                e.value = now;
                out.write(e, true);
            }
        }
    }

    private final class CacheCounters {
        final Counter hits;
        final Counter misses;
        final Counter bytes;

        CacheCounters(String name) {
            Track.Group group = groups.cache(name);
            hits = sum(group, name + " hits", Track.Unit.COUNT);
            misses = sum(group, name + " misses", Track.Unit.COUNT);
            bytes = sum(group, name + " bytes", Track.Unit.BYTES);
        }
    }

    private final class ChannelCounters {
        final Counter read;
        final Counter written;
        final Counter hits;
        final Counter misses;
        final Counter conflicts;
        final int transactionBytes;

        ChannelCounters(String name, ToIntFunction<String> bytes) {
            Track.Group group = groups.memory(name);
            transactionBytes = bytes.applyAsInt(name);
            read = sum(group, name + " read", Track.Unit.BYTES);
            written = sum(group, name + " written", Track.Unit.BYTES);
            hits = sum(group, name + " row hits", Track.Unit.COUNT);
            misses = sum(group, name + " row misses", Track.Unit.COUNT);
            conflicts = sum(group, name + " row conflicts", Track.Unit.COUNT);
        }
    }

    private record Shown(Level level, Counter counter) {}

    private final TimelineOut out;
    private final Groups groups;
    private final long interval;
    private final ToIntFunction<String> transactionBytes;
    private final List<Counter> counters = new ArrayList<>();
    private final List<Shown> levels = new ArrayList<>();
    private final Map<String, CacheCounters> caches = new HashMap<>();
    private final Map<String, ChannelCounters> channels = new HashMap<>();
    private final Counter toDevice;
    private final Counter toHost;
    private long start;

    /**
     * @param interval in cycles
     * @param transactionBytes of a channel of memory
     */
    IntervalCounters(TimelineOut out, Groups groups, long interval, ToIntFunction<String> transactionBytes) {
        this.out = out;
        this.groups = groups;
        this.interval = interval;
        this.transactionBytes = transactionBytes;
        toDevice = sum(groups.link(), "link to device", Track.Unit.BYTES);
        toHost = sum(groups.link(), "link to host", Track.Unit.BYTES);
    }

    /** What is read at the end of each interval. */
    void read(List<Level> all) {
        for (Level level : all) {
            levels.add(new Shown(level, new Counter(group(level), level.of() + " " + level.what(), Track.Unit.COUNT)));
        }
    }

    private Counter sum(Track.Group group, String name, Track.Unit unit) {
        Counter counter = new Counter(group, name, unit);
        counters.add(counter);
        return counter;
    }

    private Track.Group group(Level level) {
        return switch (level.what()) {
            case Level.WAVES -> groups.units();
            case Level.QUEUED -> groups.memory(level.of());
            default -> groups.cache(level.of());
        };
    }

    /** Something happens at a cycle. */
    void tick(long cycle) {
        if (cycle >= start + interval) {
            close(cycle);
        }
    }

    private void close(long cycle) {
        counters.forEach(counter -> counter.close(start));
        long end = start + interval;
        levels.forEach(shown -> shown.counter().show(end, shown.level().now().getAsInt()));
        start = cycle - cycle % interval;
        if (start > end) {
            counters.forEach(counter -> counter.close(end));
        }
    }

    /** The run is over: the last interval ends with it. */
    void finish(long cycle) {
        tick(cycle);
        counters.forEach(counter -> counter.close(start));
        long end = Math.max(start + interval, cycle);
        counters.forEach(counter -> counter.close(end));
        levels.forEach(shown -> shown.counter().show(end, 0));
    }

    void counted(String cache, int hits, int misses) {
        CacheCounters of = caches.get(cache);
        if (of == null) {
            of = new CacheCounters(cache);
            caches.put(cache, of);
        }
        of.hits.value += hits;
        of.misses.value += misses;
        of.bytes.value += (long) (hits + misses) * ObservedRequest.SECTOR_BYTES;
    }

    void transferred(String channel, int transactions, boolean write, RowOutcome row) {
        ChannelCounters of = channels.get(channel);
        if (of == null) {
            of = new ChannelCounters(channel, transactionBytes);
            channels.put(channel, of);
        }
        (write ? of.written : of.read).value += (long) transactions * of.transactionBytes;
        of.hits.value += transactions;
        if (row != RowOutcome.HIT) {
            of.hits.value--;
            (row == RowOutcome.MISS ? of.misses : of.conflicts).value++;
        }
    }

    void crossed(int bytes, boolean towardsHost) {
        (towardsHost ? toHost : toDevice).value += bytes;
    }
}
