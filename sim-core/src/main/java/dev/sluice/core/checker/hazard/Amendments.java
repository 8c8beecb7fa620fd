package dev.sluice.core.checker.hazard;

import dev.sluice.core.command.Barrier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is different from a stream's own dependencies in a check: some left out, replaced or added. Immutable. */
public final class Amendments {
    /** The stream as it is. */
    public static final Amendments NONE = new Amendments(Map.of(), Map.of());

    private final Map<DependencyId, Optional<Barrier>> replaced; // nothing: left out
    private final Map<String, List<Barrier>> added;

    private Amendments(Map<DependencyId, Optional<Barrier>> replaced, Map<String, List<Barrier>> added) {
        this.replaced = replaced;
        this.added = added;
    }

    /** These, and a dependency left out. */
    public Amendments without(DependencyId id) {
        return replacing(id, Optional.empty());
    }

    /** These, and a barrier in the place of a dependency. A layout transition happens as the new barrier says. */
    public Amendments replacing(DependencyId id, Barrier barrier) {
        return replacing(id, Optional.of(barrier));
    }

    private Amendments replacing(DependencyId id, Optional<Barrier> barrier) {
        Map<DependencyId, Optional<Barrier>> map = new LinkedHashMap<>(replaced);
        map.put(id, barrier);
        return new Amendments(map, added);
    }

    /** These, and a barrier before a command. */
    public Amendments adding(String command, Barrier barrier) {
        Map<String, List<Barrier>> map = new LinkedHashMap<>(added);
        List<Barrier> list = new ArrayList<>(map.getOrDefault(command, List.of()));
        list.add(barrier);
        map.put(command, List.copyOf(list));
        return new Amendments(replaced, map);
    }

    /** What stands in the place of a dependency: null if it is left out. */
    @Nullable
    Barrier amended(DependencyId id, Barrier own) {
        Optional<Barrier> other = replaced.get(id);
        return other == null ? own : other.orElse(null);
    }

    /** Whether a dependency is left out. */
    boolean omits(DependencyId id) {
        Optional<Barrier> other = replaced.get(id);
        return other != null && other.isEmpty();
    }

    /** Whether a dependency is as the stream has it. */
    boolean keeps(DependencyId id) {
        return !replaced.containsKey(id);
    }

    /** The barriers added before a command. */
    List<Barrier> before(String command) {
        return added.getOrDefault(command, List.of());
    }
}
