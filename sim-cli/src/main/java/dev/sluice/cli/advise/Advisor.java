// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.BarrierSites;
import dev.sluice.check.advice.Candidate;
import dev.sluice.check.advice.Candidates;
import dev.sluice.check.advice.Safety;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.check.verdict.Reasons;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a stream's barriers, the costliest first, and makes each as cheap as it finds a safe way to: the narrowest
 * form, then perhaps another place, an event, or one command with a neighbour. What was decided for one stands while the
 * next is looked at.
 */
final class Advisor {
    /** Other places are tried for barriers that hold up one part in that many of the stream. */
    private static final long WORTH = 200;
    /** Runs that a barrier should have on each device, to be looked at by itself. */
    private static final int RUNS_EACH = 3;

    private final List<LoadedRun> streams;
    private final StreamText text;
    private final Pricing pricing;
    private final List<Safety> safeties = new ArrayList<>();
    private final Decisions decided = new Decisions();

    private final Map<String, Work> works = new LinkedHashMap<>();
    private Prices current = new Prices(Map.of());
    /** The commands of the stream as it is. */
    private final BarrierSites original;
    /** Submissions of which a barrier may be for work that the stream lacks. */
    private final Set<String> besideUnseen;

    private @Nullable Candidates candidates;
    private int candidatesAfter;
    /** Whether there are too few runs to look at each barrier by itself. */
    private boolean scarce;

    /**
     * For a stream on some devices.
     *
     * @param streams the stream resolved for each device
     */
    Advisor(Session session, List<LoadedRun> streams, StreamText text, int simulations) {
        this.streams = List.copyOf(streams);
        this.text = text;
        this.pricing = new Pricing(session, simulations);
        this.original = new BarrierSites(streams.get(0).stream());
        this.besideUnseen = UnseenWork.beside(streams.get(0).stream());
    }

    /** What is being done, for a line on a terminal. */
    String doing() {
        return pricing.doing() + "  run " + (pricing.runs() + 1);
    }

    /** The edits that cure hazards of the stream as it is; once {@link #advise} is over. */
    List<BarrierEdit> cures() {
        return decided.cures();
    }

    /** The hazards that there are on a device, by its place among them, with edits made. */
    List<Hazard> rest(int device, List<BarrierEdit> made) {
        return safeties.get(device).rest(made);
    }

    Pricing pricing() {
        return pricing;
    }

    Advice advise() {
        pricing.doing("checking");
        for (LoadedRun stream : streams) {
            safeties.add(new Safety(stream.stream(), DeviceFacts.of(stream.device())));
        }
        pricing.doing("the stream as it is");
        Prices now = pricing.prices(streams, List.of());
        if (now != null) {
            pricing.limit(now);
        }
        cure(new HazardCures(safeties.get(0), text::editable).of(safeties.get(0).hazards()));
        Prices price = cures().isEmpty() ? now : pricing.prices(streams, cures());
        return advice(price == null ? null : improve(price), List.of());
    }

    /** The advice without those of its changes that leave other bytes than the stream as it is. */
    Advice keepingBytes() {
        pricing.doing("looking for the changes that keep the bytes");
        ByteKeeping keeping = new ByteKeeping(
                streams,
                pricing,
                cures(),
                all -> safeties.stream().allMatch(safety -> safety.brought(all).isEmpty()));
        keeping.among(decided.steps());
        List<Step> kept = keeping.kept();
        Prices before = pricing.prices(streams, cures());
        Prices after = pricing.prices(streams, decided.edits(kept));
        keeping.dropped()
                .forEach((step, differences) -> step.work()
                        .drop(
                                step,
                                "stays: "
                                        + (step.change().kind() == Candidate.Kind.REMOVE
                                                ? "without it "
                                                : "with " + step.change().what() + ", ")
                                        + (differences.isEmpty()
                                                ? "other bytes may be left: there was no run to tell"
                                                : String.join("; ", differences))));
        if (before != null && (after == null || after.slowerThan(before))) {
            kept.forEach(step ->
                    step.work().drop(step, "stays: what it saves, it saves with changes that leave other bytes"));
            kept = List.of();
            after = before;
        }
        decided.keep(kept);
        int left = keeping.dropped().size();
        return advice(
                after,
                List.of((left == 1 ? "1 change is" : left + " changes are")
                        + " left out with which other bytes are left, although the hazard checker finds no fault in "
                        + (left == 1 ? "it" : "them")));
    }

