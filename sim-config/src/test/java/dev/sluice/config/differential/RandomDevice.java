package dev.sluice.config.differential;

import dev.sluice.core.cache.CacheSpec;
import dev.sluice.core.compute.ComputeSpec;
import dev.sluice.core.gpu.GpuSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A shipped device with other cache sizes, policies and dirty tracking, few enough compute units to be wired quickly. */
final class RandomDevice {

    private static final List<String> POLICIES = List.of("lru", "plru", "fifo", "random");

    private RandomDevice() {}

    /** The device with small caches: lines are evicted and written back at any moment. */
    static GpuSpec of(GpuSpec device, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int shared =
                device.caches().stream().mapToInt(CacheSpec::sharedBy).max().orElse(1);
        List<CacheSpec> caches = new ArrayList<>();
        for (CacheSpec cache : device.caches()) {
            caches.add(cache(cache, random));
        }
        return new GpuSpec(
                device.name(),
                device.description(),
                device.sources(),
                device.calibrated(),
                device.clockHz(),
                compute(device.compute(), Math.max(2 * shared, 4)),
                caches,
                device.clients(),
                device.transfer(),
                device.network(),
                device.vram(),
                device.rop(),
                device.host(),
                device.limits(),
                device.heaps(),
                device.memoryTypes(),
                device.queueFamilies(),
                device.barrierProfile(),
                device.pages(),
                device.display());
    }

    private static ComputeSpec compute(ComputeSpec spec, int units) {
        return new ComputeSpec(
                Math.min(units, spec.count()),
                spec.waveSize(),
                spec.wavesPerUnit(),
                spec.issuePerCycle(),
                spec.registersPerUnit(),
                spec.sharedBytes(),
                spec.sharedBanks(),
                spec.sharedLatency(),
                spec.loadStoreQueue(),
                spec.requestsPerCycle(),
                spec.launchCycles(),
                spec.workgroupsPerCycle());
    }

    private static CacheSpec cache(CacheSpec cache, SplittableRandom random) {
        int slices = Math.min(cache.slices(), 1 << random.nextInt(3));
        int ways = Integer.highestOneBit(cache.ways());
        int sets = 1 << random.nextInt(5);
        CacheSpec.DirtyTracking dirty = cache.dirty();
        CacheSpec.Allocation allocate = cache.allocate();
        // one of several on the same level must not write back what its neighbours stored, however small the stores are
        boolean alone = cache.scope() == CacheSpec.Scope.DEVICE;
        if (cache.canBeDirty() && !cache.tile() && alone) {
            dirty = List.of(CacheSpec.DirtyTracking.LINE, CacheSpec.DirtyTracking.SECTOR, CacheSpec.DirtyTracking.BYTE)
                    .get(random.nextInt(3));
            allocate = dirty == CacheSpec.DirtyTracking.BYTE && random.nextBoolean()
                    ? CacheSpec.Allocation.VALIDATE_ON_WRITE
                    : CacheSpec.Allocation.FETCH_ON_WRITE;
        }
        return new CacheSpec(
                cache.name(),
                cache.role(),
                cache.scope(),
                cache.sharedBy(),
                cache.parent(),
                cache.readOnly(),
                (long) cache.line() * ways * slices * sets,
                cache.line(),
                cache.sector(),
                ways,
                slices,
                cache.banks(),
                cache.latency(),
                cache.throughput(),
                cache.write(),
                allocate,
                dirty,
                cache.mshrs(),
                cache.mshrMerges(),
                POLICIES.get(random.nextInt(POLICIES.size())),
                random.nextBoolean() ? CacheSpec.Hash.XOR : CacheSpec.Hash.MODULO,
                cache.atomics(),
                cache.rangedMaintenance(),
                cache.tile(),
                cache.walkLinesPerCycle(),
                cache.queue(),
                cache.flushInvalidates());
    }
}
