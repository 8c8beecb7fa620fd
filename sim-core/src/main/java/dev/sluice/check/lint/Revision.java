// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.Draft;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.SubpassScopes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A program with the edits of some suggestions made together. */
final class Revision {

    /** What becomes of the barriers of a command, by their places in it. */
    private record Changes(String command, Map<Integer, List<UnaryOperator<List<Barrier>>>> byIndex) {}

    private final Draft draft;
    private final Map<Object, Changes> barriers = new LinkedHashMap<>();
    private final List<Edit.OfProgram> others = new ArrayList<>();
    private final Set<List<Object>> places = new HashSet<>();

    Revision(AccessTrace trace) {
        this.draft = new Draft(trace);
    }

    /** Adds the edits of a finding. */
    void add(LintFinding finding, List<Edit> edits) {
        for (Edit edit : edits) {
            if (edit instanceof Edit.OfBarrier one) {
                add(finding, one);
            } else if (edit instanceof Edit.OfProgram other) {
                List<Object> key = new ArrayList<>(List.of(finding.rule(), finding.suggestion()));
                other.at().forEach(id -> key.add(draft.place(id)));
                if (other.at().stream().allMatch(id -> draft.command(id) == null)) {
                    // an operation is carried out once, and may have several findings that suggest the same
                    key.add(finding.message());
                }
                if (places.add(key)) {
                    others.add(other);
                }
            }
        }
    }

    private void add(LintFinding finding, Edit.OfBarrier edit) {
        Command command = draft.command(edit.command());
        if (command == null) {
            return;
        }
        Changes changes = barriers.computeIfAbsent(
                draft.place(edit.command()), place -> new Changes(edit.command(), new LinkedHashMap<>()));
        List<Barrier> own = barriers(command);
        for (int i = 0; i < own.size(); i++) {
            // the same suggestion for the same barrier, submitted again, is one change
            if (own.get(i).equals(edit.barrier())
                    && places.add(List.of(draft.place(edit.command()), i, finding.rule(), finding.suggestion()))) {
                changes.byIndex.computeIfAbsent(i, index -> new ArrayList<>()).add(edit.change());
            }
        }
    }

    /** The trace of the program with the edits; null if one of them cannot be made. */
    @Nullable
    AccessTrace trace() {
        for (Changes changes : barriers.values()) {
            Command command = draft.command(changes.command);
            if (command instanceof Command.PipelineBarrier own
                    && changed(own.barriers(), changes, 0).isEmpty()) {
                draft.remove(changes.command);
            } else {
                draft.replace(changes.command, one -> changed(one, changes));
            }
        }
        // from behind, so that what goes into a command which itself goes elsewhere comes along
        Collections.reverse(others);
        for (Edit.OfProgram edit : others) {
            if (!edit.change().test(draft)) {
                return null;
            }
        }
        return draft.trace();
    }

    /** All barriers of a command, one after the other. */
    private static List<Barrier> barriers(Command command) {
        if (command instanceof Command.PipelineBarrier barrier) {
            return barrier.barriers();
        } else if (command instanceof Command.PassStep step) {
            return step.dependency() == null ? List.of() : step.dependency().barriers();
        } else if (command instanceof Command.SetEvent set) {
            return set.barriers();
        } else if (command instanceof Command.WaitEvents wait) {
            return wait.waits().stream().flatMap(one -> one.barriers().stream()).toList();
        }
        return List.of();
    }

    private static Command changed(Command command, Changes changes) {
        if (command instanceof Command.PipelineBarrier own) {
            return new Command.PipelineBarrier(own.origin(), changed(own.barriers(), changes, 0), own.byRegion());
        } else if (command instanceof Command.PassStep step && step.dependency() != null) {
            Command.PipelineBarrier own = step.dependency();
            return step.with(
                    new Command.PipelineBarrier(own.origin(), changed(own.barriers(), changes, 0), own.byRegion()));
        } else if (command instanceof Command.SetEvent set) {
            return new Command.SetEvent(set.origin(), set.event(), changed(set.barriers(), changes, 0), set.legacy());
        } else if (command instanceof Command.WaitEvents wait) {
            List<Command.WaitEvents.Wait> waits = new ArrayList<>();
            int first = 0;
            for (Command.WaitEvents.Wait one : wait.waits()) {
                waits.add(new Command.WaitEvents.Wait(one.events(), changed(one.barriers(), changes, first)));
                first += one.barriers().size();
            }
            return new Command.WaitEvents(wait.origin(), waits, wait.legacy());
        }
        return command;
    }

    private static List<Barrier> changed(List<Barrier> barriers, Changes changes, int first) {
        List<Barrier> all = new ArrayList<>();
        for (int i = 0; i < barriers.size(); i++) {
            List<Barrier> now = List.of(barriers.get(i));
            for (UnaryOperator<List<Barrier>> change : changes.byIndex.getOrDefault(first + i, List.of())) {
                now = change.apply(now);
            }
            SubpassScopes scopes = barriers.get(i).subpasses();
            now.forEach(barrier -> all.add(barrier.limitedTo(scopes)));
        }
        return all;
    }
}
