package dev.sluice.core.barrier;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a profile says about submissions, semaphores and fences.
 *
 * @param status where the lists come from, in the file's words; empty when it does not say
 * @param domainHostToDevice actions at the start of a submission that bring host writes to the device; empty when absent
 * @param visibility actions at the start of a submission that make them visible; empty when absent
 * @param lists the lists that the file has, by place; {@link ImplicitPoint#SUBMIT_BEGIN} holds the two above in that order
 * @param notes what the file says in words
 */
public record ImplicitActions(
        String status,
        List<CacheAction> domainHostToDevice,
        List<CacheAction> visibility,
        Map<ImplicitPoint, List<CacheAction>> lists,
        List<String> notes) {

    /** A profile that says nothing. */
    public static final ImplicitActions UNKNOWN = new ImplicitActions("", List.of(), List.of(), Map.of(), List.of());

    /** Copies the lists. */
    public ImplicitActions {
        domainHostToDevice = List.copyOf(domainHostToDevice);
        visibility = List.copyOf(visibility);
        Map<ImplicitPoint, List<CacheAction>> copy = new EnumMap<>(ImplicitPoint.class);
        lists.forEach((point, actions) -> copy.put(point, List.copyOf(actions)));
        lists = Collections.unmodifiableMap(copy);
        notes = List.copyOf(notes);
    }

    /**
     * Whether nothing is known, so that submissions have to be assumed to maintain everything: the file has no list for a
     * submission, semaphore or fence. An empty list says that nothing happens.
     */
    public boolean unknown() {
        return lists.keySet().stream().noneMatch(ImplicitPoint::ofSubmissions);
    }
}
