// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.PluginException;

/** A policy from outside, whose answers and questions are looked at before a cache goes by them. */
final class CheckedPolicy implements ReplacementPolicy {

    private final ReplacementPolicy policy;
    private final String jar;
    private final int sets;
    private final int ways;
    private final CheckedCandidates questions = new CheckedCandidates();

    CheckedPolicy(ReplacementPolicy policy, String jar, int sets, int ways) {
        this.policy = policy;
        this.jar = jar;
        this.sets = sets;
        this.ways = ways;
    }

    /** The candidates of the choice under way, of which a policy may ask what is there. */
    private final class CheckedCandidates implements WayCandidates {

        private WayCandidates candidates = (set, way) -> false;
        private String method = "";

        CheckedCandidates of(String inMethod, WayCandidates asked) {
            method = inMethod;
            candidates = asked;
            return this;
        }

        @Override
        public boolean evictable(int set, int way) {
            if (set < 0 || set >= sets) {
                throw wrong(method + " asks for set " + set + "; there are 0 to " + (sets - 1));
            }
            if (way < 0 || way >= ways) {
                throw wrong(method + " asks for way " + way + "; there are 0 to " + (ways - 1));
            }
            return candidates.evictable(set, way);
        }
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
        return checked(policy.victim(set, questions.of("victim", candidates)), set, candidates);
    }

    @Override
    public int victim(CacheAccess access, WayCandidates candidates) {
        return checked(policy.victim(access, questions.of("victim", candidates)), access.set(), candidates);
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

    /** One that may refuse asks by that: what it is asked about is an access. */
    @Override
    public boolean asksForAccesses() {
        return policy.asksForAccesses() || policy.mayRefuse();
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
    public boolean refuses(CacheAccess access, WayCandidates rivals) {
        return policy.refuses(access, questions.of("refuses", rivals));
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
