// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.List;

/** Turns event commands as they are written into commands with checked arguments (Vulkan specification, section Events). */
final class EventResolver {
    private final StreamContext context;
    private final DependencyResolver dependencies;
    private final EventTable events;

    EventResolver(StreamContext context, DependencyResolver dependencies, EventTable events) {
        this.context = context;
        this.dependencies = dependencies;
        this.events = events;
    }

    Command resolve(EventStep step, Origin origin) {
        if (step instanceof EventStep.SetEvent set) {
            return set(set, origin);
        }
        if (step instanceof EventStep.ResetEvent reset) {
            if (reset.stageMask().isEmpty()) {
                throw context.where.node(reset).error("resetEvent: missing key 'stageMask'");
            }
            return new Command.ResetEvent(origin, reset.event(), deviceStages(reset, "stageMask", reset.stageMask()));
        }
        if (step instanceof EventStep.WaitEvents wait) {
            return wait(wait, origin);
        }
        throw new UnknownKindException(step);
    }

    private Command set(EventStep.SetEvent set, Origin origin) {
        boolean dependency = !set.memory().isEmpty()
                || !set.buffers().isEmpty()
                || !set.images().isEmpty();
        if (dependency == !set.stageMask().isEmpty()) {
            throw context.where
                    .node(set)
                    .error(
                            dependency
                                    ? "setEvent: a dependency and the legacy 'stageMask' exclude each other"
                                    : "setEvent: give the dependency that its wait completes (memory, buffers, images), or"
                                            + " the legacy 'stageMask'");
        }
        if (!dependency) {
            Barrier stages = new Barrier(deviceStages(set, "stageMask", set.stageMask()), 0, 0, 0, null, null, null);
            return new Command.SetEvent(origin, set.event(), List.of(stages), true);
        }
        dependencies.byRegion(set, "dependencyFlags", set.dependencyFlags());
        List<Barrier> barriers = dependencies.barriers(set.memory(), set.buffers(), set.images());
        keepsOwner(set, barriers);
        return new Command.SetEvent(origin, set.event(), barriers, false);
    }

    private Command wait(EventStep.WaitEvents wait, Origin origin) {
        if (wait.events().isEmpty()) {
            throw context.where.error(wait, "events", "waitEvents: at least one event is needed");
        }
        wait.events().forEach(event -> events.waited(wait, event));
        dependencies.byRegion(wait, "dependencyFlags", wait.dependencyFlags());
        if (!wait.srcStageMask().isEmpty() || !wait.dstStageMask().isEmpty()) {
            return legacy(wait, origin);
        }
        boolean shared = !wait.memory().isEmpty()
                || !wait.buffers().isEmpty()
                || !wait.images().isEmpty();
        if (shared == !wait.dependencies().isEmpty()) {
            throw context.where
                    .node(wait)
                    .error(
                            shared
                                    ? "waitEvents: 'dependencies' and a dependency for all events exclude each other"
                                    : "waitEvents: give the dependency of the events (memory, buffers, images),"
                                            + " 'dependencies' with one for each event, or the legacy stage masks");
        }
        return new Command.WaitEvents(origin, shared ? sharedWaits(wait) : ownWaits(wait), false);
    }

    private List<Command.WaitEvents.Wait> sharedWaits(EventStep.WaitEvents wait) {
        List<Barrier> barriers = dependencies.barriers(wait.memory(), wait.buffers(), wait.images());
        keepsOwner(wait, barriers);
        if (wait.events().size() > 1 && barriers.stream().anyMatch(EventResolver::changesLayout)) {
            throw context.where.error(
                    wait,
                    "images",
                    "waitEvents: a layout transition belongs to one event; give each event its own in 'dependencies'");
        }
        return wait.events().stream()
                .map(event -> new Command.WaitEvents.Wait(List.of(event), barriers))
                .toList();
    }

