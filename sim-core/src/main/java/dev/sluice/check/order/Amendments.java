// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
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

    /** Collects many amendments, each in constant time. */
    public static final class Builder {
        private final Map<DependencyId, Optional<Barrier>> replaced = new LinkedHashMap<>();
        private final Map<String, List<Barrier>> added = new LinkedHashMap<>();

        /** A dependency left out. */
        public Builder without(DependencyId id) {
            replaced.put(id, Optional.empty());
            return this;
        }

        /** A barrier in the place of a dependency. A layout transition happens as the new barrier says. */
        public Builder replacing(DependencyId id, Barrier barrier) {
            replaced.put(id, Optional.of(barrier));
            return this;
        }

        /** A barrier before a command. */
        public Builder adding(String command, Barrier barrier) {
            added.computeIfAbsent(command, id -> new ArrayList<>()).add(barrier);
            return this;
        }

        /** The amendments so far. */
        public Amendments build() {
            Map<String, List<Barrier>> copies = new LinkedHashMap<>();
            added.forEach((command, barriers) -> copies.put(command, List.copyOf(barriers)));
            return new Amendments(new LinkedHashMap<>(replaced), copies);
        }
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
    public Barrier amended(DependencyId id, Barrier own) {
        Optional<Barrier> other = replaced.get(id);
        return other == null ? own : other.orElse(null);
    }

    /** Whether a dependency is left out. */
    public boolean omits(DependencyId id) {
        Optional<Barrier> other = replaced.get(id);
        return other != null && other.isEmpty();
    }

    /** Whether a dependency is as the stream has it. */
    public boolean keeps(DependencyId id) {
        return !replaced.containsKey(id);
    }

    /** The barriers added before a command. */
    public List<Barrier> before(String command) {
        return added.getOrDefault(command, List.of());
    }
}
