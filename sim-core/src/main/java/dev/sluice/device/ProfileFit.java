// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a barrier profile takes for granted of the device whose barriers it describes. */
public final class ProfileFit {

    private ProfileFit() {}

    /**
     * The caches whose flush the profile expects to drop lines too, and which keep them: caches of compute units or render output
     * units, which hear of no other's writes, of a role that barriers flush and none invalidates. Behind them no barrier
     * makes anything visible.
     */
    public static List<CacheSpec> neverInvalidated(GpuSpec device, BarrierProfile profile) {
        Set<CacheRole> flushed = new HashSet<>();
        Set<CacheRole> invalidated = new HashSet<>();
        for (CacheAction action : profile.barrierActions()) {
            if (!action.isWait()) {
                (action.verb() == CacheAction.Verb.FLUSH ? flushed : invalidated).add(action.role());
            }
        }
        flushed.removeAll(invalidated);
        List<CacheSpec> caches = new ArrayList<>();
        for (CacheSpec cache : device.caches()) {
            boolean beside = cache.scope() == CacheSpec.Scope.COMPUTE_UNIT || cache.scope() == CacheSpec.Scope.ROP;
            if (beside && flushed.contains(cache.role()) && !cache.upkeep().flushInvalidates()) {
                caches.add(cache);
            }
        }
        return caches;
    }

    /**
     * Refuses a device that does not keep what its own profile takes for granted.
     *
     * @throws InvalidSpecException if a cache keeps its lines at a flush by which the profile means to drop them, or
     *     one stands where no barrier of the profile acts on it
     */
    public static void check(GpuSpec device, BarrierProfile profile) {
        for (CacheSpec cache : neverInvalidated(device, profile)) {
            throw new InvalidSpecException(
                    "caches." + cache.name() + ": profile " + profile.name() + " flushes "
                            + cache.role().name()
                            + " and never invalidates it, because the flush drops its lines too: flushInvalidates must"
                            + " be true, or no barrier makes other units' writes visible here",
                    "caches",
                    cache.name(),
                    "flushInvalidates");
        }
        new ProfilePaths(device, profile).check();
    }
}
