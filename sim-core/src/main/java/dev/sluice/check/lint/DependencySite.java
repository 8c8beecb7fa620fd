// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import org.jspecify.annotations.Nullable;

/**
 * A memory barrier within a command.
 *
 * @param form how the command uses it
 * @param byRegion whether its command declares it framebuffer-local
 */
record DependencySite(CommandSite at, Barrier barrier, Form form, boolean byRegion) {

    /** What a command makes of a barrier. */
    enum Form {
        /** Both halves at once. */
        PIPELINE,
        /** Both halves, between subpasses or a subpass and outside. */
        SUBPASS,
        /** The first half only. */
        SET,
        /** The second half only. */
        WAIT
    }

    QueueCapabilities queue() {
        return at.capabilities();
    }

    /** Whether its first half counts here: not that of an acquire, nor of a wait. */
    boolean hasSource() {
        return form != Form.WAIT && !acquire();
    }

    /** Whether its second half counts here: not that of a release, nor of a set. */
    boolean hasDestination() {
        return form != Form.SET && !release();
    }

    /** Whether it hands a resource to another queue family. */
    boolean transfersOwnership() {
        return barrier.srcQueueFamily() != null && !barrier.srcQueueFamily().equals(barrier.dstQueueFamily());
    }

    /** Whether it is the first half of an ownership transfer. */
    boolean release() {
        return transfersOwnership() && at.family().equals(barrier.srcQueueFamily());
    }

    /** Whether it is the second half of an ownership transfer. */
    boolean acquire() {
        return transfersOwnership() && !release();
    }

    /**
     * Whether its layouts count: they differ, or ownership goes over (Vulkan specification, section Image Layout
     * Transitions).
     */
    boolean transition() {
        ImageTransition image = barrier.image();
        return image != null && (image.oldLayout() != image.newLayout() || transfersOwnership());
    }

    /** Whether the image enters another layout here. */
    boolean changesLayout() {
        ImageTransition image = barrier.image();
        return image != null && image.oldLayout() != image.newLayout();
    }

    /** The source stages, expanded: the first access scope. */
    long sourceStages() {
        return Stages.accessScope(barrier.srcStages(), queue());
    }

    /** The destination stages, expanded: the second access scope. */
    long destinationStages() {
        return Stages.accessScope(barrier.dstStages(), queue());
    }

    /** What it is about, for messages: {@code image color} or {@code all memory}. */
    String subject() {
        if (barrier.image() != null) {
            return "image " + barrier.image().range().image();
        }
        return barrier.range() == null
                ? "all memory"
                : "buffer " + barrier.range().buffer();
    }

    /** Barriers are told apart by their place in the walk first, which is cheaper than to compare all of them. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DependencySite site
                && at.position() == site.at.position()
                && form == site.form
                && barrier.equals(site.barrier);
    }

    @Override
    public int hashCode() {
        return at.position();
    }
}
