// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Barrier;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Says in words what a dependency is needed for, or why not. */
public final class Reasons {
    private static final int SHOWN = 2;

    /** Why a wait for the semaphore of {@code acquireNextImage} is needed. */
    static final String ACQUIRE = "the presentation engine may still use the image until then";

    private Reasons() {}

    /** That a dependency takes part in hazards. */
    static String part(List<Hazard> hazards) {
        return "takes part in a hazard, and is to be mended first: " + needed(hazards);
    }

    /** The pairs of commands that need a dependency, by their ids. */
    public static String needed(List<Hazard> hazards) {
        return needed(hazards, Hazard.Party::id);
    }

    /** The pairs of commands that need a dependency, by what they are called. */
    public static String needed(List<Hazard> hazards, Function<Hazard.Party, String> name) {
        List<String> pairs = new ArrayList<>();
        for (Hazard hazard : hazards) {
            String pair = pair(hazard, name);
            if (!pairs.contains(pair)) {
                pairs.add(pair);
            }
        }
        String text = String.join("; ", pairs.subList(0, Math.min(SHOWN, pairs.size())));
        return pairs.size() > SHOWN ? text + "; and " + (pairs.size() - SHOWN) + " more" : text;
    }

    private static String pair(Hazard hazard, Function<Hazard.Party, String> name) {
        return name.apply(hazard.prior()) + " " + verb(hazard.prior(), false) + " "
                + hazard.prior().resource() + ", "
                + name.apply(hazard.current()) + " " + verb(hazard.current(), true)
                + (hazard.resource().equals(hazard.prior().resource()) ? " it" : " " + hazard.resource());
    }

    private static String verb(Hazard.Party party, boolean second) {
        if (party.onlyTransition()) {
            return "changes the layout of";
        }
        boolean writes = Accesses.hasWrite(party.access());
        boolean reads = Accesses.reads(party.access()) != 0;
        return reads && (second || !writes) ? "reads" : "writes";
    }

    /** The used stages on both sides of a barrier: {@code only COPY writes before, COMPUTE_SHADER reads after}. */
    public static String scopes(Barrier narrowest) {
        String before = narrowest.srcStages() == 0
                ? "nothing before has to be waited for"
                : "only " + Stages.text(narrowest.srcStages()) + (narrowest.srcAccess() == 0 ? " reads" : " writes")
                        + " before";
        String after = narrowest.dstStages() == 0
                ? "nothing after waits"
                : Stages.text(narrowest.dstStages())
                        + (Accesses.reads(narrowest.dstAccess()) == 0 ? " writes" : " reads") + " after";
        return before + ", " + after;
    }

    /** Why nothing needs a dependency. */
    public static String spare(AccessTrace trace, AccessTrace.DependencyInfo dependency) {
        return writesBefore(trace, dependency) ? "what it orders is ordered without it" : "no command before it writes";
    }

    /** Whether any command before a dependency on its queue writes; stops at the first. */
    private static boolean writesBefore(AccessTrace trace, AccessTrace.DependencyInfo dependency) {
        int submissions = 0;
        for (HostThread thread : trace.stream().threads()) {
            for (HostOperation operation : thread.operations()) {
                if (!(operation instanceof HostOperation.QueueSubmit submit)) {
                    continue;
                }
                String id = "submit" + submissions++;
                if (!submit.queue().equals(dependency.queue())) {
                    continue;
                }
                int commands =
                        submit.commandBuffers().stream().mapToInt(List::size).sum();
                for (int i = 0; i < commands; i++) {
                    String command = id + "." + i;
                    if (command.equals(dependency.id().command())) {
                        return false;
                    }
                    if (trace.accesses(command).stream().anyMatch(MemoryAccess::writes)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