    private void cure(List<BarrierEdit> found) {
        for (BarrierEdit cure : found) {
            decided.cure(cure);
            if (cure instanceof BarrierEdit.Add add) {
                Work work = work(add.site());
                work.what.add("add " + Words.barriers(add.barriers()));
                work.why.add("cures what is missing");
                work.shownAs = add.to().anchor();
            } else if (cure instanceof BarrierEdit.Narrow wider) {
                Work work = work(wider.site());
                work.what.add("add the scope that is missing: " + Words.barriers(wider.barriers()));
                work.why.add("cures what is missing");
            } else {
                throw new UnknownKindException(cure);
            }
        }
        safeties.forEach(safety -> safety.from(found));
    }

    private Prices improve(Prices from) {
        decided.allPriced();
        Prices price = from;
        List<String> order = new ArrayList<>(original.barriers());
        Prices first = from;
        order.sort((a, b) -> Double.compare(first.share(b), first.share(a)));
        // with few runs, all barriers are narrowed together, and the runs go to other places of the costliest
        boolean together = pricing.limit() < RUNS_EACH * streams.size() * order.size();
        scarce = pricing.limit() < streams.size() * order.size();
        order.forEach(this::work);
        if (together) {
            works.values().forEach(Work::mark);
            each(order, this::narrow);
            if (scarce) {
                each(original.barriers(), this::merge);
            }
            // the last run that there may be is that of the stream that is handed over
            Prices all = pricing.prices(streams, decided.edits(), !pricing.left(2 * streams.size()));
            if (all == null || all.slowerThan(from)) {
                decided.takeUnpricedBack();
                candidates = null;
                works.values().forEach(Work::restore);
                together = false;
            } else {
                price = all;
                decided.allPriced();
            }
        }
        boolean narrowing = !together;
        Prices last = price;
        order.sort((a, b) -> Double.compare(last.share(b), last.share(a)));
        current = price;
        each(order, (site, work) -> {
            Prices better = improve(site, current, work, narrowing);
            current = better == null ? current : better;
        });
        return current;
    }

    private void each(List<String> order, BiConsumer<String, Work> action) {
        int at = 0;
        for (String site : order) {
            at++;
            Work work = work(site);
            if (!text.editable(site)) {
                work.kept = "an alias stands for it in the text, or it has no braces: left alone";
            } else if (besideUnseen(site)) {
                work.kept = streams.get(0).stream().unseen() == UnseenWork.BEFORE
                        ? "in the first frame of a capture that begins midway: what it orders may have gone before"
                        : "what it orders may be what the import did not understand";
            } else if (pricing.interrupted()) {
                work.kept = "not looked at: stopped early";
            } else {
                pricing.doing("barrier " + at + " of " + order.size() + " (" + Words.shortSite(site) + ")");
                action.accept(site, work);
            }
        }
    }

    /** Whether a barrier command is carried out only where it may be for work that the stream lacks. */
    private boolean besideUnseen(String site) {
        List<BarrierSites.Instance> instances = original.instances(site);
        return !instances.isEmpty()
                && instances.stream().allMatch(instance -> besideUnseen.contains(instance.submission()));
    }

    private Work work(String site) {
        return works.computeIfAbsent(site, s -> new Work());
    }

    /** Takes a barrier's narrowest form without pricing it. */
    private void narrow(String site, Work work) {
        Candidates candidates = candidates();
        Candidates.Analysis analysis = candidates.analysis(site);
        Candidate narrow = analysis == null ? null : candidates.narrowed(analysis);
        if (narrow != null && safeElsewhere(narrow)) {
            decide(narrow, work, Map.of(), false);
        }
    }

    /** Makes one command of a barrier and its neighbour without pricing that. */
    private void merge(String site, Work work) {
        Candidate merged = candidates().merged(site);
        if (merged != null && safeElsewhere(merged)) {
            decide(merged, work, Map.of(), false);
        }
    }

    private void decide(Candidate change, Work work, Map<String, Long> saved, boolean priced) {
        decided.decide(new Step(work, change, saved), priced);
        work.done(change, priced);
        saved.forEach((device, cycles) -> work.saved.merge(device, cycles, Long::sum));
    }

