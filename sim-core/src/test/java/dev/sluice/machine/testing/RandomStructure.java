// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.CacheStructure.Bypass;
import dev.sluice.device.CacheStructure.Victim;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.LineCompression;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.cache.prefetch.Prefetchers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a cache can have beside its lines, by lot. */
public final class RandomStructure {

    private RandomStructure() {}

    /** A cache that has some of it. */
    public static CacheSpec of(CacheSpec cache, Random random) {
        int inclusion = random.nextInt(4);
        return cache.with(new CacheStructure(
                prefetch(cache, random),
                random.nextInt(6) > 0 ? List.of() : List.of(Bypass.values()[random.nextInt(2)]),
                random.nextInt(3) > 0 ? Map.of() : partition(cache.geometry().ways(), random),
                inclusion == 0,
                random.nextInt(3) > 0 ? ClockRatio.CORE : new ClockRatio(1 + random.nextInt(9), 1 + random.nextInt(9)),
                cache.policy().canBeDirty() && random.nextBoolean()
                        ? new CacheStructure.WriteBuffer(1 + random.nextInt(5), 1 + random.nextInt(300))
                        : CacheStructure.WriteBuffer.NONE,
                random.nextInt(3) > 0
                        ? CacheStructure.Victim.NONE
                        : new CacheStructure.Victim(1 + random.nextInt(4), random.nextInt(3)),
                inclusion == 1));
    }

    /** The cache with this going past it, and nothing else. */
    public static CacheSpec bypassing(CacheSpec cache, Bypass what) {
        CacheStructure s = cache.structure();
        return cache.with(new CacheStructure(
                s.prefetch(),
                List.of(what),
                s.partition(),
                s.inclusive(),
                s.clock(),
                s.writeBuffer(),
                s.victim(),
                s.exclusive()));
    }

    /** The cache with its lines compressed, less what does not go with that. */
    public static CacheSpec compressed(CacheSpec cache, Random random) {
        CacheStructure s = cache.structure();
        CacheStructure parted = new CacheStructure(
                s.prefetch(),
                s.bypass(),
                Map.of(),
                s.inclusive(),
                s.clock(),
                s.writeBuffer(),
                Victim.NONE,
                s.exclusive());
        return cache.with(parted.with(new LineCompression(
                LineCompression.Algorithm.BDI, 1 + random.nextInt(8), 1 << random.nextInt(6), random.nextInt(6))));
    }

    private static PrefetchSpec prefetch(CacheSpec cache, Random random) {
        int mshrs = cache.ports().mshrs();
        if (mshrs == 1 && random.nextBoolean() || random.nextInt(4) == 0) {
            return PrefetchSpec.NONE;
        }
        List<String> kinds = new ArrayList<>(Prefetchers.names());
        return new PrefetchSpec(
                kinds.get(random.nextInt(kinds.size())),
                1 + random.nextInt(4),
                1 + random.nextInt(20),
                random.nextInt(mshrs),
                1 + random.nextInt(8),
                Math.max(cache.geometry().line(), 128 << random.nextInt(6)));
    }

    private static Map<Client, Long> partition(int ways, Random random) {
        Map<Client, Long> masks = new HashMap<>();
        if (ways <= Long.SIZE) {
            long all = -1L >>> Long.SIZE - ways;
            for (Client client : List.of(Client.STORAGE, Client.SAMPLED, Client.TRANSFER)) {
                long mask = random.nextLong() & all;
                if (mask != 0 && random.nextBoolean()) {
                    masks.put(client, mask);
                }
            }
        }
        return masks;
    }
}
