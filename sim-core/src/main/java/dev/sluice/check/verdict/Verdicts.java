// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Origin;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts on all dependencies of a stream.
 *
 * <p>Each dependency is judged by itself, on whatever core is free: the stream is checked without it, and again with the
 * narrowest barrier in its place. That is two checks a dependency, so that the cost grows with dependencies times accesses; {@link
 * #LIMIT} bounds it. Then all are held together: what cannot be followed beside the others is needed.
 */
public final class Verdicts {
    /** Checks times the size of the stream ({@link AccessTrace#size}) up to which dependencies are judged unless asked for. */
    public static final long LIMIT = 2_000_000;

    private static final int CHECKS = 2;

    private final DependencyJudge judge;
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private NotJudged notJudged = NotJudged.NONE;

    private Verdicts(AccessTrace trace) {
        judge = new DependencyJudge(trace);
    }

    /**
     * Judges a stream.
     *
     * @param limit checks times the size of the stream that may be spent; beyond it, the rest is not judged
     */
    public static Verdicts of(AccessTrace trace, long limit) {
        Verdicts verdicts = new Verdicts(trace);
        verdicts.judgeAll(limit);
        return verdicts;
    }

    /** The verdicts: missing dependencies first, then those of the stream in submission order. */
    public List<Verdict> all() {
        return List.copyOf(verdicts);
    }

    /** What a person should know about them. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** What was not judged, and why. */
    public NotJudged notJudged() {
        return notJudged;
    }

    private void judgeAll(long limit) {
        for (Hazard hazard : judge.hazards()) {
            verdicts.add(new Verdict(
                    null,
                    hazard.current().origin(),
                    VerdictKind.NEEDED_AND_MISSING,
                    hazard.missing().words(),
                    null,
                    null,
                    "",
                    hazard));
        }
        List<AccessTrace.DependencyInfo> dependencies = judge.trace().dependencies();
        long most = limit / CHECKS / Math.max(1, judge.trace().size());
        Set<DependencyId> wanted = new HashSet<>();
        JudgingOrder.of(judge.trace()).stream().limit(most).forEach(wanted::add);
        Set<String> unseen = UnseenWork.beside(judge.trace().stream());
        Set<DependencyId> besideUnseen = new HashSet<>();
        List<Verdict> own = new ArrayList<>(dependencies.parallelStream()
                .map(dependency -> wanted.contains(dependency.id()) ? judged(dependency) : notJudged(dependency))
                .toList());
        for (int i = 0; i < own.size(); i++) {
            AccessTrace.DependencyInfo dependency = dependencies.get(i);
            if (own.get(i).kind().sparing() && unseen.contains(NotJudged.submission(dependency.id()))) {
                besideUnseen.add(dependency.id());
                own.set(i, notJudged(dependency));
            }
        }
        List<String> together = Together.hold(judge, own);
        verdicts.addAll(own);
        notJudged = NotJudged.of(judge.trace().stream(), own, besideUnseen);
        if (limit > 0) {
            notes.addAll(notJudged.lines());
        }
        notes.addAll(together);
    }

    private static Verdict notJudged(AccessTrace.DependencyInfo dependency) {
        return verdict(dependency, VerdictKind.NOT_JUDGED, "", null, "");
    }

    private Verdict judged(AccessTrace.DependencyInfo dependency) {
        Barrier own = dependency.barrier();
        if (own == null) {
            return wait(dependency);
        }
        Needs needs = judge.needs(dependency.id(), own);
        if (needs.asItIs()) {
            return verdict(dependency, VerdictKind.NEEDED_AND_PRESENT, Reasons.part(needs.hazards()), own, "");
        }
        if (needs.none() && !DependencyJudge.transfers(own)) {
            return verdict(
                    dependency, VerdictKind.PRESENT_AND_NOT_NEEDED, Reasons.spare(judge.trace(), dependency), null, "");
        }
        Barrier narrowest = judge.narrowest(dependency.id(), needs);
        String detail = needs.none() ? Reasons.transfer(own) : Reasons.needed(needs);
        Barrier least = narrowest == null ? own : narrowest;
        BufferRange part = neededPart(own, needs);
        String range = part == null ? "" : outside(part);
        Barrier limited = part == null ? least : ranged(least, part);
        if (part != null
                && !judge.brought(Amendments.NONE.replacing(dependency.id(), limited))
                        .isEmpty()) {
            range = "";
            limited = least;
        }
        return verdict(
                dependency,
                wider(own, least) || !range.isEmpty()
                        ? VerdictKind.WIDER_THAN_NEEDED
                        : needed(needs.none() || !needs.certain().isEmpty()),
                detail,
                limited,
                range);
    }

    private Verdict wait(AccessTrace.DependencyInfo dependency) {
        DependencyId id = dependency.id();
        if (judge.acquires(id)) {
            return verdict(dependency, VerdictKind.NEEDED_AND_PRESENT, Reasons.ACQUIRE, null, "");
        }
        DependencyJudge.Harm without = judge.without(id);
        if (!without.none()) {
            return verdict(
                    dependency,
                    needed(!without.unordered().isEmpty()),
                    Reasons.needed(without.unordered(), without.lost(), Hazard.Party::id),
                    null,
                    "");
        }
        List<Hazard> part = judge.partOf(id);
        return part.isEmpty()
                ? verdict(dependency, VerdictKind.PRESENT_AND_NOT_NEEDED, "nothing is unordered without it", null, "")
                : verdict(dependency, VerdictKind.NEEDED_AND_PRESENT, Reasons.part(part), null, "");
    }

    /** @param certainly whether something other than a reading that the stream does not state needs it */
    private static VerdictKind needed(boolean certainly) {
        return certainly ? VerdictKind.NEEDED_AND_PRESENT : VerdictKind.HOST_MAY_READ;
    }

    private static Verdict verdict(
            AccessTrace.DependencyInfo dependency,
            VerdictKind kind,
            String detail,
            @Nullable Barrier narrowest,
            String range) {
        Origin origin = dependency.origin();
        return new Verdict(dependency.id(), origin, kind, detail, dependency.barrier(), narrowest, range, null);
    }

    /** Whether a mask of {@code own} has something that the narrowest does without. */
    static boolean wider(Barrier own, Barrier narrowest) {
        return own.srcStages() != narrowest.srcStages()
                        && !Stages.text(own.srcStages()).equals(Stages.text(narrowest.srcStages()))
                || own.dstStages() != narrowest.dstStages()
                        && !Stages.text(own.dstStages()).equals(Stages.text(narrowest.dstStages()))
                || (own.srcAccess() & ~narrowest.srcAccess()) != 0
                || (own.dstAccess() & ~narrowest.dstAccess()) != 0;
    }

    /**
     * The part of a buffer barrier's bytes that is needed; null where all are, or only the order is, as of bytes that the barrier
     * does not name.
     */
    private static @Nullable BufferRange neededPart(Barrier own, Needs needs) {
        BufferRange range = own.range();
        if (range == null || needs.none() || DependencyJudge.transfers(own)) {
            return null;
        }
        long[] used = needs.ranges().get(range.buffer());
        if (used == null || needs.ranges().size() > 1 || (own.srcAccess() & Accesses.writes(own.srcAccess())) == 0) {
            return null;
        }
        long first = Math.max(range.offset(), used[0]);
        long end = Math.min(range.offset() + range.size(), used[1]);
        return first < end && end - first < range.size() ? new BufferRange(range.buffer(), first, end - first) : null;
    }

    private static String outside(BufferRange part) {
        return part.buffer() + " outside of " + part.offset() + " to " + (part.offset() + part.size());
    }

    private static Barrier ranged(Barrier narrowest, BufferRange part) {
        return new Barrier(
                narrowest.srcStages(),
                narrowest.srcAccess(),
                narrowest.dstStages(),
                narrowest.dstAccess(),
                part,
                narrowest.srcQueueFamily(),
                narrowest.dstQueueFamily());
    }
}
