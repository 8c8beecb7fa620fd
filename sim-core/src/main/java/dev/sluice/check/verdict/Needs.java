// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.DepthTests;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a dependency is needed for, gathered from the hazards that there are without it.
 *
 * <p>A write before a read needs both scopes, and so does a write before a write, unless somebody reads in between; a read
 * before a write and atomics that do not commute need the order only (Vulkan specification, section Execution and Memory Dependencies). A layout
 * transition of the dependency itself stands between its scopes, and asks for the other side alone.
 */
public final class Needs {
    private final Barrier own;
    private final QueueCapabilities queue;
    /** Whether it takes part in a hazard, and is to be mended first, or is for somebody outside of the stream. */
    private final boolean asItIs;

    private final List<Hazard> hazards = new ArrayList<>();
    /** Those of the hazards that there are only if the host reads, which the stream does not say. */
    private final List<Hazard> readings = new ArrayList<>();

    private final Map<String, long[]> ranges = new LinkedHashMap<>();
    private long srcStages;
    private long srcAccess;
    private long dstStages;
    private long dstAccess;

    /** Of a barrier on a queue that has every stage. */
    Needs(Barrier own) {
        this(own, QueueCapabilities.ALL);
    }

    /** Of a barrier on a queue. */
    Needs(Barrier own, QueueCapabilities queue) {
        this(own, queue, false);
    }

    private Needs(Barrier own, QueueCapabilities queue, boolean asItIs) {
        this.own = own;
        this.queue = queue;
        this.asItIs = asItIs;
    }

    /** Of a barrier that takes part in hazards, or is for somebody outside: nothing of it can be taken away. */
    static Needs asItIs(Barrier own, List<Hazard> part) {
        Needs needs = new Needs(own, QueueCapabilities.ALL, true);
        part.forEach(needs::add);
        return needs;
    }

    /** Whether nothing of it can be taken away, because it takes part in a hazard or is for somebody outside. */
    public boolean asItIs() {
        return asItIs;
    }

    /** Notes a hazard; whether that made the needs larger. */
    boolean add(Hazard hazard) {
        int before = flags();
        hazards.add(hazard);
        Hazard.Party prior = hazard.prior();
        Hazard.Party current = hazard.current();
        srcStages |= real(prior.stages());
        dstStages |= real(current.stages());
        boolean priorWrites =
                hazard.kind() != HazardKind.WRITE_AFTER_READ && hazard.kind() != HazardKind.WRITE_RACING_READ;
        // atomics need no more than their order: they are performed where all find what they leave
        if (priorWrites && real(prior.stages()) != 0 && hazard.missing() != MissingHalf.ATOMIC_ORDER) {
            srcAccess |= Accesses.writes(prior.access());
        }
        boolean reads = hazard.kind() == HazardKind.READ_AFTER_WRITE || hazard.kind() == HazardKind.READ_RACING_WRITE;
        if (real(current.stages()) != 0) {
            boolean host = (current.stages() & Stage.HOST.mask()) != 0;
            dstAccess |= reads
                    ? Accesses.reads(current.access())
                    : (host && priorWrites) || hazard.missing() == MissingHalf.VISIBILITY_TO_WRITE
                            ? Accesses.writes(current.access())
                            : 0;
        }
        range(hazard);
        return before != flags();
    }

    private void range(Hazard hazard) {
        long[] range = ranges.computeIfAbsent(hazard.resource(), name -> new long[] {hazard.offset(), hazard.offset()});
        range[0] = Math.min(range[0], hazard.offset());
        range[1] = Math.max(range[1], hazard.offset() + hazard.size());
    }

