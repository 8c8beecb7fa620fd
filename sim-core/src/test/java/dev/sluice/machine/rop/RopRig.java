// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.cache.Maintenance;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.TexelCodec;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Render output units between a scripted owner of batches and ideal memories in the places of their tile caches. */
final class RopRig implements PixelSink {

    static final int DEPTH_AGENT = 7;
    static final int COLOR_AGENT = 9;

    /** A clear by metadata, as a unit ordered it. */
    record Marked(long address, int count, int code, int agent) {}

    final Engine engine = new Engine();
    final RequestPool pool;
    final RopSpec spec;
    final MockMemory colors;
    final MockMemory depths;
    final RenderOutputUnits units;
    final List<PixelBatch> tested = new ArrayList<>();
    final List<PixelBatch> written = new ArrayList<>();
    final List<Long> testedAt = new ArrayList<>();
    final List<Long> writtenAt = new ArrayList<>();
    final List<Long> dones = new ArrayList<>();
    final List<Marked> marked = new ArrayList<>();
    /** What caches were told, in order: for example {@code color discard 0+256}. */
    final List<String> orders = new ArrayList<>();

    /** Agent, address and number of bytes of each write or read that the checker heard of. */
    final List<String> checks = new ArrayList<>();

    final Owner owner = engine.add(new Owner(engine, dones));
    /** Whether images are in a layout in which tiles may be marked as cleared. */
    boolean layoutAllowsMarks = true;

    private final List<Cache> caches = new ArrayList<>();
    private long nextBase = 1 << 16;

    /** Who orders jobs and waits for room. */
    static final class Owner extends Component {
        private final List<Long> dones;

        Owner(Engine engine, List<Long> dones) {
            super(engine, "owner");
            this.dones = dones;
        }

        @Override
        public void onEvent(int kind, int argument) {
            dones.add(now());
        }
    }

