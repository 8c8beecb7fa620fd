// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What limited a span of time: how busy each kind of resource was, and where the cycles of the compute units went.
 *
 * @param cycles how long the span was
 * @param limitedBy the resource that the span could not have been shorter without; null if none was busy enough
 * @param summary the same as a sentence
 * @param topDown where the cycles of all units went
 * @param utilisation resources that were busy, the busiest first
 */
public record Limits(long cycles, @Nullable Use limitedBy, String summary, TopDown topDown, List<Use> utilisation) {

    /** A span of no time. */
    public static final Limits NONE = new Limits(0, null, "nothing ran", TopDown.NONE, List.of());

    public Limits {
        utilisation = List.copyOf(utilisation);
    }

    /**
     * A kind of resource of one group of components, and its busiest instance.
     *
     * @param resource the key of a {@link Resource}
     * @param of the group: a cache node, {@code vram}, {@code cu}
     * @param instance the busiest one
     * @param instances how many there are
     * @param busyCycles how long the busiest one was busy, or full
     * @param share of the span that this is
     * @param meanShare the same over all instances
     */
    public record Use(
            String resource,
            String of,
            String instance,
            int instances,
            long busyCycles,
            double share,
            double meanShare) {}

    /**
     * Cycles of compute units, each under one head: {@code issued}, the values of both maps and {@code idle} add up to
     * {@code unitCycles}.
     *
     * @param unitCycles the cycles of the span times the units
     * @param issued cycles with an issue slot in use
     * @param memory cycles in which all resident waves waited, and what ended that came from memory: by the cache that held the
     *     bytes, {@code vram}, {@code host}, the {@code network}, {@code queue} (in front of caches, and of the load/store unit), {@code other}
     * @param dependency the same where waves waited for {@code sharedMemory}, cache {@code maintenance} or other {@code waves}
     * @param idle cycles without a resident wave
     */
    public record TopDown(
            long unitCycles, long issued, Map<String, Long> memory, Map<String, Long> dependency, long idle) {

        /** Of no units. */
        public static final TopDown NONE = new TopDown(0, 0, Map.of(), Map.of(), 0);

        /** Cycles under all heads of memory. */
        public long waitedForMemory() {
            return sum(memory);
        }

        /** Cycles under all heads of dependency. */
        public long waitedForOthers() {
            return sum(dependency);
        }

        private static long sum(Map<String, Long> heads) {
            return heads.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
