// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.ActionRow;
import dev.sluice.program.sync.BarrierCosts;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierRows;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.ImplicitActions;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.ProfileCache;
import dev.sluice.program.sync.WaitRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A barrier profile by hand: L1 is write-through, L2 write-back; nothing is implicit unless said. */
final class Profiles {

    private final Map<Access, ActionRow> src = new LinkedHashMap<>();
    private final Map<Access, ActionRow> dst = new LinkedHashMap<>();
    private final Map<ImplicitPoint, List<CacheAction>> implicit = new EnumMap<>(ImplicitPoint.class);
    private final List<WaitRule> waits = new ArrayList<>();
    private BarrierCosts costs = BarrierCosts.NONE;
    private boolean extracted = true;
    private boolean defers;

    static Profiles empty() {
        return new Profiles();
    }

    Profiles src(Access access, String... actions) {
        src.put(access, row(actions));
        return this;
    }

    Profiles dst(Access access, String... actions) {
        dst.put(access, row(actions));
        return this;
    }

    Profiles implicit(ImplicitPoint point, String... actions) {
        implicit.put(point, CacheAction.parseAll(List.of(actions)));
        return this;
    }

    Profiles notExtracted() {
        extracted = false;
        return this;
    }

    Profiles waits(long srcStages, String... actions) {
        waits.add(new WaitRule.Emit(srcStages, CacheAction.parseAll(List.of(actions)), null));
        return this;
    }

    Profiles costs(BarrierCosts charged) {
        costs = charged;
        return this;
    }

    /** Waits are left out before the given stages alone, unless the barrier names an image. */
    Profiles skips(long dstStages) {
        waits.add(0, new WaitRule.Skip(true, dstStages));
        return this;
    }

    Profiles pending() {
        defers = true;
        return this;
    }

    BarrierProfile build() {
        if (extracted) {
            implicit.putIfAbsent(ImplicitPoint.SUBMIT_BEGIN, List.of());
        }
        return new BarrierProfile(
                "hand",
                "",
                List.of(cache("L1", "through"), cache("L2", "back")),
                new BarrierRows(src, null, null),
                new BarrierRows(dst, null, null),
                waits,
                new ImplicitActions("by hand", implicit),
                defers,
                costs,
                List.of());
    }

    private static ActionRow row(String... actions) {
        return ActionRow.of(Map.of("*", CacheAction.parseAll(List.of(actions))));
    }

    private static ProfileCache cache(String role, String write) {
        return new ProfileCache(new CacheRole(role), write);
    }
}
