// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.OneOrMany;
import java.util.List;

/** A command on an event: {@code vkCmdSetEvent2} and its relatives, and the legacy forms with bare stage masks. */
public sealed interface EventStep extends CommandStep {

    /** Signals an event once the first half of a dependency is done. */
    record SetEvent(
            String event,

            @Doc("The legacy form: the stages that must be complete, in the place of a dependency.") @OneOrMany
            List<String> stageMask,

            @Doc("Global memory barriers.") List<MemoryBarrier> memory,
            @Doc("Buffer memory barriers.") List<BufferBarrier> buffers,
            @Doc("Image memory barriers.") List<ImageBarrier> images,
            @Doc("BY_REGION and others.") @OneOrMany List<String> dependencyFlags)
            implements EventStep {}

    /** Unsignals an event once all earlier commands are done with some stages. */
    record ResetEvent(
            String event,

            @Doc("The stages that must be complete.") @OneOrMany
            List<String> stageMask) implements EventStep {}

    /** Waits for events: the second half of the dependencies that their sets began. */
    record WaitEvents(
            @Doc("Events, all of which are waited for.") @OneOrMany
            List<String> events,

            @Doc("One dependency for each event.") List<Dependency> dependencies,

            @Doc("The legacy form: the stages of all sets together, HOST for one by the host.") @OneOrMany
            List<String> srcStageMask,

            @Doc("The legacy form: the stages that wait.") @OneOrMany
            List<String> dstStageMask,

            @Doc("Global memory barriers of the one dependency of all events.")
            List<MemoryBarrier> memory,

            @Doc("Buffer memory barriers of it.") List<BufferBarrier> buffers,
            @Doc("Image memory barriers of it.") List<ImageBarrier> images,
            @Doc("BY_REGION and others.") @OneOrMany List<String> dependencyFlags)
            implements EventStep {}

    /** The dependency that one event carries. */
    record Dependency(
            @Doc("Global memory barriers.") List<MemoryBarrier> memory,
            @Doc("Buffer memory barriers.") List<BufferBarrier> buffers,
            @Doc("Image memory barriers.") List<ImageBarrier> images,
            @Doc("BY_REGION and others.") @OneOrMany List<String> dependencyFlags) {}
}
