// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import java.util.Comparator;

/**
 * Names one dependency of a stream, so that it can be left out or replaced.
 *
 * @param kind what it is
 * @param command the command's id; for a semaphore {@code submit<i>}
 * @param index which of the command's barriers (over all waits of {@code waitEvents}), or of the submission's waits
 */
public record DependencyId(Kind kind, String command, int index) implements Comparable<DependencyId> {

    /** What a dependency is. */
    public enum Kind {
        /** A barrier of {@code pipelineBarrier}. */
        BARRIER,
        /** A subpass dependency, or a transition of a render pass. */
        SUBPASS,
        /** A barrier of {@code waitEvents}. */
        EVENT,
        /** A semaphore wait of a submission. */
        SEMAPHORE
    }

    @Override
    public int compareTo(DependencyId other) {
        return Comparator.comparing(DependencyId::command)
                .thenComparing(DependencyId::kind)
                .thenComparingInt(DependencyId::index)
                .compare(this, other);
    }
}