    private @Nullable Prices improve(String site, Prices from, Work work, boolean narrowing) {
        Prices price = from;
        Candidates candidates = candidates();
        Candidates.Analysis analysis = candidates.analysis(site);
        if (analysis == null) {
            work.kept = work.what.isEmpty() ? "gone with an earlier edit" : work.kept;
            return null;
        }
        Candidate narrow = narrowing ? candidates.narrowed(analysis) : null;
        if (narrow != null) {
            Prices after = take(List.of(narrow), price, work, true);
            price = after == null ? price : after;
            if (narrow.kind() == Candidate.Kind.REMOVE && after != null) {
                return price;
            }
            if (after != null) {
                candidates = candidates();
                analysis = candidates.analysis(site);
            }
        }
        if (analysis == null || pricing.interrupted()) {
            return price;
        }
        List<Candidate> others = new ArrayList<>();
        Candidate merged = candidates.merged(site);
        if (merged != null) {
            others.add(merged);
        }
        if (worth(price, site)) {
            if (streams.stream().anyMatch(Words::honoursRanges)) {
                Candidate ranged = candidates.ranged(analysis, analysis.barriers());
                if (ranged != null) {
                    others.add(ranged);
                }
            }
            others.addAll(candidates.places(analysis, event()));
        } else {
            work.small = true;
        }
        Prices after = take(others, price, work, false);
        if (work.what.isEmpty()) {
            work.kept = analysis.hazards().isEmpty()
                    ? analysis.asItIs()
                            ? Reasons.OUTSIDE
                            : "its transition is needed, and nothing of it can be left out"
                    : (analysis.certain().isEmpty() ? "" : "needed: ")
                            + Reasons.needed(
                                    analysis.certain(),
                                    analysis.readings(),
                                    party -> original.instances(party.origin().where())
                                                    .isEmpty()
                                            ? party.id()
                                            : original.name(party.origin().where()));
        }
        return after == null ? price : after;
    }

    /** What could be done with the edits made so far, which only ever become more. */
    private Candidates candidates() {
        Candidates known = candidates;
        List<BarrierEdit> edits = decided.edits();
        if (known == null || candidatesAfter != edits.size()) {
            known = new Candidates(safeties.get(0), edits, text::siblings, original::name);
            candidates = known;
            candidatesAfter = edits.size();
        }
        return known;
    }

    private boolean worth(Prices prices, String site) {
        return pricing.limit() == Pricing.ALL || prices.holdsUp(site, WORTH);
    }

    /** A name for an event that the stream does not use. */
    private String event() {
        long splits = decided.edits().stream()
                .filter(BarrierEdit.Split.class::isInstance)
                .count();
        return "advised" + splits;
    }

    /**
     * Prices candidates and makes the best one's edits.
     *
     * @param even whether it is worth it even if it saves nothing
     * @return the new prices, or null if none was taken
     */
    private @Nullable Prices take(List<Candidate> candidates, Prices price, Work work, boolean even) {
        Candidate best = null;
        Prices bestPrice = price;
        double least = even ? Double.POSITIVE_INFINITY : 1 - 1.0 / Prices.NOISE / streams.size();
        for (Candidate candidate : candidates) {
            boolean simpler = even || (candidate.kind() == Candidate.Kind.MERGE && !scarce);
            if (!safeElsewhere(candidate)) {
                continue;
            }
            if (!pricing.left(streams.size())) {
                work.untried.add(candidate.what());
                continue;
            }
            Prices after = priced(candidate);
            if (after == null) {
                continue;
            }
            double relative = after.relativeTo(price);
            if (!after.slowerThan(price) && (relative < least || (simpler && best == null))) {
                best = candidate;
                bestPrice = after;
                least = relative;
            }
        }
        if (best == null) {
            return null;
        }
        Map<String, Long> saved = new LinkedHashMap<>();
        bestPrice
                .byDevice()
                .forEach((device, one) -> saved.put(device, price.on(device).cycles() - one.cycles()));
        decide(best, work, saved, true);
        return bestPrice;
    }

    private boolean safeElsewhere(Candidate candidate) {
        List<BarrierEdit> all = decided.with(candidate);
        return safeties.stream().skip(1).allMatch(safety -> safety.brought(all).isEmpty());
    }

    private @Nullable Prices priced(Candidate candidate) {
        try {
            return pricing.prices(streams, decided.with(candidate));
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            // the machine cannot carry this one out
            return null;
        }
    }

    private Advice advice(@Nullable Prices best, List<String> leftOut) {
        List<String> notes = new ArrayList<>(leftOut);
        long others = safeties.get(0).trace(List.of()).dependencies().stream()
                .filter(dependency -> dependency.id().kind() != DependencyId.Kind.BARRIER)
                .count();
        if (others > 0) {
            notes.add((others == 1 ? "1 other dependency stays" : others + " other dependencies stay")
                    + " as written (subpass dependencies, event and semaphore waits); 'sluice check' judges them");
        }
        if (!pricing.interrupted()) {
            notes.addAll(Untried.notes(works, original, pricing.reason(), WORTH));
        }
        AdviceRows rows = new AdviceRows(original, pricing.original(streams), best);
        List<Hazard> hazards = safeties.get(0).hazards();
        HazardCures hazardCures = new HazardCures(safeties.get(0), text::editable);
        List<Hazard> all = hazards.isEmpty() ? hazards : hazardCures.all();
        return new Advice(
                streams.get(0).stream().name(),
                rows.rows(works),
                rows.totals(),
                decided.edits(),
                all,
                hazards.isEmpty() ? hazards : hazardCures.left(all, decided.edits()),
                pricing.runs(),
                pricing.interrupted(),
                notes);
    }
}
