// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.LineCompression;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.cache.prefetch.Prefetchers;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A shipped device with other cache sizes, policies and dirty tracking, few enough compute units to be wired quickly. */
final class RandomDevice {

    private static final List<String> POLICIES =
            List.of("lru", "plru", "fifo", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship");

    private RandomDevice() {}

    /** The device with small caches: lines are evicted and written back at any moment. */
    static GpuSpec of(GpuSpec device, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom packing = new SplittableRandom(~seed);
        int shared =
                device.caches().stream().mapToInt(CacheSpec::sharedBy).max().orElse(1);
        List<CacheSpec> caches = new ArrayList<>();
        for (CacheSpec cache : device.caches()) {
            CacheSpec drawn = cache(cache, random);
            boolean exclusive = drawn.structure().exclusive() && takesFromAbove(cache, device);
            caches.add(packed(drawn.with(drawn.structure().exclusive(exclusive)), packing));
        }
        return device.withComputeUnits(
                        Math.min(Math.max(2 * shared, 4), device.compute().count()))
                .withCaches(caches, device.clients());
    }

    private static boolean takesFromAbove(CacheSpec cache, GpuSpec device) {
        return !cache.role().equals(CacheRole.MALL)
                && device.caches().stream()
                        .anyMatch(other -> other.parent().equals(cache.name()) && other.scope() != CacheSpec.Scope.ROP);
    }

    private static CacheSpec cache(CacheSpec cache, SplittableRandom random) {
        CacheSpec.Geometry lines = cache.geometry();
        CacheSpec.Policy policy = cache.policy();
        int slices = Math.min(lines.slices(), 1 << random.nextInt(3));
        int ways = Integer.highestOneBit(lines.ways());
        int sets = 1 << random.nextInt(5);
        CacheSpec.DirtyTracking dirty = policy.dirty();
        CacheSpec.Allocation allocate = policy.allocate();
        // one of several on the same level must not write back what its neighbours stored, however small the stores are
        boolean alone = cache.scope() == CacheSpec.Scope.DEVICE;
        if (policy.canBeDirty() && !lines.tile() && alone) {
            dirty = List.of(CacheSpec.DirtyTracking.LINE, CacheSpec.DirtyTracking.SECTOR, CacheSpec.DirtyTracking.BYTE)
                    .get(random.nextInt(3));
            allocate = dirty == CacheSpec.DirtyTracking.BYTE && random.nextBoolean()
                    ? CacheSpec.Allocation.VALIDATE_ON_WRITE
                    : CacheSpec.Allocation.FETCH_ON_WRITE;
        }
        String replacement = POLICIES.get(random.nextInt(POLICIES.size()));
        CacheSpec.Hash hash = random.nextBoolean() ? CacheSpec.Hash.XOR : CacheSpec.Hash.MODULO;
        int fetch = Math.min(lines.line(), lines.sector() << random.nextInt(3));
        boolean fills = allocate == CacheSpec.Allocation.VALIDATE_ON_WRITE && random.nextBoolean();
        CacheSpec drawn = cache.with(CacheHalves.NONE)
                .with(CacheStructure.NONE)
                .with(new CacheSpec.Geometry(
                        (long) lines.line() * ways * slices * sets,
                        lines.line(),
                        lines.sector(),
                        ways,
                        slices,
                        lines.banks(),
                        hash,
                        lines.tile(),
                        fetch))
                .with(new CacheSpec.Policy(
                        policy.readOnly(), policy.write(), allocate, dirty, replacement, policy.atomics(), fills));
        return beside(random.nextBoolean() ? drawn : slower(drawn, random), random);
    }

    /** The cache with a prefetcher and what else may stand beside its lines, if it can have them. */
    private static CacheSpec beside(CacheSpec cache, SplittableRandom random) {
        boolean can = cache.scope() == CacheSpec.Scope.DEVICE || cache.scope() == CacheSpec.Scope.COMPUTE_UNIT;
        if (!can || cache.halves().copies() || random.nextBoolean()) {
            return cache;
        }
        List<String> kinds = List.copyOf(new TreeSet<>(Prefetchers.names()));
        PrefetchSpec prefetch = new PrefetchSpec(
                kinds.get(random.nextInt(kinds.size())),
                1 + random.nextInt(4),
                1 + random.nextInt(16),
                random.nextInt(cache.ports().mshrs()),
                1 + random.nextInt(16),
                1 << 12 + random.nextInt(5));
        int inclusion = random.nextInt(3);
        return cache.with(new CacheStructure(
                prefetch,
                random.nextInt(5) > 0 ? List.of() : List.of(CacheStructure.Bypass.values()[random.nextInt(3)]),
                Map.of(),
                inclusion == 0,
                random.nextBoolean() ? ClockRatio.CORE : new ClockRatio(1 + random.nextInt(5), 1 + random.nextInt(5)),
                cache.policy().canBeDirty() && random.nextBoolean()
                        ? new CacheStructure.WriteBuffer(1 + random.nextInt(4), 1 + random.nextInt(200))
                        : CacheStructure.WriteBuffer.NONE,
                random.nextBoolean()
                        ? CacheStructure.Victim.NONE
                        : new CacheStructure.Victim(1 + random.nextInt(8), random.nextInt(3)),
                inclusion == 1));
    }

    /** The cache, now and then with its lines compressed, if they can be. */
    private static CacheSpec packed(CacheSpec cache, SplittableRandom random) {
        boolean can = cache.scope() == CacheSpec.Scope.DEVICE || cache.scope() == CacheSpec.Scope.COMPUTE_UNIT;
        if (!can || cache.structure().victim().lines() > 0 || cache.halves().copies() || random.nextInt(4) > 0) {
            return cache;
        }
        return cache.with(cache.structure()
                .with(new LineCompression(
                        LineCompression.Algorithm.BDI,
                        1 + random.nextInt(4),
                        1 << random.nextInt(6),
                        random.nextInt(4))));
    }

    /** The cache with ports, tags and atomics that take time, and halves if it can have them. */
    private static CacheSpec slower(CacheSpec cache, SplittableRandom random) {
        CacheSpec.Policy policy = cache.policy();
        int banks = cache.geometry().banks() * cache.timing().throughput();
        Map<String, AtomicRate> atomics = policy.atomics()
                ? Map.of(CacheRates.OTHER, new AtomicRate(random.nextInt(9), random.nextInt(4)))
                : Map.of();
        int writes = policy.readOnly() ? 0 : random.nextInt(3) * 24;
        CacheSpec slower = cache.with(new CacheRates(
                random.nextBoolean() ? 0 : banks * (1 + random.nextInt(10)) / 10.0,
                random.nextInt(3) * 32,
                writes,
                writes == 0 ? 0 : random.nextInt(100),
                writes == 0 ? 0 : random.nextInt(50),
                policy.atomics() ? random.nextInt(60) : 0,
                atomics));
        boolean parted = cache.scope() == CacheSpec.Scope.DEVICE
                && !cache.role().equals(CacheRole.MALL)
                && cache.geometry().slices() > 1;
        return parted
                ? slower.with(new CacheHalves(
                        2,
                        random.nextInt(300),
                        CacheHalves.Division.BLOCKS,
                        CacheHalves.Division.INTERLEAVED,
                        random.nextBoolean()))
                : slower;
    }
}
