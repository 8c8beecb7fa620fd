// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.image.ImageUse;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.RenderTargets;
import java.util.List;

/**
 * A few rules of one topic, which follow a stream with the state that they need.
 *
 * <p>A command is told first, then its image uses, accesses and dependencies in the order in which they take effect.
 */
interface LintCheck {

    /** The host carries out an operation; a submission is told before any of its commands. */
    default void host(HostSite site) {}

    /** A queue comes to a command. */
    default void command(CommandSite site) {}

    /** A command makes a dependency. */
    default void dependency(DependencySite site) {}

    /** A command uses subresources of an image, in the layout that they are in then. */
    default void imageUse(CommandSite site, ImageUse use) {}

    /** A command makes accesses; a step of a render pass some before its dependencies, and some after. */
    default void accesses(CommandSite site, List<MemoryAccess> accesses) {}

    /** Attachments begin to be used, after the accesses of their load operations. */
    default void begins(CommandSite site, RenderTargets targets) {}

    /** Attachments are used no more, after the accesses of their store operations. */
    default void ends(CommandSite site, RenderTargets targets) {}

    /** A host operation makes accesses. */
    default void hostAccesses(HostSite site, List<MemoryAccess> accesses) {}

    /** The host hands an image to the display. */
    default void presented(HostSite site, ImageUse use) {}

    /** The stream is over. */
    default void end() {}
}
