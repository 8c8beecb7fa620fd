// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.Safety;
import dev.sluice.check.cure.CureProver;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.edit.BarrierEdit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Cures the hazards of a stream with barriers, as far as that brings no others. */
final class HazardCures {
    /** Rounds in which hazards are cured: a cure can bring to light what was behind it. */
    private static final int ROUNDS = 3;

    private final Safety safety;
    private final Predicate<String> editable;
    private final List<BarrierEdit> made = new ArrayList<>();

    /**
     * For a stream on one device.
     *
     * @param editable whether a barrier may be put beside the command of a site
     */
    HazardCures(Safety safety, Predicate<String> editable) {
        this.safety = safety;
        this.editable = editable;
    }

    /** The edits that cure some of the stream's hazards, to be made one after the other. */
    List<BarrierEdit> of(List<Hazard> hazards) {
        made.clear();
        List<Hazard> left = hazards;
        for (int round = 0; round < ROUNDS && !left.isEmpty(); round++) {
            List<BarrierEdit> cures =
                    harmless(new Curing(safety.trace(made).stream(), editable, made.size()).cures(left));
            if (cures.isEmpty()) {
                break;
            }
            made.addAll(cures);
            left = safety.rest(made);
        }
        return List.copyOf(made);
    }

    /** The hazards of the stream as it is, with cures that were checked. */
    List<Hazard> all() {
        return with(List.of());
    }

    /**
     * Those of some hazards that are left with edits made, as they are without them: edits shift the ids of commands, of which
     * the reader knows those of the stream as it is.
     *
     * @param all the stream's hazards
     */
    List<Hazard> left(List<Hazard> all, List<BarrierEdit> edits) {
        List<Hazard> unseen = new ArrayList<>(all);
        List<Hazard> left = new ArrayList<>();
        for (Hazard hazard : with(edits)) {
            Hazard own = own(unseen, hazard);
            if (own != null) {
                unseen.remove(own);
            }
            left.add(own == null ? hazard : own);
        }
        return List.copyOf(left);
    }

    /** The one between the same places, of the same bytes if there is such a one; null for none. */
    private static @Nullable Hazard own(List<Hazard> hazards, Hazard hazard) {
        Hazard found = null;
        for (Hazard one : hazards) {
            if (one.kind() == hazard.kind() && pair(one).equals(pair(hazard))) {
                if (one.offset() == hazard.offset() && one.size() == hazard.size()) {
                    return one;
                }
                found = found == null ? one : found;
            }
        }
        return found;
    }

    private List<Hazard> with(List<BarrierEdit> edits) {
        AccessTrace trace = safety.trace(edits);
        return CureProver.proven(trace, HazardChecker.check(trace)).hazards();
    }

    /** Those of some cures that bring no hazard: mostly none of them does. */
    private List<BarrierEdit> harmless(List<BarrierEdit> cures) {
        if (!harms(cures)) {
            return cures;
        }
        List<BarrierEdit> kept = new ArrayList<>();
        for (BarrierEdit cure : cures) {
            kept.add(cure);
            if (harms(kept)) {
                kept.remove(kept.size() - 1);
            }
        }
        return kept;
    }

    private boolean harms(List<BarrierEdit> cures) {
        List<BarrierEdit> all = new ArrayList<>(made);
        all.addAll(cures);
        Set<String> pairs = new HashSet<>();
        safety.hazards().forEach(hazard -> pairs.add(pair(hazard)));
        return safety.brought(all).stream().anyMatch(hazard -> !pairs.contains(pair(hazard)));
    }

    /** Two places and what both access; what is left of a hazard may lack another half. */
    private static String pair(Hazard hazard) {
        return hazard.prior().origin().where() + ' ' + hazard.current().origin().where() + ' ' + hazard.resource();
    }
}
