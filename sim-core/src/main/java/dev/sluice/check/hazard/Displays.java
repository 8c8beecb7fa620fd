// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The images that were presented, and what whoever acquires them again gets to know of the display's readings. */
final class Displays {
    private final Columns columns;
    private final Judge judge;
    private final Map<String, Signal> shown = new LinkedHashMap<>();
    private final Map<String, Integer> presents = new LinkedHashMap<>();

    Displays(Columns columns, Judge judge) {
        this.columns = columns;
        this.judge = judge;
    }

    /** A present of images has been given to a queue: until the display has read them, nobody can acquire them again. */
    void queued(List<String> images) {
        images.forEach(shown::remove);
        images.forEach(image -> presents.merge(image, 1, Integer::sum));
    }

    /** Whether an image was ever presented. */
    boolean presented(String image) {
        return presents.containsKey(image);
    }

    /** What the display's latest reading of an image passes on; null while there is none. */
    @Nullable
    Signal shown(String image) {
        return shown.get(image);
    }

    /**
     * An image is acquired of which no present went before: the display may read it until then all the same, of which whoever
     * modifies it must make sure that it is over (Vulkan specification, section WSI Swapchain).
     *
     * @param read what the display reads of it
     */
    Signal acquiredFirst(String image, List<MemoryAccess> read, AccessTrace.Action action) {
        int position = presents.merge(image, 1, Integer::sum);
        read.forEach(access -> judge.shown(position, action, access));
        Signal after = Signal.nothing(columns.width());
        Columns.raise(after.execution(), columns.display(image), position);
        Columns.join(after.submitted(), after.execution());
        shown.put(image, after);
        return after;
    }

    /** The display reads images, knowing this. */
    void show(Signal known, AccessTrace.Action action) {
        for (MemoryAccess access : action.accesses()) {
            int position = presents.getOrDefault(access.resource(), 1);
            judge.display(known, position, action, access);
            Signal after = known.join(Signal.nothing(columns.width()));
            Columns.raise(after.execution(), columns.display(access.resource()), position);
            Columns.join(after.submitted(), after.execution());
            shown.put(access.resource(), after);
        }
    }
}
