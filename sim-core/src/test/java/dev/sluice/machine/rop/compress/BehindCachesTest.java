// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Units between real caches: a tile cache above, metadata caches below, and what goes stale when one is forgotten. */
final class BehindCachesTest {

    private final UnitRig rig = new UnitRig();
    private final Cache ropMetadata = cache("ropMeta", 64, true, rig.metadata.path(64));
    private final Cache texMetadata = cache("texMeta", 64, false, rig.metadata.path(64));
    private final Cache tiles = cache("ropColor", 256, true, unit("rop", true, ropMetadata));
    private final Cache texture = cache("tex", 128, false, unit("texUnit", false, texMetadata));
    private final MockRequester rop = requester(tiles);
    private final MockRequester sampler = requester(texture);

    private Cache cache(String name, int line, boolean back, Downstream below) {
        CacheSpecs specs = new CacheSpecs().geometry(4, 2, line, 32);
        if (back) {
            specs.writeBack(CacheSpec.Allocation.VALIDATE_ON_WRITE, CacheSpec.DirtyTracking.BYTE);
        }
        specs.name = name;
        specs.scope = CacheSpec.Scope.DEVICE;
        specs.latency = 4;
        specs.mshrs = 4;
        specs.mshrMerges = 4;
        specs.queue = 8;
        CacheSpec spec = specs.build();
        return rig.engine.add(new Cache(
                rig.engine,
                name,
                spec,
                SliceHash.of(spec),
                0,
                rig.pool,
                below,
                new CacheNodeStats(spec, 1),
                new RefillLedger(),
                1,
                SimObserver.NONE,
                null));
    }

    private CompressionUnit unit(String name, boolean writes, Cache metadata) {
        return rig.engine.add(new CompressionUnit(
                rig.engine,
                name,
                rig.pool,
                rig.table,
                rig.spec,
                rig.data.path(128),
                new DirectPath(metadata.newPort(), 1, 1, 64),
                writes,
                TileReaders.EVERYBODY,
                256,
                rig.counters,
                null));
    }

    private MockRequester requester(Cache to) {
        return new MockRequester(
                rig.engine,
                to.name() + ".client",
                rig.pool,
                new DirectPath(to.newPort(), 1, 1, to.spec().geometry().line()));
    }

    private void maintain(long cycle, Cache cache, Maintenance.Verb verb) {
        rig.at(cycle, () -> cache.orders().start(new Maintenance().start(verb, -1, -1)));
    }

    @Test
    void behaves_like_a_memory() {
        Random random = new Random(1);
        byte[] expected = new byte[32 * 256];
        boolean[] known = new boolean[expected.length];
        List<Runnable> checks = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            int size = 4 << random.nextInt(7);
            int at = random.nextInt(expected.length / size) * size;
            rop.agent = 1 + i;
            if (random.nextBoolean()) {
                byte[] bytes = new byte[size];
                Arrays.fill(bytes, (byte) random.nextInt(3));
                rop.write(i * 7L, UnitRig.BASE + at, bytes);
                System.arraycopy(bytes, 0, expected, at, size);
                Arrays.fill(known, at, at + size, true);
            } else {
                Access read = rop.read(i * 7L, UnitRig.BASE + at, size);
                byte[] bytes = Arrays.copyOfRange(expected, at, at + size);
                boolean[] valid = Arrays.copyOfRange(known, at, at + size);
                checks.add(() -> {
                    for (int b = 0; b < bytes.length; b++) {
                        assertThat(!valid[b] || read.data[b] == bytes[b]).isTrue();
                    }
                });
            }
        }
        rig.finish();
        checks.forEach(Runnable::run);
        assertThat(rig.counters.garbledTiles).isZero();
    }

    @Test
    void a_sampler_sees_what_was_rendered_once_everything_is_flushed() {
        byte[] tile = rig.half(1);
        rop.write(0, UnitRig.BASE, tile);
        maintain(500, tiles, Maintenance.Verb.FLUSH);
        maintain(1500, ropMetadata, Maintenance.Verb.FLUSH);
        Access read = sampler.read(2500, UnitRig.BASE + 128, 128).with(Request.IMAGE);
        rig.finish();
        assertThat(read.data).isEqualTo(Arrays.copyOfRange(tile, 128, 256));
        assertThat(read.versions).containsOnly(1);
    }

    @Test
    void metadata_that_was_not_flushed_gives_wrong_bytes() {
        byte[] tile = rig.half(1);
        rop.write(0, UnitRig.BASE, tile);
        maintain(500, tiles, Maintenance.Verb.FLUSH);
        Access read = sampler.read(2500, UnitRig.BASE, 128).with(Request.IMAGE);
        rig.finish();
        assertThat(read.data).isNotEqualTo(Arrays.copyOf(tile, 128));
        assertThat(read.versions).containsOnly(0);
    }

    @Test
    void metadata_that_was_not_invalidated_gives_wrong_bytes() {
        byte[] tile = rig.half(1);
        Access early = sampler.read(0, UnitRig.BASE, 32).with(Request.IMAGE);
        rop.write(500, UnitRig.BASE, tile);
        maintain(1000, tiles, Maintenance.Verb.FLUSH);
        maintain(2000, ropMetadata, Maintenance.Verb.FLUSH);
        maintain(3000, texture, Maintenance.Verb.INVALIDATE);
        Access stale = sampler.read(3500, UnitRig.BASE, 128).with(Request.IMAGE);
        maintain(4000, texture, Maintenance.Verb.INVALIDATE);
        maintain(4000, texMetadata, Maintenance.Verb.INVALIDATE);
        Access fresh = sampler.read(4500, UnitRig.BASE, 128).with(Request.IMAGE);
        rig.finish();
        assertThat(early.done()).isTrue();
        assertThat(stale.data).isNotEqualTo(Arrays.copyOf(tile, 128));
        assertThat(fresh.data).isEqualTo(Arrays.copyOf(tile, 128));
    }
}
