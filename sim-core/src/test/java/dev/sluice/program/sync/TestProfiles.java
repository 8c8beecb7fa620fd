// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small profiles for tests. */
final class TestProfiles {
    private TestProfiles() {}

    static BarrierRows rows(Object... accessKeyActions) {
        Map<Access, Map<String, List<CacheAction>>> cells = new LinkedHashMap<>();
        for (int i = 0; i < accessKeyActions.length; i += 3) {
            cells.computeIfAbsent((Access) accessKeyActions[i], access -> new LinkedHashMap<>())
                    .put((String) accessKeyActions[i + 1], actions((String) accessKeyActions[i + 2]));
        }
        Map<Access, ActionRow> rows = new LinkedHashMap<>();
        cells.forEach((access, row) -> rows.put(access, ActionRow.of(row)));
        return new BarrierRows(rows, null, null);
    }

    static List<CacheAction> actions(String text) {
        return text.isEmpty() ? List.of() : CacheAction.parseAll(List.of(text.split(" ", -1)));
    }

    static BarrierProfile profile(BarrierRows src, BarrierRows dst, ProfileVariant... variants) {
        return profile(src, dst, List.of(), ImplicitActions.UNKNOWN, false, variants);
    }

    static BarrierProfile profile(
            BarrierRows src,
            BarrierRows dst,
            List<WaitRule> waits,
            ImplicitActions implicit,
            boolean defers,
            ProfileVariant... variants) {
        return new BarrierProfile(
                "test",
                "",
                List.of(cache("L1", "through"), cache("TEX", "read-only"), cache("L2", "back"), cache("X", "")),
                src,
                dst,
                waits,
                implicit,
                defers,
                BarrierCosts.NONE,
                List.of(variants));
    }

    private static ProfileCache cache(String role, String write) {
        return new ProfileCache(new CacheRole(role), write);
    }
}