    private List<Command.WaitEvents.Wait> ownWaits(EventStep.WaitEvents wait) {
        if (wait.dependencies().size() != wait.events().size()) {
            throw context.where.error(
                    wait,
                    "dependencies",
                    "dependencies: " + wait.dependencies().size() + " for "
                            + wait.events().size() + " events; each event has its own");
        }
        List<Command.WaitEvents.Wait> waits = new ArrayList<>();
        for (int i = 0; i < wait.events().size(); i++) {
            EventStep.Dependency own = wait.dependencies().get(i);
            dependencies.byRegion(own, "dependencyFlags", own.dependencyFlags());
            List<Barrier> barriers = dependencies.barriers(own.memory(), own.buffers(), own.images());
            keepsOwner(own, barriers);
            waits.add(new Command.WaitEvents.Wait(List.of(wait.events().get(i)), barriers));
        }
        return waits;
    }

    /** The legacy form: its stage masks are those of all its barriers. */
    private Command legacy(EventStep.WaitEvents wait, Origin origin) {
        if (!wait.dependencies().isEmpty()) {
            throw context.where.error(
                    wait, "dependencies", "waitEvents: 'dependencies' and the legacy stage masks exclude each other");
        }
        if (wait.srcStageMask().isEmpty() || wait.dstStageMask().isEmpty()) {
            String missing = wait.srcStageMask().isEmpty() ? "srcStageMask" : "dstStageMask";
            throw context.where.node(wait).error("waitEvents: missing key '" + missing + "'");
        }
        wait.memory().forEach(barrier -> noStages(barrier, barrier.srcStage(), barrier.dstStage()));
        wait.buffers().forEach(barrier -> noStages(barrier, barrier.srcStage(), barrier.dstStage()));
        wait.images().forEach(barrier -> noStages(barrier, barrier.srcStage(), barrier.dstStage()));
        long src = context.stages(wait, "srcStageMask", wait.srcStageMask());
        long dst = deviceStages(wait, "dstStageMask", wait.dstStageMask());
        List<Barrier> written = dependencies.barriers(wait.memory(), wait.buffers(), wait.images());
        keepsOwner(wait, written);
        List<Barrier> barriers = new ArrayList<>();
        for (Barrier barrier : written) {
            barriers.add(new Barrier(
                    src, barrier.srcAccess(), dst, barrier.dstAccess(), barrier.range(), barrier.image(), null, null));
        }
        if (barriers.isEmpty()) {
            barriers.add(new Barrier(src, 0, dst, 0, null, null, null));
        }
        return new Command.WaitEvents(origin, List.of(new Command.WaitEvents.Wait(wait.events(), barriers)), true);
    }

    private void noStages(Object barrier, List<String> src, List<String> dst) {
        if (!src.isEmpty() || !dst.isEmpty()) {
            String key = src.isEmpty() ? "dstStage" : "srcStage";
            throw context.where.error(
                    barrier, key, key + ": in the legacy form the stages stand in srcStageMask and dstStageMask");
        }
    }

    /** Stages of a queue; the host waits and signals by operations of its own. */
    private long deviceStages(Object step, String key, List<String> names) {
        long stages = context.stages(step, key, names);
        if ((stages & dev.sluice.program.sync.Stage.HOST.mask()) != 0) {
            throw context.where.error(step, key, key + ": HOST is no stage of a queue");
        }
        return stages;
    }

    /**
     * Refuses ownership transfers, which need a pipeline barrier (Vulkan specification, section Queue Family Ownership
     * Transfer).
     */
    private void keepsOwner(Object step, List<Barrier> barriers) {
        if (barriers.stream().anyMatch(barrier -> barrier.srcQueueFamily() != null)) {
            throw context.where
                    .node(step)
                    .error("an event cannot transfer ownership between queue families; use pipelineBarrier");
        }
    }

    private static boolean changesLayout(Barrier barrier) {
        ImageTransition image = barrier.image();
        return image != null && image.oldLayout() != image.newLayout();
    }
}
