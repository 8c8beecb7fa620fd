package dev.sluice.core.command.run;

import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.ImageTransition;
import org.jspecify.annotations.Nullable;

/**
 * A barrier of a dependency as the queue that reaches it has to carry it out.
 *
 * @param barrier without the masks that the queue ignores: a release's second half, an acquire's first accesses (Vulkan
 * specification, section Queue Family Ownership Transfer)
 * @param role which half of an ownership transfer it is
 * @param written as the program wrote it
 */
record TransferPart(Barrier barrier, Role role, Barrier written) {

    /** Halves of an ownership transfer. */
    enum Role {
        /** No transfer. */
        NONE,
        /** The queue's family gives a range up. */
        RELEASE,
        /** The queue's family takes a range over. */
        ACQUIRE
    }

    /** A barrier that transfers nothing. */
    static TransferPart plain(Barrier barrier) {
        return new TransferPart(barrier, Role.NONE, barrier);
    }

    /** What a barrier means to a queue of a family. */
    static TransferPart of(Barrier barrier, String family) {
        if (family.equals(barrier.srcQueueFamily())) {
            // its layout transition comes with the acquire, unless the acquire happens outside of the device
            Barrier release = new Barrier(
                    barrier.srcStages(),
                    barrier.srcAccess(),
                    0,
                    0,
                    barrier.range(),
                    withoutTransition(barrier.image()),
                    null,
                    null);
            return new TransferPart(release, Role.RELEASE, barrier);
        }
        if (family.equals(barrier.dstQueueFamily())) {
            Barrier acquire = new Barrier(
                    barrier.srcStages(),
                    0,
                    barrier.dstStages(),
                    barrier.dstAccess(),
                    barrier.range(),
                    barrier.image(),
                    null,
                    null);
            return new TransferPart(acquire, Role.ACQUIRE, barrier);
        }
        return plain(barrier);
    }

    private static @Nullable ImageTransition withoutTransition(@Nullable ImageTransition image) {
        return image == null ? null : new ImageTransition(image.range(), image.newLayout(), image.newLayout());
    }
}
