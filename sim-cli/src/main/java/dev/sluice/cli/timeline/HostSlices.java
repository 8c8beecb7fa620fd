// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.cli.timeline.TimelineOut.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What host threads do, a slice for each operation, and what the display shows for them. */
final class HostSlices {

    private static final int RANK = 1;

    private final TimelineOut out;
    private final Function<String, @Nullable String> where;
    private final Track.Group group;
    private final Map<String, Track> threads = new LinkedHashMap<>();
    private final Map<String, Slice> open = new LinkedHashMap<>();
    private final Track display;
    private @Nullable Slice shown;

    /** @param where an operation stands, by its id; null where nobody knows */
    HostSlices(TimelineOut out, Function<String, @Nullable String> where) {
        this.out = out;
        this.where = where;
        group = out.group("host", RANK);
        display = out.slices(out.group("display", RANK + 1), "scan-out");
    }

    void operation(long cycle, String id, String what, boolean begins) {
        String name = id.substring(0, Math.max(0, id.lastIndexOf('.')));
        if (begins) {
            Track track = threads.computeIfAbsent(name, unknown -> out.slices(group, "thread " + name));
            TimelineEvent e = out.event(Type.BEGIN, cycle, track, what + " " + id, "host");
            e.with("operation", id).with("where", where.apply(id)).with("cycle", cycle);
            Slice slice = out.begin(e, null, false);
            if (slice != null) {
                open.put(id, slice);
            }
        } else {
            Slice slice = open.remove(id);
            if (slice != null) {
                out.finish(slice, out.end(slice, cycle));
            }
        }
    }

    void present(long cycle, String id, String image, String place, boolean begins) {
        if (begins) {
            TimelineEvent e = out.event(Type.BEGIN, cycle, display, "present " + id + " " + image, "display");
            e.with("command", id).with("image", image).with("where", place).with("cycle", cycle);
            shown = out.begin(e, null, false);
        } else {
            endShown(cycle);
        }
    }

    private void endShown(long cycle) {
        Slice slice = shown;
        if (slice != null) {
            shown = null;
            out.finish(slice, out.end(slice, cycle));
        }
    }

    void finish(long cycle) {
        endShown(cycle);
        open.values().forEach(slice -> out.finish(slice, out.end(slice, cycle)));
        open.clear();
    }
}