    /**
     * Notes what the host may read; whether that made the needs larger.
     *
     * <p>A barrier that does not name the writer or the host is one of a chain between the two, and needs its own scope on that
     * side, unless what else it is needed for will do.
     */
    boolean addReading(Hazard hazard) {
        int before = flags();
        boolean again = readings.contains(hazard);
        if (!again) {
            readings.add(hazard);
            hazards.add(hazard);
            range(hazard);
        }
        long writer = real(hazard.prior().stages());
        if ((writer & ~Stages.expand(own.srcStages(), QueueCapabilities.ALL)) == 0) {
            srcStages |= writer;
            srcAccess |= Accesses.writes(hazard.prior().access());
        } else if (again) {
            srcStages |= own.srcStages();
            srcAccess |= own.srcAccess();
        }
        if ((own.dstStages() & Stage.HOST.mask()) != 0) {
            dstStages |= Stage.HOST.mask();
            dstAccess |= Access.HOST_READ.mask();
        } else if (again) {
            dstStages |= own.dstStages();
            dstAccess |= own.dstAccess();
        }
        return !again || before != flags();
    }

    private int flags() {
        return Long.bitCount(srcStages)
                + Long.bitCount(srcAccess)
                + Long.bitCount(dstStages)
                + Long.bitCount(dstAccess);
    }

    /** These needs and those of the same barrier where it is carried out again. */
    public Needs and(Needs other) {
        Needs both = new Needs(own, queue, asItIs || other.asItIs);
        for (Needs one : List.of(this, other)) {
            one.certain().forEach(both::add);
            one.readings.forEach(both::addReading);
        }
        return both;
    }

    /** Stages of commands and the host: a transition has none, and the display no stage that a mask could name. */
    private static long real(long stages) {
        return stages & Stages.EVERY_EXPANDED;
    }

    /** Whether nothing needs the dependency. */
    public boolean none() {
        return hazards.isEmpty();
    }

    /** The hazards that there are without it. */
    public List<Hazard> hazards() {
        return List.copyOf(hazards);
    }

    /** Those of them that there are only if the host reads, which the stream does not say. */
    public List<Hazard> readings() {
        return List.copyOf(readings);
    }

    /** Those that there are whether the host reads or not. */
    public List<Hazard> certain() {
        List<Hazard> certain = new ArrayList<>(hazards);
        certain.removeAll(readings);
        return certain;
    }

    /** The barrier as it is. */
    Barrier own() {
        return own;
    }

    /**
     * The narrowest masks, on the barrier's own range. Of the two depth tests it keeps both, where it names both; copies of
     * acceleration structures it names as builds, unless it names their own stage, which not every device has; and it keeps its
     * own stages on a side where it orders work of another queue at stages that its own lacks: a semaphore stands between.
     */
    public Barrier narrowest() {
        if (asItIs) {
            return own;
        }
        long src = supported(built(tested(srcStages, srcAccess, own.srcStages()), own.srcStages()), own.srcStages());
        long dst = supported(built(tested(dstStages, dstAccess, own.dstStages()), own.dstStages()), own.dstStages());
        return own.masked(
                Stages.withoutMembers(src),
                Accesses.withoutParts(made(srcAccess, src)),
                Stages.withoutMembers(dst),
                Accesses.withoutParts(made(dstAccess, dst)));
    }

    private long supported(long stages, long named) {
        long lacking = real(stages) & ~Stages.supportedBy(queue) & ~Stage.HOST.mask();
        return lacking == 0 ? stages : stages & ~lacking | named;
    }

    /** Those of the accesses that the stages make on the barrier's queue. */
    private long made(long accesses, long stages) {
        long scope = Stages.accessScope(stages, queue);
        long made = 0;
        for (Access access : Accesses.list(accesses)) {
            made |= access.validWith(scope) ? access.mask() : 0;
        }
        return made;
    }

    private static long tested(long stages, long accesses, long named) {
        return stages | DepthTests.both(stages, accesses) & Stages.expand(named, QueueCapabilities.ALL);
    }

    /** Either stage will do for copies of acceleration structures (Vulkan specification, vkCmdCopyAccelerationStructureKHR). */
    private long built(long stages, long named) {
        long copies = Stage.ACCELERATION_STRUCTURE_COPY_KHR.mask();
        long builds = Stage.ACCELERATION_STRUCTURE_BUILD_KHR.mask();
        boolean byBuilds = (named & copies) == 0 && (Stages.expand(named, queue) & builds) != 0;
        return (stages & copies) != 0 && byBuilds ? stages & ~copies | builds : stages;
    }

    /** The bytes of each resource that need it: first and end. */
    public Map<String, long[]> ranges() {
        return ranges;
    }
}
