// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the executions of a program: first the modification orders, then what atomics read, since these decide all
 * relations, then what the other reads find. What is inconsistent is left as soon as that shows.
 */
public final class ModelChecker {
    /** Consistent executions are counted up to this number. */
    public static final long COUNTED = 100_000;

    private static final int MOST_ORDERS = 40_000;
    private static final int MOST_ORDERINGS = 20_000;

    private final ProgramRelations fixed;
    private final boolean chains;
    private final List<Choices> atomicReads;
    private final List<Choices> plainReads;
    private final NavigableSet<Integer> releaseSequences = new TreeSet<>();
    private final ReadsFrom readsFrom;
    private long executions;
    private long orderings;
    private @Nullable Execution raceFree;
    private @Nullable Execution racy;

    private ModelChecker(MemoryProgram program, boolean chains) {
        this.fixed = new ProgramRelations(program);
        this.chains = chains;
        this.atomicReads = Choices.of(fixed, true);
        this.plainReads = Choices.of(fixed, false);
        this.readsFrom = new ReadsFrom(fixed.locations(), fixed.size());
    }

    /**
     * Checks a program.
     *
     * @param chains whether availability and visibility chains may have several elements
     * @param inconsistentToo whether to look for a race in inconsistent executions as well, which takes longer
     * @throws TooManyExecutionsException when the program leaves too much open
     */
    public static ModelFindings check(MemoryProgram program, boolean chains, boolean inconsistentToo) {
        ModelChecker checker = new ModelChecker(program, chains);
        boolean executes = program.faults().isEmpty() && ControlBarriers.canMeet(checker.fixed);
        if (executes) {
            checker.consistent();
        }
        boolean raceOfAny = checker.racy != null;
        if (inconsistentToo && !raceOfAny && executes) {
            raceOfAny = new ModelChecker(program, chains).anyRaces();
        }
        return checker.findings(raceOfAny);
    }

    private ModelFindings findings(boolean raceOfAny) {
        LitmusVerdict verdict = racy != null
                ? LitmusVerdict.RACY
                : raceFree != null ? LitmusVerdict.RACE_FREE : LitmusVerdict.FORBIDDEN;
        return new ModelFindings(
                verdict,
                Math.min(executions, COUNTED),
                executions <= COUNTED,
                Collections.unmodifiableNavigableSet(releaseSequences),
                raceOfAny,
                raceFree,
                racy);
    }

    /** Visits all consistent executions. */
    private void consistent() {
        // what is ordered with nothing synchronized stays ordered, and refuses early
        Relation[] least = locationOrders(new Ordering(fixed, Relation.empty(fixed.size()), readsFrom, chains));
        Relation forced = Relation.empty(fixed.size());
        for (Relation order : least) {
            forced = forced.or(order);
        }
        if (!forced.isAcyclic()) {
            return;
        }
        for (Relation order : new ModificationOrders(fixed, forced, MOST_ORDERS).all()) {
            chooseAtomics(0, order, new Consistency(fixed, order, least));
        }
    }

    private Relation[] locationOrders(Ordering ordering) {
        Relation[] orders = new Relation[fixed.locations()];
        for (int l = 0; l < orders.length; l++) {
            orders[l] = ordering.locationOrder(l);
        }
        return orders;
    }

    private void chooseAtomics(int next, Relation order, Consistency least) {
        if (!least.holds(readsFrom)) {
            return;
        }
        if (next == atomicReads.size()) {
            decided(order);
            return;
        }
        Choices choices = atomicReads.get(next);
        for (int source : choices.sources()) {
            readsFrom.set(choices.location(), choices.read(), source);
            chooseAtomics(next + 1, order, least);
        }
        readsFrom.set(choices.location(), choices.read(), ReadsFrom.UNDECIDED);
    }

    /** All relations are decided; only what plain reads find is not. */
    private void decided(Relation order) {
        countOrdering();
        Ordering ordering = new Ordering(fixed, order, readsFrom, chains);
        boolean hasRace = !ordering.races().isEmpty();
        int size = ordering.releaseSequences().count();
        boolean news = (hasRace ? racy : raceFree) == null || !releaseSequences.contains(size);
        if (news || executions <= COUNTED) {
            choosePlain(0, ordering, new Consistency(fixed, order, locationOrders(ordering)), executions);
        }
    }

    private void countOrdering() {
        orderings++;
        if (orderings > MOST_ORDERINGS) {
            throw new TooManyExecutionsException(
                    "more than " + MOST_ORDERINGS + " ways in which atomics can read and modify");
        }
    }

    /** Gives true when nothing more is to be learnt below. */
    private boolean choosePlain(int next, Ordering ordering, Consistency consistency, long before) {
        if (!consistency.holds(readsFrom)) {
            return false;
        }
        if (next == plainReads.size()) {
            found(ordering);
            return executions > COUNTED && executions > before;
        }
        Choices choices = plainReads.get(next);
        boolean enough = false;
        for (int source : choices.sources()) {
            readsFrom.set(choices.location(), choices.read(), source);
            enough = choosePlain(next + 1, ordering, consistency, before);
            if (enough) {
                break;
            }
        }
        readsFrom.set(choices.location(), choices.read(), ReadsFrom.UNDECIDED);
        return enough;
    }

    private void found(Ordering ordering) {
        executions++;
        releaseSequences.add(ordering.releaseSequences().count());
        if (ordering.races().isEmpty()) {
            if (raceFree == null) {
                raceFree = new Execution(ordering, readsFrom.copy());
            }
        } else if (racy == null) {
            racy = new Execution(ordering, readsFrom.copy());
        }
    }

    /** Whether any choice, consistent or not, races. */
    private boolean anyRaces() {
        if (plainReads.stream().anyMatch(c -> c.sources().isEmpty())) {
            return false;
        }
        for (Relation order : new ModificationOrders(fixed, Relation.empty(fixed.size()), MOST_ORDERS).all()) {
            if (anyRaces(0, order)) {
                return true;
            }
        }
        return false;
    }

    private boolean anyRaces(int next, Relation order) {
        if (next == atomicReads.size()) {
            countOrdering();
            return !new Ordering(fixed, order, readsFrom, chains).races().isEmpty();
        }
        Choices choices = atomicReads.get(next);
        boolean found = false;
        for (int source : choices.sources()) {
            readsFrom.set(choices.location(), choices.read(), source);
            found = found || anyRaces(next + 1, order);
        }
        readsFrom.set(choices.location(), choices.read(), ReadsFrom.UNDECIDED);
        return found;
    }
}
