// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The releases of queue family ownership that wait for their acquires (Vulkan specification, section Queue Family
 * Ownership Transfer): the two match if they name the same range, families and layouts, and the release happens before
 * the acquire.
 */
public final class Ownership {

    /** What a barrier is for a queue. */
    public enum Role {
        /** No transfer. */
        NONE,
        RELEASE,
        ACQUIRE,
        /** A transfer between two other families. */
        STRANGER
    }

    private record Release(Barrier barrier, int queue, int position) {}

    private final List<Release> open = new ArrayList<>();

    /** What a barrier is for queues of a family. */
    public static Role role(Barrier barrier, String family) {
        String from = barrier.srcQueueFamily();
        String to = barrier.dstQueueFamily();
        if (from == null || to == null || from.equals(to)) {
            return Role.NONE;
        }
        return from.equals(family) ? Role.RELEASE : to.equals(family) ? Role.ACQUIRE : Role.STRANGER;
    }

    /** Whether an owner is none of the device's queue families. */
    public static boolean outside(@Nullable String family) {
        return "EXTERNAL".equals(family) || "FOREIGN_EXT".equals(family);
    }

    /** Whether a barrier hands over to, or takes over from, somebody outside of the stream. */
    public static boolean outside(Barrier barrier) {
        return outside(barrier.srcQueueFamily()) != outside(barrier.dstQueueFamily());
    }

    public void release(Barrier barrier, QueueOrder order) {
        open.add(new Release(barrier, order.queue(), order.position()));
    }

    /** Takes the release that an acquire matches; false if there is none, or it need not come before. */
    public boolean acquire(Barrier barrier, int[] known, Columns columns) {
        for (int i = 0; i < open.size(); i++) {
            Release release = open.get(i);
            if (same(release.barrier(), barrier)
                    && known[columns.column(release.queue(), Columns.ALL_DONE_ROW)] > release.position()) {
                open.remove(i);
                return true;
            }
        }
        return false;
    }

    private static boolean same(Barrier release, Barrier acquire) {
        return String.valueOf(release.srcQueueFamily()).equals(acquire.srcQueueFamily())
                && String.valueOf(release.dstQueueFamily()).equals(acquire.dstQueueFamily())
                && place(release).equals(place(acquire));
    }

    /** Bytes, or subresources with their layouts. */
    private static Object place(Barrier barrier) {
        ImageTransition image = barrier.image();
        return image != null ? image : String.valueOf(barrier.range());
    }
}
