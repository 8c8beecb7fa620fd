// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks at what a profile says is below its caches. Nothing is worked out from that, but who reads it must be able to trust it. */
final class ProfileLevels {
    /** Where levels end: device memory, and the on-chip memory of a tiler. */
    private static final List<String> MEMORIES = List.of("VRAM", "GMEM");

    private final List<ProfileFile.CacheEntry> caches;
    private final Located where;

    ProfileLevels(List<ProfileFile.CacheEntry> caches, Located where) {
        this.caches = caches;
        this.where = where;
    }

    /** Refuses a cache that is called as a memory is, a level that nobody knows, and levels that go round. */
    void check() {
        for (ProfileFile.CacheEntry cache : caches) {
            if (MEMORIES.contains(cache.id())) {
                throw where.error(cache, "id", "id: " + cache.id() + " is a memory, and no cache can be called that");
            }
        }
        Map<String, String> next = new LinkedHashMap<>();
        caches.forEach(cache -> next.put(cache.id(), cache.next()));
        Set<String> levels = new LinkedHashSet<>(next.keySet());
        levels.addAll(MEMORIES);
        for (ProfileFile.CacheEntry cache : caches) {
            String level = cache.next();
            // a level for which the profile has no actions is not listed: anv's L2
            if (!level.isEmpty() && !levels.contains(level) && !CacheRole.KNOWN.contains(level)) {
                throw where.error(
                        cache,
                        "next",
                        "next: '" + level + "' is no cache of this profile, no memory and no known role"
                                + Nearest.hint(level, levels));
            }
        }
        for (ProfileFile.CacheEntry cache : caches) {
            refuseRound(cache, next);
        }
    }

    private void refuseRound(ProfileFile.CacheEntry cache, Map<String, String> next) {
        List<String> way = new ArrayList<>();
        String level = cache.id();
        while (next.containsKey(level) && !way.contains(level)) {
            way.add(level);
            level = next.getOrDefault(level, "");
        }
        if (level.equals(cache.id())) {
            throw where.error(
                    cache,
                    "next",
                    "next: the levels go round: " + String.join(" to ", way) + " to " + level
                            + "; the last is above VRAM");
        }
    }
}
