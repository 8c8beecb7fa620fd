// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import dev.sluice.program.Origin;
import org.jspecify.annotations.Nullable;

/**
 * What is said of one dependency.
 *
 * @param id the dependency; null for one that is missing
 * @param origin where it stands; for a missing one, where the second access stands
 * @param kind what is said
 * @param detail why, in words
 * @param barrier it as it is; null for a semaphore wait and for a missing one
 * @param narrowest the narrowest that is still clean; null where it is no barrier, or not needed
 * @param unneededRange what of its range nothing needs, in words; empty for nothing
 * @param hazard the hazard of a missing one
 */
public record Verdict(
        @Nullable DependencyId id,
        Origin origin,
        VerdictKind kind,
        String detail,
        @Nullable Barrier barrier,
        @Nullable Barrier narrowest,
        String unneededRange,
        @Nullable Hazard hazard) {

    /** The id of the command, or of the submission that waits for a semaphore; of a missing one the second access. */
    public String command() {
        return id != null ? id.command() : hazard != null ? hazard.current().id() : "";
    }

    /** A name for the dependency: {@code submit0.1[0]}; a missing one is named by its two commands. */
    public String dependency() {
        if (id != null) {
            String what = switch (id.kind()) {
                case BARRIER, SUBPASS, EVENT -> "";
                case SEMAPHORE -> "wait";
            };
            return id.command() + (what.isEmpty() ? "" : "." + what) + "[" + id.index() + "]";
        }
        return hazard == null
                ? ""
                : hazard.prior().id() + " > " + hazard.current().id();
    }

    /** The flags of the barrier that the narrowest does without; all of them where nothing needs it. */
    public Unneeded unneeded() {
        Barrier own = barrier;
        if (own == null || (kind != VerdictKind.WIDER_THAN_NEEDED && kind != VerdictKind.PRESENT_AND_NOT_NEEDED)) {
            return new Unneeded(0, 0, 0, 0);
        }
        Barrier rest = narrowest;
        return rest == null
                ? new Unneeded(own.srcStages(), own.srcAccess(), own.dstStages(), own.dstAccess())
                : new Unneeded(
                        own.srcStages() & ~rest.srcStages(),
                        own.srcAccess() & ~rest.srcAccess(),
                        own.dstStages() & ~rest.dstStages(),
                        own.dstAccess() & ~rest.dstAccess());
    }

    /** Flags that nothing needs, as masks. A group such as {@code ALL_COMMANDS} is one if not all of it is needed. */
    public record Unneeded(long srcStages, long srcAccess, long dstStages, long dstAccess) {}
}
