// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The statistics regions that are open at a point of a list of steps: they nest, and end in the list that they begin in. */
final class OpenRegions {

    private final StreamContext context;
    /** What the list is called. */
    private final String list;

    private final Deque<Region> open = new ArrayDeque<>();

    private record Region(Object step, String name) {}

    OpenRegions(StreamContext context, String list) {
        this.context = context;
        this.list = list;
    }

    /** A region begins; returns its name. */
    String begin(Object step, String name) {
        if (name.isBlank()) {
            throw context.where.error(step, "name", "beginStatistics: a region needs a name");
        }
        for (Region region : open) {
            if (region.name().equals(name)) {
                throw context.where.error(
                        step,
                        "name",
                        "beginStatistics: region '" + name + "' is open already, since "
                                + context.place(region.step()));
            }
        }
        open.push(new Region(step, name));
        return name;
    }

    /** The region that began last ends; returns its name. */
    String end(Object step, @Nullable String name) {
        Region last = open.peek();
        if (last == null) {
            throw context.where.node(step).error("endStatistics: no region is open here in " + list);
        }
        if (name != null && !name.equals(last.name())) {
            boolean outer = open.stream().anyMatch(region -> region.name().equals(name));
            throw context.where.error(
                    step,
                    "name",
                    "endStatistics: "
                            + (outer
                                    ? "region '" + last.name() + "' has to end first"
                                    : "region '" + name + "' is not open; '" + last.name() + "' is")
                            + ", which began at " + context.place(last.step()));
        }
        open.pop();
        return last.name();
    }

    /** The list is over. */
    void finish() {
        Region last = open.peek();
        if (last != null) {
            throw context.where
                    .node(last.step())
                    .error("beginStatistics: region '" + last.name() + "' has no endStatistics in " + list);
        }
    }
}
