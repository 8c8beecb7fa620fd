// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The order in which an action goes over caches of its role that stand in series: what an inner one writes back must not come to
 * an outer one that was walked already, and an inner one must not refill from an outer one that is yet to be dropped.
 */
final class RoleLevels {

    /**
     * Caches that are walked at the same time.
     *
     * @param ahead whether they only write back what those after them drop
     */
    record Step(List<CacheNode> nodes, boolean ahead) {
        Step {
            nodes = List.copyOf(nodes);
        }
    }

    private RoleLevels() {}

    /**
     * The steps over the caches of a role.
     *
     * @param role those of the role
     * @param all those of the device
     * @param drops whether the action drops the lines of a cache
     */
    static List<Step> of(List<CacheNode> role, Collection<CacheNode> all, Predicate<CacheSpec> drops) {
        List<List<CacheNode>> inward = levels(role, all);
        List<Step> steps = new ArrayList<>();
        if (role.stream().noneMatch(node -> drops.test(node.spec()))) {
            Collections.reverse(inward);
        } else {
            for (int i = inward.size() - 1; i > 0; i--) {
                List<CacheNode> dirty = inward.get(i).stream()
                        .filter(node -> node.spec().policy().canBeDirty())
                        .toList();
                if (!dirty.isEmpty()) {
                    steps.add(new Step(dirty, true));
                }
            }
        }
        inward.forEach(level -> steps.add(new Step(level, false)));
        return steps;
    }

    /** The caches by how many of their role are below them, those with none first. */
    private static List<List<CacheNode>> levels(List<CacheNode> role, Collection<CacheNode> all) {
        Map<String, CacheNode> byName =
                all.stream().collect(Collectors.toMap(node -> node.spec().name(), Function.identity()));
        List<List<CacheNode>> levels = new ArrayList<>();
        for (CacheNode node : role) {
            int below = 0;
            for (CacheNode at = byName.get(node.spec().parent());
                    at != null;
                    at = byName.get(at.spec().parent())) {
                below += role.contains(at) ? 1 : 0;
            }
            while (levels.size() <= below) {
                levels.add(new ArrayList<>());
            }
            levels.get(below).add(node);
        }
        return levels;
    }
}
