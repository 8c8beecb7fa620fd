// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.cli.timeline.TimelineOut.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Workgroups on compute units, and maintenance on cache instances. */
final class DetailSlices {

    private record Key(String of, String what, long number) {}

    private final TimelineOut out;
    private final Groups groups;
    private final Map<String, Lanes> lanes = new HashMap<>();
    private final Map<Key, Deque<Slice>> open = new LinkedHashMap<>();

    DetailSlices(TimelineOut out, Groups groups) {
        this.out = out;
        this.groups = groups;
    }

    void group(long cycle, String unit, String command, long group, int waves, boolean begins) {
        Key key = new Key(unit, command, group);
        if (begins) {
            TimelineEvent e = begin(key, groups.units(), "groups", cycle, "group " + group + " of " + command, "unit");
            add(
                    key,
                    e.with("command", command)
                            .with("group", group)
                            .with("waves", waves)
                            .with("cycle", cycle));
        } else {
            end(key, cycle);
        }
    }

    void maintenance(long cycle, String cache, String action, String barrier, boolean begins) {
        Key key = new Key(cache, action + " " + barrier, 0);
        if (begins) {
            TimelineEvent e = begin(key, groups.cache(cache), "maintenance", cycle, action, "cache");
            add(key, e.with("barrier", barrier).with("cycle", cycle));
        } else {
            end(key, cycle);
        }
    }

    private TimelineEvent begin(Key key, Track.Group group, String name, long cycle, String called, String category) {
        Lanes own = lanes.computeIfAbsent(key.of(), unknown -> new Lanes(out, group, key.of() + " " + name));
        return out.event(Type.BEGIN, cycle, own.take(), called, category);
    }

    private void add(Key key, TimelineEvent e) {
        Lanes own = lanes.get(key.of());
        Slice slice = out.begin(e, own, true);
        if (slice != null) {
            open.computeIfAbsent(key, unknown -> new ArrayDeque<>(1)).add(slice);
        } else if (own != null) {
            own.giveBack(e.on());
        }
    }

    private void end(Key key, long cycle) {
        Deque<Slice> slices = open.get(key);
        if (slices != null) {
            Slice slice = slices.remove();
            if (slices.isEmpty()) {
                open.remove(key);
            }
            out.finish(slice, out.end(slice, cycle));
        }
    }

    void finish(long cycle) {
        open.values().forEach(slices -> slices.forEach(slice -> out.finish(slice, out.end(slice, cycle))));
        open.clear();
    }
}
