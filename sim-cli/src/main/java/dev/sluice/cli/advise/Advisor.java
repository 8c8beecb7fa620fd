// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.BarrierSites;
import dev.sluice.check.advice.Candidate;
import dev.sluice.check.advice.Candidates;
import dev.sluice.check.advice.Safety;
import dev.sluice.check.cure.CureProver;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.check.verdict.Reasons;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a stream's barriers, the costliest first, and makes each as cheap as it finds a safe way to: the narrowest
 * form, then perhaps another place, an event, or one command with a neighbour. What was decided for one stands while the
 * next is looked at.
 */
final class Advisor {
    /** Rounds in which hazards are cured: a cure can bring to light what was behind it. */
    private static final int CURES = 3;
    /** A change may make a device slower by one part in that many, which is noise. */
    private static final long NOISE = 1000;
    /** Other places are tried for barriers that hold up one part in that many of the stream. */
    private static final long WORTH = 200;
    /** Runs that a barrier should have on each device, to be looked at by itself. */
    private static final int RUNS_EACH = 3;

    private final List<LoadedRun> streams;
    private final StreamText text;
    private final Pricing pricing;
    private final List<Safety> safeties = new ArrayList<>();
    private final List<BarrierEdit> edits = new ArrayList<>();
    private final Map<String, Work> works = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private List<BarrierEdit> cures = List.of();
    private Map<String, Price> current = Map.of();
    /** The commands of the stream as it is. */
    private final BarrierSites original;

