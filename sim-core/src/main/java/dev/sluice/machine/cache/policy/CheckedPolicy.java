// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.PluginException;

/** A policy from outside, whose answers are looked at before a cache goes by them. */
final class CheckedPolicy implements ReplacementPolicy {

    private final ReplacementPolicy policy;
    private final String jar;
    private final int ways;

    CheckedPolicy(ReplacementPolicy policy, String jar, int ways) {
        this.policy = policy;
        this.jar = jar;
        this.ways = ways;
    }

    private int checked(int way, int set, WayCandidates candidates) {
        if (way < -1 || way >= ways) {
            throw wrong("victim returns way " + way + "; there are 0 to " + (ways - 1) + ", and -1 for none");
        }
        if (way >= 0 && !candidates.evictable(set, way)) {
            throw wrong("victim returns way " + way + ", which may not be evicted now");
        }
        if (way < 0) {
            for (int other = 0; other < ways; other++) {
                if (candidates.evictable(set, other)) {
                    throw wrong("victim returns -1, and way " + other + " could be evicted");
                }
            }
        }
        return way;
    }

    private PluginException wrong(String problem) {
        return new PluginException(jar, policy.getClass().getName() + "." + problem);
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        return checked(policy.victim(set, candidates), set, candidates);
    }

    @Override
    public int victim(CacheAccess access, WayCandidates candidates) {
        return checked(policy.victim(access, candidates), access.set(), candidates);
    }

    @Override
    public void onHit(int set, int way) {
        policy.onHit(set, way);
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        policy.onFill(set, way, evictFirst);
    }

    @Override
    public void onInvalidate(int set, int way) {
        policy.onInvalidate(set, way);
    }

    @Override
    public boolean asksForAccesses() {
        return policy.asksForAccesses();
    }

    @Override
    public void onHit(CacheAccess access) {
        policy.onHit(access);
    }

    @Override
    public void onFill(CacheAccess access) {
        policy.onFill(access);
    }

    @Override
    public boolean mayRefuse() {
        return policy.mayRefuse();
    }

    @Override
    public boolean refuses(CacheAccess access) {
        return policy.refuses(access);
    }

    @Override
    public long touch(int set) {
        return policy.touch(set);
    }

    @Override
    public int age(int set, int way) {
        return policy.age(set, way);
    }

    @Override
    public String ageMeaning() {
        return policy.ageMeaning();
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return policy.evictsFirst(set, way);
    }
}
