// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a profile says about submissions, semaphores and fences.
 *
 * @param status where the lists come from, in the file's words; empty when it does not say
 * @param lists the lists that the file has, by place; those of {@link ImplicitPoint#SUBMIT_BEGIN} bring host writes to the
 *     device, then make them visible
 */
public record ImplicitActions(String status, Map<ImplicitPoint, List<CacheAction>> lists) {

    /** A profile that says nothing. */
    public static final ImplicitActions UNKNOWN = new ImplicitActions("", Map.of());

    /** Copies the lists. */
    public ImplicitActions {
        Map<ImplicitPoint, List<CacheAction>> copy = new EnumMap<>(ImplicitPoint.class);
        lists.forEach((point, actions) -> copy.put(point, List.copyOf(actions)));
        lists = Collections.unmodifiableMap(copy);
    }

    /**
     * Whether nothing is known, so that submissions have to be assumed to maintain everything: the file has no list for a
     * submission, semaphore or fence. An empty list says that nothing happens.
     */
    public boolean unknown() {
        return lists.keySet().stream().noneMatch(ImplicitPoint::ofSubmissions);
    }
}
