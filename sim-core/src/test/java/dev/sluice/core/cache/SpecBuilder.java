package dev.sluice.core.cache;

/** Builds cache specs for tests: a small write-through first-level cache unless told otherwise. */
final class SpecBuilder {

    String name = "l1";
    CacheSpec.Scope scope = CacheSpec.Scope.COMPUTE_UNIT;
    boolean readOnly;
    int sets = 4;
    int line = 128;
    int sector = 32;
    int ways = 2;
    int slices = 1;
    int banks = 1;
    int latency = 10;
    int throughput = 1;
    CacheSpec.WritePolicy write = CacheSpec.WritePolicy.THROUGH;
    CacheSpec.Allocation allocate = CacheSpec.Allocation.NO_WRITE;
    CacheSpec.DirtyTracking dirty = CacheSpec.DirtyTracking.NONE;
    int mshrs = 8;
    int mshrMerges = 8;
    String replacement = "lru";
    CacheSpec.Hash hash = CacheSpec.Hash.MODULO;
    boolean atomics;
    boolean ranged;
    int walk = 1;
    int queue = 16;

    static SpecBuilder l1() {
        return new SpecBuilder();
    }

    static SpecBuilder l2(CacheSpec.DirtyTracking dirty) {
        SpecBuilder b = new SpecBuilder();
        b.name = "l2";
        b.scope = CacheSpec.Scope.DEVICE;
        b.write = CacheSpec.WritePolicy.BACK;
        b.allocate = CacheSpec.Allocation.FETCH_ON_WRITE;
        b.dirty = dirty;
        b.atomics = true;
        b.latency = 20;
        return b;
    }

    SpecBuilder geometry(int newSets, int newWays, int newLine, int newSector) {
        sets = newSets;
        ways = newWays;
        line = newLine;
        sector = newSector;
        return this;
    }

    SpecBuilder allocate(CacheSpec.Allocation allocation) {
        allocate = allocation;
        return this;
    }

    CacheSpec build() {
        return new CacheSpec(
                name,
                name.toUpperCase(java.util.Locale.ROOT),
                scope,
                1,
                "vram",
                readOnly,
                (long) sets * ways * line * slices,
                line,
                sector,
                ways,
                slices,
                banks,
                latency,
                throughput,
                write,
                allocate,
                dirty,
                mshrs,
                mshrMerges,
                replacement,
                hash,
                atomics,
                ranged,
                false,
                walk,
                queue);
    }
}
