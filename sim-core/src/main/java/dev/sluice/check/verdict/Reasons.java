// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Barrier;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageTransition;
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

    /** Why what only the host could need is kept. */
    public static final String HOST_MAY_READ = VerdictKind.HOST_MAY_READ.words();

    /** Why what hands over to somebody outside of the stream is kept as it is. */
    public static final String OUTSIDE = "what is accessed on the other side of its ownership transfer is not known";

    private Reasons() {}

    /** Why a dependency is needed as it is: it takes part in hazards, or is for somebody outside of the stream. */
    static String part(List<Hazard> hazards) {
        return hazards.isEmpty() ? OUTSIDE : "takes part in a hazard, and is to be mended first: " + needed(hazards);
    }

    /** Why a barrier is needed for which nothing waits. */
    static String transfer(Barrier barrier) {
        ImageTransition image = barrier.image();
        boolean layouts = image != null && image.oldLayout() != image.newLayout();
        return "its " + (layouts ? "layout transition" : "ownership transfer") + " is needed, and nothing waits for it";
    }

    /** The pairs of commands that need a dependency, by their ids, and what the host may read. */
    static String needed(Needs needs) {
        return needed(needs.certain(), needs.readings(), Hazard.Party::id);
    }

    /**
     * The pairs of commands that need a dependency, and what the host may read.
     *
     * @param certain what is needed whether the host reads or not
     * @param readings what is needed if the host reads, which the stream does not say
     * @param name what a command is called
     */
    public static String needed(List<Hazard> certain, List<Hazard> readings, Function<Hazard.Party, String> name) {
        if (readings.isEmpty()) {
            return needed(certain, name);
        }
        String may = HOST_MAY_READ + ": "
                + shown(readings.stream()
                        .map(one -> name.apply(one.prior()) + " writes " + one.resource() + ", which it can read from "
                                + one.current().id() + " on (" + one.current().command() + ")")
                        .distinct()
                        .toList());
        return certain.isEmpty() ? may : needed(certain, name) + "; " + may;
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
        return shown(pairs);
    }

    private static String shown(List<String> all) {
        String text = String.join("; ", all.subList(0, Math.min(SHOWN, all.size())));
        return all.size() > SHOWN ? text + "; and " + (all.size() - SHOWN) + " more" : text;
    }

    private static String pair(Hazard hazard, Function<Hazard.Party, String> name) {
        if (hazard.missing() == MissingHalf.ATOMIC_ORDER) {
            return "atomics of " + name.apply(hazard.prior()) + " and " + name.apply(hazard.current()) + " on "
                    + hazard.resource() + " do not commute";
        }
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
