// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import org.jspecify.annotations.Nullable;

/**
 * A barrier of a dependency as the queue that reaches it has to carry it out.
 *
 * @param barrier without the masks that the queue ignores: a release's second half, an acquire's first accesses
 * @param role which half of an ownership transfer it is
 * @param written as the program wrote it
 * @param scope what it orders on the queue
 */
record BarrierPart(Barrier barrier, Role role, Barrier written, BarrierScope scope) {

    /** Halves of an ownership transfer. */
    enum Role {
        /** No transfer. */
        NONE,
        /** The queue's family gives a range up. */
        RELEASE,
        /** The queue's family takes a range over. */
        ACQUIRE;

        /** What a barrier means to a queue of a family. */
        static Role of(Barrier barrier, String family) {
            if (family.equals(barrier.srcQueueFamily())) {
                return RELEASE;
            }
            return family.equals(barrier.dstQueueFamily()) ? ACQUIRE : NONE;
        }

        /** What this half leaves of a barrier. */
        Barrier half(Barrier whole) {
            return switch (this) {
                case NONE -> whole;
                case RELEASE ->
                    // its layout transition comes with the acquire, unless the acquire happens outside of the device
                    new Barrier(
                            whole.srcStages(),
                            whole.srcAccess(),
                            0,
                            0,
                            whole.range(),
                            withoutTransition(whole.image()),
                            null,
                            null);
                case ACQUIRE ->
                    new Barrier(
                            whole.srcStages(),
                            0,
                            whole.dstStages(),
                            whole.dstAccess(),
                            whole.range(),
                            whole.image(),
                            null,
                            null);
            };
        }
    }

    boolean transfers() {
        return role != Role.NONE;
    }

    private static @Nullable ImageTransition withoutTransition(@Nullable ImageTransition image) {
        return image == null ? null : new ImageTransition(image.range(), image.newLayout(), image.newLayout());
    }
}
