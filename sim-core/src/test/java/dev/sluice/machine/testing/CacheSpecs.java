// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.program.sync.CacheRole;
import java.util.Locale;

/** Builds cache specs for tests: a small write-through first-level cache unless told otherwise. */
public final class CacheSpecs {

    public String name = "l1";
    public CacheSpec.Scope scope = CacheSpec.Scope.COMPUTE_UNIT;
    public boolean readOnly;
    public int sets = 4;
    public int line = 128;
    public int sector = 32;
    /** Bytes fetched together; 0 for a sector. */
    public int fetch;

    public int ways = 2;
    public int slices = 1;
    public int banks = 1;
    public int latency = 10;
    public int throughput = 1;
    public CacheSpec.WritePolicy write = CacheSpec.WritePolicy.THROUGH;
    public CacheSpec.Allocation allocate = CacheSpec.Allocation.NO_WRITE;
    public CacheSpec.DirtyTracking dirty = CacheSpec.DirtyTracking.NONE;
    public int mshrs = 8;
    public int mshrMerges = 8;
    public String replacement = "lru";
    public CacheSpec.Hash hash = CacheSpec.Hash.MODULO;
    public boolean atomics;
    public boolean ranged;
    public boolean tile;
    public int walk = 1;
    public int queue = 16;
    public boolean fillAtEviction;
    public CacheRates rates = CacheRates.NONE;
    public CacheStructure structure = CacheStructure.NONE;

    /** A write-through cache of a compute unit. */
    public static CacheSpecs l1() {
        return new CacheSpecs();
    }

    /** A write-back cache of the device that fetches on write and executes atomics. */
    public static CacheSpecs l2(CacheSpec.DirtyTracking dirty) {
        CacheSpecs b = new CacheSpecs().writeBack(CacheSpec.Allocation.FETCH_ON_WRITE, dirty);
        b.name = "l2";
        b.scope = CacheSpec.Scope.DEVICE;
        b.atomics = true;
        b.latency = 20;
        return b;
    }

    /** A write-back level of the host's caches: 4 ways, dirty per line. */
    public static CacheSpecs host(String name, long size, int line) {
        CacheSpecs b = new CacheSpecs().writeBack(CacheSpec.Allocation.FETCH_ON_WRITE, CacheSpec.DirtyTracking.LINE);
        b.name = name;
        b.scope = CacheSpec.Scope.HOST;
        b.mshrs = 4;
        b.mshrMerges = 4;
        b.queue = 8;
        return b.geometry((int) (size / line / 4), 4, line, 32);
    }

    public CacheSpecs geometry(int newSets, int newWays, int newLine, int newSector) {
        sets = newSets;
        ways = newWays;
        line = newLine;
        sector = newSector;
        return this;
    }

    public CacheSpecs writeBack(CacheSpec.Allocation allocation, CacheSpec.DirtyTracking tracking) {
        write = CacheSpec.WritePolicy.BACK;
        dirty = tracking;
        return allocate(allocation);
    }

    public CacheSpecs allocate(CacheSpec.Allocation allocation) {
        allocate = allocation;
        return this;
    }

    public CacheSpec build() {
        return new CacheSpec(
                name,
                new CacheRole(scope == CacheSpec.Scope.HOST ? "HOST" : name.toUpperCase(Locale.ROOT)),
                scope,
                1,
                scope == CacheSpec.Scope.HOST ? "ram" : "vram",
                new CacheSpec.Geometry(
                        (long) sets * ways * line * slices,
                        line,
                        sector,
                        ways,
                        slices,
                        banks,
                        hash,
                        tile,
                        fetch == 0 ? sector : fetch),
                new CacheSpec.Policy(readOnly, write, allocate, dirty, replacement, atomics, fillAtEviction),
                new CacheSpec.Timing(latency, throughput),
                new CacheSpec.Ports(queue, mshrs, mshrMerges),
                new CacheSpec.Upkeep(ranged, walk, false),
                CacheHalves.NONE,
                rates,
                structure);
    }
}
