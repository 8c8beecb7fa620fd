// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Space;
import dev.sluice.program.Origin;
import dev.sluice.program.UnseenWork;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What may follow a stream that is some frames of a program: its queues go on to access what they have accessed, as they have.
 *
 * @param later what each access is told by, and the access
 */
record Continuation(List<Later> later) {
    private static final Continuation NOTHING = new Continuation(List.of());

    /** An access that may follow on a queue. */
    record Later(String queue, AccessTrace.Action action, MemoryAccess access) {}

    private record Key(String queue, Space space, String resource, Stage stage, Access access, int traits) {
        Later later(Intervals where) {
            String name = "what may follow on " + queue + " at " + stage + "/" + access;
            AccessTrace.Action action = new AccessTrace.Action(
                    name,
                    "later frames",
                    Origin.at(name),
                    null,
                    List.of(),
                    List.of(),
                    List.of(),
                    MemoryAccess.NO_SUBPASS);
            return new Later(
                    queue,
                    action,
                    new MemoryAccess(space, where, resource, stage, access, traits, MemoryAccess.NO_SUBPASS));
        }
    }

    Continuation {
        later = List.copyOf(later);
    }

    /** That of a stream; nothing of one that is a whole program. */
    static Continuation of(AccessTrace trace) {
        if (trace.stream().unseen() != UnseenWork.BEFORE) {
            return NOTHING;
        }
        Map<Key, Intervals.Builder> places = new LinkedHashMap<>();
        for (AccessTrace.Track track : trace.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                AccessTrace.Batch batch = step.batch();
                if (batch != null) {
                    for (AccessTrace.Action action : batch.actions()) {
                        gather(batch.queue(), action.accesses(), places);
                        gather(batch.queue(), action.later(), places);
                    }
                }
            }
        }
        List<Later> later = new ArrayList<>();
        places.forEach((key, where) -> later.add(key.later(where.build())));
        return new Continuation(later);
    }

    private static void gather(String queue, List<MemoryAccess> accesses, Map<Key, Intervals.Builder> places) {
        for (MemoryAccess access : accesses) {
            Key key =
                    new Key(queue, access.space(), access.resource(), access.stage(), access.access(), access.traits());
            places.computeIfAbsent(key, k -> new Intervals.Builder()).addAll(access.where());
        }
    }
}
