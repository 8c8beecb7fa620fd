// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.SemaphoreWaits;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Resources;
import dev.sluice.check.trace.Space;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects hazards: one for each pair of commands, kind and resource, with all its places. */
final class HazardLog {

    /**
     * What one hazard is about.
     *
     * @param current the current action, or the number of its subpass: its attachment operations count as one
     */
    private record Key(
            AccessTrace.Action prior, Object current, HazardKind kind, boolean race, String resource, int space) {}

    /** A hazard being collected. */
    static final class Found {
        final HazardKind kind;
        final Occurrence prior;
        final Occurrence current;
        final MissingHalf missing;
        final Intervals.Builder where = new Intervals.Builder();
        long priorStages;
        long priorAccess;
        long currentStages;
        long currentAccess;
        /** Of how many of the two accesses it is not known exactly what they access. */
        int guessed;

        Intervals places = Intervals.NONE;
        ImageLayout layout = ImageLayout.UNDEFINED;

        /** The wait for a semaphore that misses one of the two; null for none. */
        SemaphoreWaits.@Nullable Wait wait;
        /** The wait of a queue between the two which the signal that {@link #wait} waits for does not come after; null for none. */
        SemaphoreWaits.@Nullable Wait through;

        /** All such waits. */
        final Set<DependencyId> waits = new LinkedHashSet<>();

        Found(HazardKind kind, Occurrence prior, Occurrence current, MissingHalf missing) {
            this.kind = kind;
            this.prior = prior;
            this.current = current;
            this.missing = missing;
        }
    }

    private final Map<Key, Found> found = new LinkedHashMap<>();
    private final Columns columns;
    private final Resources resources;

    HazardLog(Columns columns, Resources resources) {
        this.columns = columns;
        this.resources = resources;
    }

    Found add(HazardKind kind, Occurrence prior, Occurrence current, MissingHalf missing, long start, long end) {
        MemoryAccess x = prior.access();
        MemoryAccess y = current.access();
        Object unit = y.subpass() == MemoryAccess.NO_SUBPASS ? current.action() : (Object) y.subpass();
        Key key = new Key(
                prior.action(),
                unit,
                kind,
                missing != MissingHalf.VISIBILITY_TO_WRITE,
                y.resource(),
                y.space().id());
        Found one = found.computeIfAbsent(key, k -> new Found(kind, prior, current, missing));
        one.where.add(start, end);
        one.priorStages |= x.stage().mask();
        one.priorAccess |= x.access().mask();
        one.currentStages |= y.stage().mask();
        one.currentAccess |= y.access().mask();
        one.guessed =
                Math.max(one.guessed, (x.has(MemoryAccess.INEXACT) ? 1 : 0) + (y.has(MemoryAccess.INEXACT) ? 1 : 0));
        return one;
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /**
     * The hazards, without two writes whose places the same two commands also write and then read: one cure is for both. The
     * certain ones come first, those last of which both sides may access less. Without cures where null.
     */
    List<Hazard> hazards(@Nullable Cures cures) {
        List<Found> hazards = new ArrayList<>();
        for (Map.Entry<Key, Found> entry : found.entrySet()) {
            Found one = entry.getValue();
            Intervals places = one.where.build();
            HazardKind reading = one.kind == HazardKind.WRITE_AFTER_WRITE
                    ? HazardKind.READ_AFTER_WRITE
                    : one.kind == HazardKind.WRITE_RACING_WRITE ? HazardKind.READ_RACING_WRITE : null;
            if (reading != null) {
                Key k = entry.getKey();
                Found read = found.get(new Key(k.prior(), k.current(), reading, true, k.resource(), k.space()));
                places = read == null ? places : places.minus(read.where.build());
            }
            if (!places.isEmpty()) {
                one.places = places;
                hazards.add(one);
            }
        }
        return hazards.stream()
                .sorted(Comparator.comparingInt(one -> one.guessed))
                .map(one -> hazard(one, cures))
                .toList();
    }

    /** What was noted of a host that may read: each with the hazard that it would otherwise be, without a cure. */
    List<HostReading> readings() {
        List<HostReading> readings = new ArrayList<>();
        for (Found one : found.values()) {
            one.places = one.where.build();
            int thread = one.current.column();
            readings.add(new HostReading(
                    hazard(one, null), one.current.access().space().id(), one.places, thread, one.current.position()));
        }
        return readings;
    }

    private Hazard hazard(Found one, @Nullable Cures cures) {
        Space space = one.current.access().space();
        ImageSpec image = space.image();
        String resource = one.current.access().resource();
        long unit = image == null ? 1 : image.format().texelBytes();
        long base = image == null ? resources.start(resource) : 0;
        Hazard.Party prior = party(one.prior, one.places, one.priorStages, one.priorAccess);
        Hazard.Party current = party(one.current, one.places, one.currentStages, one.currentAccess);
        return new Hazard(
                one.kind,
                prior,
                current,
                resource,
                (one.places.first() - base) * unit,
                (one.places.last() - one.places.first()) * unit,
                one.places.size() * unit,
                image == null ? null : Hazard.Subresource.around(space, one.places),
                one.missing,
                cures == null ? Cure.NONE : cures.cure(one, prior, current),
                List.copyOf(one.waits),
                one.guessed == 0);
    }

    private Hazard.Party party(Occurrence occurrence, Intervals places, long stages, long access) {
        AccessTrace.Action action = occurrence.action();
        String queue = switch (occurrence.kind()) {
            case HOST -> "host";
            case DISPLAY -> "display";
            case DEVICE, TRANSITION -> columns.queues().get(occurrence.queue());
        };
        String words = switch (occurrence.kind()) {
            case TRANSITION -> transition(occurrence, places);
            case DISPLAY -> action.accesses().isEmpty() ? "the display may have shown it before" : "shows it";
            case DEVICE, HOST -> along(occurrence.access());
        };
        return new Hazard.Party(
                occurrence.kind(),
                action.id(),
                action.kind(),
                words,
                action.origin(),
                queue,
                occurrence.access().resource(),
                stages,
                access);
    }

    /** Which aspect it is that is written, where the other is the one concerned. */
    private static String along(MemoryAccess access) {
        return !access.has(MemoryAccess.ALONG)
                ? ""
                : access.space().aspect() == Aspect.DEPTH ? " along with stencil" : " along with depth";
    }

    private static String transition(Occurrence occurrence, Intervals places) {
        MemoryAccess access = occurrence.access();
        return Transitions.at(occurrence.action(), access.resource(), access.space(), places).stream()
                .findFirst()
                .map(transition -> "layout transition " + transition.oldLayout() + " to " + transition.newLayout())
                .orElse("layout transition");
    }
}
