// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.HashMap;
import java.util.Map;

/** Expands masks into scopes, remembering what it has expanded. Looked up only, never walked. */
public final class Scopes {
    private record Mask(long mask, int queue, boolean second) {}

    private record Flags(long access, int row) {}

    private final Map<Mask, Long> synchronization = new HashMap<>();
    private final Map<Mask, Long> named = new HashMap<>();
    private final Map<Flags, Long> expanded = new HashMap<>();

    /** The first synchronization scope: stages, expanded, with logically earlier ones. */
    long first(long stages, QueueCapabilities queue) {
        return synchronization.computeIfAbsent(
                new Mask(stages, queue.mask(), false), key -> Stages.syncScopeSrc(stages, queue));
    }

    /** The second synchronization scope: stages, expanded, with logically later ones. */
    long second(long stages, QueueCapabilities queue) {
        return synchronization.computeIfAbsent(
                new Mask(stages, queue.mask(), true), key -> Stages.syncScopeDst(stages, queue));
    }

    /** The stages of an access scope. */
    public long named(long stages, QueueCapabilities queue) {
        return named.computeIfAbsent(new Mask(stages, queue.mask(), false), key -> Stages.accessScope(stages, queue));
    }

    /** The elementary accesses of a mask at the stage of a row. */
    long accesses(long access, int row) {
        return expanded.computeIfAbsent(
                new Flags(access, row),
                key -> Accesses.expand(access, Columns.STAGES.get(row).mask()));
    }

    /** Whether the stage of a row has writes among these accesses. */
    public boolean writes(long access, int row) {
        return access != 0 && Accesses.hasWrite(accesses(access, row));
    }

    /**
     * A reading that visibility is told apart for.
     *
     * @param row the stage's
     */
    public record Reading(int row, Access access) {
        /** Reading by the host: what a domain operation to the host must cover. */
        public static final Reading HOST_READ = new Reading(Columns.HOST_ROW, Access.HOST_READ);
        /** Writing by the host, which needs the domain operation only. */
        public static final Reading HOST_WRITE = new Reading(Columns.HOST_ROW, Access.HOST_WRITE);

        public static Reading of(Stage stage, Access access) {
            return new Reading(Columns.row(stage.mask()), access);
        }
    }

    /** Whether a second access scope has a reading. */
    public boolean covers(long namedStages, long access, Reading reading) {
        if ((namedStages >> Columns.STAGES.get(reading.row()).bit() & 1) == 0 || access == 0) {
            return false;
        }
        long flags = accesses(access, reading.row());
        if (reading.equals(Reading.HOST_WRITE)) {
            // either flag brings the domain operation (Vulkan specification, section Availability, Visibility, and
            // Domain Operations)
            return (flags & Accesses.of(Access.HOST_READ, Access.HOST_WRITE)) != 0;
        }
        return (flags & reading.access().mask()) != 0;
    }
}