    private final class Checks implements AccessChecker {
        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            checks.add("write " + request.agent + " @" + request.address + " " + request.byteCount());
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            checks.add("read " + request.agent + " @" + request.address + " " + request.byteCount());
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            throw new IllegalStateException("a unit writes nothing back");
        }
    }

    private final class Control implements TileCacheControl {
        private final String cache;

        Control(String cache) {
            this.cache = cache;
        }

        @Override
        public void discard(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
            note("discard", ranges, replyTo, kind, argument);
        }

        @Override
        public void flush(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
            note("flush", ranges, replyTo, kind, argument);
        }

        @Override
        public void discardAtOnce(TileRanges ranges, int command) {
            note("discard", ranges);
        }

        @Override
        public void flushAtOnce(TileRanges ranges, int command) {
            note("flush", ranges);
        }

        private void note(String verb, TileRanges ranges, Component replyTo, int kind, int argument) {
            note(verb, ranges);
            engine.schedule(replyTo, 10, kind, argument);
        }

        private void note(String verb, TileRanges ranges) {
            StringBuilder text = new StringBuilder(cache + " " + verb);
            for (int i = 0; i < ranges.count(); i++) {
                text.append(' ').append(ranges.start(i)).append('+').append(ranges.end(i) - ranges.start(i));
            }
            orders.add(text.toString());
        }
    }

    /** A real cache of tiles between a unit and the memory. */
    private final class Cached implements TileCacheControl {
        final Cache cache;

        Cached(String name, MockMemory below) {
            CacheSpecs tiles = new CacheSpecs()
                    .geometry(4, 2, spec.tileBytes(), 32)
                    .writeBack(CacheSpec.Allocation.FETCH_ON_WRITE, CacheSpec.DirtyTracking.BYTE);
            tiles.name = name;
            tiles.scope = CacheSpec.Scope.ROP;
            tiles.tile = true;
            tiles.latency = 7;
            tiles.mshrs = 4;
            tiles.queue = 8;
            CacheSpec cacheSpec = tiles.build();
            cache = engine.add(new Cache(
                    engine,
                    name,
                    cacheSpec,
                    SliceHash.of(cacheSpec),
                    0,
                    pool,
                    below.path(256),
                    new CacheNodeStats(cacheSpec, 1),
                    new RefillLedger(),
                    1,
                    SimObserver.NONE,
                    null));
        }

        @Override
        public void discard(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
            order(Maintenance.Verb.DISCARD, ranges, replyTo, kind, argument);
        }

        @Override
        public void flush(TileRanges ranges, int command, Component replyTo, int kind, int argument) {
            order(Maintenance.Verb.FLUSH, ranges, replyTo, kind, argument);
        }

        @Override
        public void discardAtOnce(TileRanges ranges, int command) {
            cache.orders().perform(maintenance(Maintenance.Verb.DISCARD, ranges));
        }

        @Override
        public void flushAtOnce(TileRanges ranges, int command) {
            cache.orders().perform(maintenance(Maintenance.Verb.FLUSH, ranges));
        }

        private void order(Maintenance.Verb verb, TileRanges ranges, Component replyTo, int kind, int argument) {
            Maintenance maintenance = maintenance(verb, ranges);
            maintenance.replyTo(replyTo, kind, argument);
            cache.orders().start(maintenance);
        }

        private static Maintenance maintenance(Maintenance.Verb verb, TileRanges ranges) {
            Maintenance maintenance = new Maintenance().start(verb, -1, -1);
            maintenance.exact = true;
            for (int i = 0; i < ranges.count(); i++) {
                maintenance.addRange(ranges.start(i), ranges.end(i));
            }
            return maintenance;
        }
    }

    private final class Marker implements FastClear {
        private final MockMemory memory;

        Marker(MockMemory memory) {
            this.memory = memory;
        }

        @Override
        public boolean allows(Surface surface, long tileAddress) {
            return layoutAllowsMarks && surface.compressible();
        }

        @Override
        public void clear(
                Surface surface,
                long firstTileAddress,
                int count,
                int code,
                int command,
                int agent,
                Component replyTo,
                int kind,
                int argument) {
            clearAtOnce(surface, firstTileAddress, count, code, command, agent);
            engine.schedule(replyTo, 5, kind, argument);
        }

        @Override
        public void clearAtOnce(Surface surface, long firstTileAddress, int count, int code, int command, int agent) {
            marked.add(new Marked(firstTileAddress, count, code, agent));
            Format format = surface.spec().format();
            long[] bits = new long[2];
            ClearCodes.texel(spec, format, code - ClearCodes.FIRST, bits);
            byte[] texel = new byte[16];
            TexelCodec.putTexel(texel, 0, format.texelBytes(), bits[0], bits[1]);
            for (int i = 0; i < count * spec.tileBytes(); i++) {
                memory.store.set(firstTileAddress + i, texel[i % format.texelBytes()], agent);
            }
        }
    }

    RopRig() {
        this(1, 256, 64, 20, 1024, true);
    }

    RopRig(int count, int tileBytes, int pixelsPerCycle, int latency, int credits, boolean functional) {
        this(count, tileBytes, pixelsPerCycle, latency, credits, functional, false, SimObserver.NONE);
    }

    /** @param cached whether real caches of tiles stand between the units and the memories */
    RopRig(
            int count,
            int tileBytes,
            int pixelsPerCycle,
            int latency,
            int credits,
            boolean functional,
            boolean cached,
            SimObserver observer) {
        pool = new RequestPool(functional);
        spec = spec(count, tileBytes, pixelsPerCycle);
        colors = new MockMemory(engine, "colors", pool, latency, credits);
        depths = new MockMemory(engine, "depths", pool, latency, credits);
        List<RenderOutputUnit> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(engine.add(new RenderOutputUnit(
                    engine,
                    "rop[" + i + "]",
                    i,
                    spec,
                    pool,
                    path("color", i, colors, cached),
                    path("depth", i, depths, cached),
                    observer,
                    new Checks())));
        }
        units = new RenderOutputUnits(list);
    }

    private RopPath path(String name, int unit, MockMemory memory, boolean cached) {
        if (!cached) {
            return new RopPath(memory.path(256), new Control(name), new Marker(memory), false);
        }
        Cached control = new Cached(name + "[" + unit + "]", memory);
        caches.add(control.cache);
        return new RopPath(
                new DirectPath(control.cache.newPort(), 1, 1, spec.tileBytes()), control, new Marker(memory), false);
    }

    /** Writes everything in caches down. */
    void flushCaches() {
        for (Cache cache : caches) {
            Maintenance maintenance = new Maintenance().start(Maintenance.Verb.FLUSH, -1, -1);
            maintenance.replyTo(owner, 0, 0);
            cache.orders().start(maintenance);
        }
        engine.run();
    }

    /** Units whose metadata can hold black, white and a transparent grey. */
    static RopSpec spec(int count, int tileBytes, int pixelsPerCycle) {
        return new RopSpec(
                count,
                tileBytes,
                32,
                List.of(2, 4),
                List.of(List.of(0.0, 0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0, 1.0)),
                4,
                0,
                Set.of(),
                Set.of(),
                pixelsPerCycle,
                false);
    }

    Target target(Format format, int width, int height, int samples, Tiling tiling, boolean compressible) {
        Set<String> usage = Set.of(format.color() ? "COLOR_ATTACHMENT" : "DEPTH_STENCIL_ATTACHMENT");
        ImageSpec image = new ImageSpec("image" + nextBase, format, width, height, 1, 1, 1, samples, tiling, usage);
        SurfaceLayout layout = new SurfaceLayout(image, spec.tileBytes());
        long base = nextBase;
        nextBase += layout.size() + 1023 & -1024;
        long metadata = compressible ? nextBase : Surface.NONE;
        nextBase += 1024;
        return new Target(
                new Surface(1, layout, base, metadata), 0, 0, layout.spec().format());
    }

    Target target(Format format, int width, int height) {
        return target(format, width, height, 1, Tiling.OPTIMAL, false);
    }

    MockMemory memory(Target target) {
        return target.color() ? colors : depths;
    }

    /** What the memory holds of a texel: bits 0 to 63. */
    long low(Target target, int x, int y, int sample) {
        return bits(target, x, y, sample, 0);
    }

    /** What the memory holds of a texel: the bits after 63. */
    long high(Target target, int x, int y, int sample) {
        return bits(target, x, y, sample, 8);
    }

    private long bits(Target target, int x, int y, int sample, int from) {
        int size = target.surface().spec().format().texelBytes();
        long value = 0;
        for (int i = Math.min(size, from + 8) - 1; i >= from; i--) {
            value = value << 8 | memory(target).store.data(address(target, x, y, sample) + i) & 0xFF;
        }
        return value;
    }

    void put(Target target, int x, int y, int sample, long low, long high) {
        int size = target.surface().spec().format().texelBytes();
        for (int i = 0; i < size; i++) {
            byte value = (byte) ((i < 8 ? low : high) >>> 8 * (i & 7));
            memory(target).store.set(address(target, x, y, sample) + i, value, 1);
        }
    }

    int version(Target target, int x, int y, int sample) {
        return memory(target).store.version(address(target, x, y, sample));
    }

    long address(Target target, int x, int y, int sample) {
        return target.surface().address(target.level(), target.layer(), x, y, sample);
    }

    void fill(Target target, long low) {
        for (int y = 0; y < target.height(); y++) {
            for (int x = 0; x < target.width(); x++) {
                for (int s = 0; s < target.samples(); s++) {
                    put(target, x, y, s, low, low);
                }
            }
        }
    }

    static RenderState state(List<Target> colors, @Nullable Target depth, DrawState state) {
        int samples = depth != null ? depth.samples() : colors.get(0).samples();
        return new RenderState(colors, depth, samples, state, 3, DEPTH_AGENT, COLOR_AGENT);
    }

    /** A batch of one colour in all targets; sample 0 of the pixels of the mask is covered, and all other samples. */
    static PixelBatch batch(RenderState state, int x, int y, long mask, long color) {
        PixelBatch batch = new PixelBatch().start(state, x, y);
        for (int s = 0; s < state.samples(); s++) {
            batch.coverage[s] = mask;
        }
        for (int t = 0; t < state.colorCount(); t++) {
            for (int p = 0; p < PixelBatch.PIXELS; p++) {
                batch.color[t][p] = color;
            }
        }
        return batch;
    }

    void run() {
        engine.run();
        Audit audit = new Audit();
        engine.components().forEach(component -> component.audit(audit));
        assertThat(audit.complaints()).isEmpty();
        assertThat(pool.inUse()).isZero();
    }

    @Override
    public void tested(PixelBatch batch) {
        tested.add(batch);
        testedAt.add(engine.now());
    }

    @Override
    public void written(PixelBatch batch) {
        written.add(batch);
        writtenAt.add(engine.now());
    }
}