    private @Nullable Candidates candidates;
    private int candidatesAfter;
    /** Whether there are too few runs to look at each barrier by itself. */
    private boolean scarce;
    /** Whether only what was priced is taken, because all changes together made a device slower. */
    private boolean pricedOnly;

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
    }

    /** What is being done, for a line on a terminal. */
    String doing() {
        return pricing.doing() + "  run " + (pricing.runs() + 1);
    }

    /** The edits that cure hazards of the stream as it is; once {@link #advise} is over. */
    List<BarrierEdit> cures() {
        return cures;
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
        List<Hazard> hazards = safeties.get(0).hazards();
        pricing.doing("the stream as it is");
        Map<String, Price> now = pricing.prices(streams, List.of());
        if (now != null) {
            pricing.limit(now);
        }
        cure(hazards);
        Map<String, Price> price = edits.isEmpty() ? now : pricing.prices(streams, edits);
        Map<String, Price> best = price == null ? null : improve(price);
        return result(hazards, now, best);
    }

    // --- cures ---

    private void cure(List<Hazard> hazards) {
        List<Hazard> left = hazards;
        for (int round = 0; round < CURES && !left.isEmpty(); round++) {
            List<BarrierEdit> cures = harmless(
                    new Curing(safeties.get(0).trace(edits).stream(), text::editable, edits.size()).cures(left));
            if (cures.isEmpty()) {
                break;
            }
            for (BarrierEdit cure : cures) {
                edits.add(cure);
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
            left = safeties.get(0).rest(edits);
        }
        cures = List.copyOf(edits);
        safeties.forEach(safety -> safety.from(edits));
    }

    /** Those of some cures that bring no hazard, on any device: mostly none of them does. */
    private List<BarrierEdit> harmless(List<BarrierEdit> cures) {
        if (harms(cures)) {
            List<BarrierEdit> kept = new ArrayList<>();
            for (BarrierEdit cure : cures) {
                kept.add(cure);
                if (harms(kept)) {
                    kept.remove(kept.size() - 1);
                }
            }
            return kept;
        }
        return cures;
    }

    private boolean harms(List<BarrierEdit> cures) {
        List<BarrierEdit> all = new ArrayList<>(edits);
        all.addAll(cures);
        Set<String> pairs = new HashSet<>();
        safeties.get(0).hazards().forEach(hazard -> pairs.add(pair(hazard)));
        return safeties.get(0).brought(all).stream().anyMatch(hazard -> !pairs.contains(pair(hazard)));
    }

    /** Two places and what both access; what is left of a hazard may lack another half. */
    private static String pair(Hazard hazard) {
        return hazard.prior().origin().where() + ' ' + hazard.current().origin().where() + ' ' + hazard.resource();
    }

    /** The hazards that there are with edits made, with cures that were checked. */
    private List<Hazard> cured(List<BarrierEdit> made) {
        AccessTrace trace = safeties.get(0).trace(made);
        return CureProver.proven(trace, HazardChecker.check(trace)).hazards();
    }

    // --- improvements ---

    private Map<String, Price> improve(Map<String, Price> from) {
        Map<String, Price> price = from;
        List<String> order = new ArrayList<>(original.barriers());
        Map<String, Price> first = from;
        order.sort((a, b) -> Double.compare(share(first, b), share(first, a)));
        // with few runs, all barriers are narrowed together, and the runs go to other places of the costliest
        boolean together = pricing.limit() < RUNS_EACH * streams.size() * order.size();
        scarce = pricing.limit() < streams.size() * order.size();
        order.forEach(this::work);
        if (together) {
            int before = edits.size();
            works.values().forEach(Work::mark);
            each(order, this::narrow);
            if (scarce) {
                each(original.barriers(), this::merge);
            }
            // the last run that there may be is that of the stream that is handed over
            Map<String, Price> all = pricing.prices(streams, edits, !pricing.left(2 * streams.size()));
            if (all == null) {
                return price;
            }
            if (slower(from, all)) {
                edits.subList(before, edits.size()).clear();
                candidates = null;
                works.values().forEach(Work::restore);
                together = false;
                pricedOnly = true;
            } else {
                price = all;
            }
        }
        boolean narrowing = !together;
        Map<String, Price> last = price;
        order.sort((a, b) -> Double.compare(share(last, b), share(last, a)));
        current = price;
        each(order, (site, work) -> {
            Map<String, Price> better = improve(site, current, work, narrowing);
            current = better == null ? current : better;
        });
        if (narrowing && works.values().stream().anyMatch(work -> !work.costed) && !pricing.interrupted()) {
            Map<String, Price> all = pricing.prices(streams, edits, true);
            current = all == null ? current : all;
        }
        return current;
    }

    private void each(List<String> order, BiConsumer<String, Work> action) {
        int at = 0;
        for (String site : order) {
            at++;
            Work work = work(site);
            if (!text.editable(site)) {
                work.kept = "an alias stands for it in the text, or it has no braces: left alone";
            } else if (pricing.interrupted()) {
                work.kept = "not looked at: stopped early";
            } else {
                pricing.doing("barrier " + at + " of " + order.size() + " (" + Words.shortSite(site) + ")");
                action.accept(site, work);
            }
        }
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
            edits.addAll(narrow.edits());
            work.what.add(narrow.what());
            work.why.add(narrow.why());
            work.costed = false;
        }
    }

    /** Makes one command of a barrier and its neighbour without pricing that. */
    private void merge(String site, Work work) {
        Candidate merged = candidates().merged(site);
        if (merged != null && safeElsewhere(merged)) {
            edits.addAll(merged.edits());
            work.what.add(merged.what());
            work.why.add(merged.why());
            work.costed = false;
        }
    }

    /** How much of the streams' time a barrier takes, summed over devices. */
    private static double share(Map<String, Price> prices, String site) {
        return prices.values().stream()
                .mapToDouble(price -> (double) price.stalls().getOrDefault(site, 0L) / Math.max(1, price.cycles()))
                .sum();
    }

    private @Nullable Map<String, Price> improve(String site, Map<String, Price> from, Work work, boolean narrowing) {
        Map<String, Price> price = from;
        Candidates candidates = candidates();
        Candidates.Analysis analysis = candidates.analysis(site);
        if (analysis == null) {
            work.kept = work.what.isEmpty() ? "gone with an earlier edit" : work.kept;
            return null;
        }
        Candidate narrow = narrowing ? candidates.narrowed(analysis) : null;
        if (narrow != null) {
            Map<String, Price> after = take(List.of(narrow), price, work, true);
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
        Map<String, Price> after = take(others, price, work, false);
        if (work.what.isEmpty()) {
            work.kept = analysis.hazards().isEmpty()
                    ? "its transition is needed, and nothing of it can be left out"
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
        if (known == null || candidatesAfter != edits.size()) {
            known = new Candidates(safeties.get(0), edits, text::siblings, original::name);
            candidates = known;
            candidatesAfter = edits.size();
        }
        return known;
    }

    /** Every set of prices has every device. */
    private static Price on(Map<String, Price> prices, String device) {
        return Objects.requireNonNull(prices.get(device));
    }

    private boolean worth(Map<String, Price> prices, String site) {
        return pricing.limit() == Pricing.ALL
                || prices.values().stream()
                        .anyMatch(price -> price.stalls().getOrDefault(site, 0L) * WORTH >= price.cycles());
    }

    /** A name for an event that the stream does not use. */
    private String event() {
        long splits = edits.stream().filter(BarrierEdit.Split.class::isInstance).count();
        return "advised" + splits;
    }

    /**
     * Prices candidates and makes the best one's edits.
     *
     * @param even whether it is worth it even if it saves nothing
     * @return the new prices, or null if none was taken
     */
    private @Nullable Map<String, Price> take(
            List<Candidate> candidates, Map<String, Price> price, Work work, boolean even) {
        Candidate best = null;
        Map<String, Price> bestPrice = null;
        double least = even ? Double.POSITIVE_INFINITY : 1 - 1.0 / NOISE / streams.size();
        for (Candidate candidate : candidates) {
            boolean simpler = even || (candidate.kind() == Candidate.Kind.MERGE && !scarce);
            if (!safeElsewhere(candidate)) {
                continue;
            }
            if (!pricing.left(streams.size())) {
                if (simpler && best == null && !pricedOnly) {
                    best = candidate;
                    work.costed = false;
                } else {
                    work.untried.add(candidate.what());
                }
                continue;
            }
            Map<String, Price> after = priced(candidate);
            if (after == null) {
                continue;
            }
            double relative = relative(price, after);
            if (!slower(price, after) && (relative < least || (simpler && best == null))) {
                best = candidate;
                bestPrice = after;
                least = relative;
            }
        }
        if (best == null) {
            return null;
        }
        edits.addAll(best.edits());
        work.what.add(best.what());
        work.why.add(best.why());
        Map<String, Price> after = bestPrice == null ? price : bestPrice;
        after.forEach(
                (device, one) -> work.saved.merge(device, on(price, device).cycles() - one.cycles(), Long::sum));
        return after;
    }

    private boolean safeElsewhere(Candidate candidate) {
        List<BarrierEdit> all = new ArrayList<>(edits);
        all.addAll(candidate.edits());
        return safeties.stream().skip(1).allMatch(safety -> safety.brought(all).isEmpty());
    }

    private @Nullable Map<String, Price> priced(Candidate candidate) {
        List<BarrierEdit> all = new ArrayList<>(edits);
        all.addAll(candidate.edits());
        try {
            return pricing.prices(streams, all);
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            // the machine cannot carry this one out
            return null;
        }
    }

    private static double relative(Map<String, Price> before, Map<String, Price> after) {
        return before.entrySet().stream()
                .mapToDouble(entry -> (double) on(after, entry.getKey()).cycles()
                        / Math.max(1, entry.getValue().cycles()))
                .average()
                .orElse(1);
    }

    private static boolean slower(Map<String, Price> before, Map<String, Price> after) {
        return before.entrySet().stream()
                .anyMatch(entry -> on(after, entry.getKey()).cycles()
                        > entry.getValue().cycles() + entry.getValue().cycles() / NOISE);
    }

    // --- the outcome ---

    private Advice result(List<Hazard> hazards, @Nullable Map<String, Price> now, @Nullable Map<String, Price> best) {
        List<Advice.Row> rows = new ArrayList<>();
        works.forEach((site, work) -> {
            if (!work.shownAs.isEmpty()) {
                rows.add(row(site, work.shownAs, work, now, best));
            }
        });
        for (String site : original.barriers()) {
            Work work = works.get(site);
            if (work != null) {
                rows.add(row(site, site, work, now, best));
            }
        }
        Map<String, Advice.Total> totals = new LinkedHashMap<>();
        if (now != null && best != null) {
            now.forEach((device, price) -> totals.put(
                    device, new Advice.Total(price.cycles(), on(best, device).cycles())));
        }
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
        return new Advice(
                streams.get(0).stream().name(),
                rows,
                totals,
                edits,
                hazards.isEmpty() ? hazards : cured(List.of()),
                hazards.isEmpty() ? hazards : cured(edits),
                pricing.runs(),
                pricing.interrupted(),
                notes);
    }

    private Advice.Row row(
            String site,
            String shownAs,
            Work work,
            @Nullable Map<String, Price> now,
            @Nullable Map<String, Price> best) {
        List<BarrierSites.Instance> instances = original.instances(shownAs);
        String id = instances.isEmpty() ? "" : instances.get(0).id();
        String label =
                instances.isEmpty() ? null : instances.get(0).command().origin().label();
        Map<String, Advice.Cost> costs = new LinkedHashMap<>();
        if (now != null) {
            now.forEach((device, price) -> costs.put(
                    device,
                    new Advice.Cost(
                            price.stalls().getOrDefault(site, 0L),
                            best == null ? price.stalls().getOrDefault(site, 0L) : stall(on(best, device), site),
                            work.saved.getOrDefault(device, 0L))));
        }
        boolean changed = !work.what.isEmpty();
        return new Advice.Row(
                work.shownAs.isEmpty() ? id : "(new) at " + id,
                shownAs,
                label == null ? "" : label,
                changed ? String.join(", ", work.what) : "keep",
                changed ? String.join("; ", work.why) : work.kept,
                changed,
                work.costed,
                work.untried,
                costs);
    }

    /** The stall of a barrier, or of the event that it became. */
    private static long stall(Price price, String site) {
        return price.stalls().getOrDefault(site, 0L)
                + price.stalls().getOrDefault(BarrierEdit.Split.waitSite(site), 0L)
                + price.stalls().getOrDefault(BarrierEdit.Split.setSite(site), 0L);
    }
}
