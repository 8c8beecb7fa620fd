// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.StreamProgram;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stream as its accesses and dependencies: made once by {@link #of}, and then checked as often as one likes, with barriers
 * left out or replaced ({@code HazardChecker.check}).
 */
public final class AccessTrace {
    private final StreamProgram stream;
    private final DeviceFacts device;
    private final Resources resources;
    private final List<Track> threads;
    private final List<DependencyInfo> dependencies;
    /** By id, looked up only. */
    private final Map<String, Action> actions = new HashMap<>();

    AccessTrace(
            StreamProgram stream,
            DeviceFacts device,
            Resources resources,
            List<Track> threads,
            List<DependencyInfo> dependencies) {
        this.stream = stream;
        this.device = device;
        this.resources = resources;
        this.threads = List.copyOf(threads);
        this.dependencies = List.copyOf(dependencies);
        index();
    }

    /** Extracts accesses and dependencies: the costly half of a check. */
    public static AccessTrace of(StreamProgram stream, DeviceFacts device) {
        return new TraceBuilder(stream, device).build();
    }

    /** The trace of the same stream with other barriers: what its commands access is known already. */
    public AccessTrace edited(StreamProgram edited) {
        return edited(edited, Naming.byPlace(edited));
    }

    /** The trace of the same stream with other barriers, under names that outlast the change. */
    public AccessTrace edited(StreamProgram edited, Naming names) {
        return new TraceBuilder(edited, this, names).build();
    }

    /** The stream. */
    public StreamProgram stream() {
        return stream;
    }

    /** The device's part. */
    public DeviceFacts device() {
        return device;
    }

    /** Every dependency of the stream, in submission order. */
    public List<DependencyInfo> dependencies() {
        return dependencies;
    }

    /** How much there is to check: the runs of places that all accesses have, and the actions. */
    public long size() {
        long size = 0;
        for (Track track : threads) {
            for (Step step : track.steps()) {
                size += size(step.action());
                Batch batch = step.batch();
                if (batch != null) {
                    for (Action action : batch.actions()) {
                        size += size(action);
                    }
                }
            }
        }
        return size;
    }

    private static long size(Action action) {
        long size = 1;
        for (MemoryAccess access : action.accesses()) {
            size += access.where().count();
        }
        for (MemoryAccess access : action.later()) {
            size += access.where().count();
        }
        return size;
    }

    /** The accesses of a command or host operation, by its id; empty for one that has none. */
    public List<MemoryAccess> accesses(String id) {
        Action action = actions.get(id);
        return action == null
                ? List.of()
                : Stream.concat(action.accesses().stream(), action.later().stream())
                        .toList();
    }

    /** The command or host operation of an id; null for an id that names something else. */
    public @Nullable Action action(String id) {
        return actions.get(id);
    }

    /** The accesses of a command or host operation before its dependencies, by its id. */
    public List<MemoryAccess> before(String id) {
        Action action = actions.get(id);
        return action == null ? List.of() : action.accesses();
    }

    /** The accesses of a step of a render pass after its dependencies, by its id. */
    public List<MemoryAccess> after(String id) {
        Action action = actions.get(id);
        return action == null ? List.of() : action.later();
    }

    /** The places that a barrier is limited to; null for a global one. */
    public @Nullable Map<Space, Intervals> places(Barrier barrier) {
        List<Region> regions = TraceBuilder.ranges(resources, barrier);
        if (regions == null) {
            return null;
        }
        Map<Space, Intervals> places = new LinkedHashMap<>();
        regions.forEach(region -> places.merge(region.space(), region.where(), Intervals::union));
        return places;
    }

    /** What the host can read without saying so, while it is mapped. */
    public List<HostReadable> hostReadable() {
        return HostReadable.of(stream, device, resources);
    }

    private void index() {
        for (Track thread : threads) {
            for (Step step : thread.steps()) {
                actions.put(step.action().id(), step.action());
                Batch batch = step.batch();
                if (batch != null) {
                    batch.actions().forEach(action -> actions.put(action.id(), action));
                }
            }
        }
    }

    public List<Track> threads() {
        return threads;
    }

    public Resources resources() {
        return resources;
    }

    /**
     * One dependency of a stream.
     *
     * @param queue the queue that it is on
     * @param origin where it stands
     * @param barrier the barrier; null for a semaphore wait
     */
    public record DependencyInfo(
            DependencyId id,
            String queue,
            Origin origin,
            @Nullable Barrier barrier) {}

    /** A host thread. */
    public record Track(List<Step> steps) {}

    /**
     * A host operation.
     *
     * @param action it as an access
     * @param batch what it submits, or null
     * @param ranges what it flushes, invalidates or presents
     */
    public record Step(
            HostOperation operation,
            Action action,
            @Nullable Batch batch,
            List<Region> ranges) {}

    /** A submission. */
    public record Batch(String id, String queue, HostOperation.QueueSubmit submit, List<Action> actions) {}

    /**
     * A command or a host operation.
     *
     * @param command null for a host operation
     * @param accesses before its dependencies
     * @param dependencies barriers of a barrier or of a step of a render pass, or of {@code waitEvents}
     * @param later accesses after its dependencies
     * @param subpass the subpass that it belongs to, or that a step of a render pass begins; else {@link
     *     MemoryAccess#NO_SUBPASS}
     */
    public record Action(
            String id,
            String kind,
            Origin origin,
            @Nullable Command command,
            List<MemoryAccess> accesses,
            List<Dependency> dependencies,
            List<MemoryAccess> later,
            int subpass) {

        /** By its name, which tells nearly all apart: hashing lists of accesses takes long. */
        @Override
        public int hashCode() {
            return 31 * id.hashCode() + subpass;
        }
    }

    /**
     * A barrier.
     *
     * @param ranges the places that it is limited to; null for a global one
     * @param events those whose sets are its first half; empty where it stands for itself
     */
    public record Dependency(
            DependencyId id, Barrier barrier, @Nullable List<Region> ranges, List<String> events) {}
}
