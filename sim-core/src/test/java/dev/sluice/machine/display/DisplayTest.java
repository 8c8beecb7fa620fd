// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.Client;
import dev.sluice.device.DisplaySpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DisplayTest {

    private static final int BASE = 4096;
    private static final int AGENT = 7;

    private final Engine engine = new Engine();
    private RequestPool pool = new RequestPool(true);
    private MockMemory memory = new MockMemory(engine, "memory", pool, 20);
    private final Checks checks = new Checks();
    private final Waiter waiter = engine.add(new Waiter(engine));

    private static final class Checks implements AccessChecker {
        long bytes;

        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            throw new IllegalStateException("a display writes nothing");
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            assertThat((int) request.client).isEqualTo(Client.all().indexOf(Client.DISPLAY));
            assertThat(request.agent).isEqualTo(AGENT);
            bytes += request.byteCount();
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            throw new IllegalStateException("a display writes nothing");
        }
    }

    /** Notes when images have been shown, and what was torn. */
    private static final class Waiter extends Component {
        final List<Long> ends = new ArrayList<>();
        final List<List<TornRun>> torn = new ArrayList<>();
        Display display;

        Waiter(Engine engine) {
            super(engine, "waiter");
        }

        @Override
        public void onEvent(int kind, int argument) {
            ends.add(now());
            torn.add(display.torn());
        }
    }

    private Display display(DisplaySpec spec, int requestBytes) {
        Display display = engine.add(
                new Display(engine, "display", pool, spec, memory.path(requestBytes), SimObserver.NONE, checks));
        waiter.display = display;
        return display;
    }

    private static Surface image(Format format, int width, int height, Tiling tiling) {
        ImageSpec spec = new ImageSpec("screen", format, width, height, 1, 2, 2, 1, tiling, Set.of());
        return new Surface(1, new SurfaceLayout(spec, 256), BASE, Surface.NONE);
    }

    /** Fills memory with noise and the pixels with bytes that depend on their place only; returns these, in raster order. */
    private byte[] paint(Surface surface, int version) {
        Random random = new Random(1);
        for (long a = surface.base(); a < surface.end(); a++) {
            memory.store.set(a, (byte) random.nextInt(), 1);
        }
        int bytes = surface.spec().format().texelBytes();
        byte[] pixels = new byte[surface.spec().width() * surface.spec().height() * bytes];
        new Random(2).nextBytes(pixels);
        int at = 0;
        for (int y = 0; y < surface.spec().height(); y++) {
            for (int x = 0; x < surface.spec().width(); x++) {
                for (int b = 0; b < bytes; b++) {
                    memory.store.set(surface.address(0, 0, x, y, 0) + b, pixels[at++], version);
                }
            }
        }
        return pixels;
    }

    private static String crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return String.format("%08x", crc.getValue());
    }

    private void show(Display display, Surface surface) {
        display.scanOut(surface, 0, AGENT, version -> version > 1, waiter, 0, 0);
        engine.run();
        engine.auditAtEnd();
        assertThat(pool.inUse()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "R8G8B8A8_UNORM, OPTIMAL, 256",
        "R8G8B8A8_UNORM, OPTIMAL, 32",
        "R8G8B8A8_UNORM, LINEAR, 256",
        "B8G8R8A8_SRGB, LINEAR, 64",
        "R5G6B5_UNORM_PACK16, OPTIMAL, 64",
        "R16G16B16A16_SFLOAT, OPTIMAL, 128",
        "R8_UNORM, OPTIMAL, 256",
        "R8_UNORM, LINEAR, 32"
    })
    void shouldShowEveryPixelOnceWhateverTheTiling(Format format, Tiling tiling, int requestBytes) {
        Surface surface = image(format, 43, 27, tiling);
        byte[] pixels = paint(surface, 1);
        Display display = display(new DisplaySpec(8, 64, 0), requestBytes);
        show(display, surface);
        assertThat(display.frame()).isEqualTo(pixels);
        DisplayResult result = display.result();
        assertThat(result.checksum()).isEqualTo(crc(pixels));
        assertThat(result.bytesRead()).isEqualTo(pixels.length);
        assertThat(result.presents()).isEqualTo(1);
        assertThat(result.tornBytes()).isZero();
        assertThat(checks.bytes).isEqualTo(pixels.length);
        assertThat(waiter.ends).hasSize(1);
    }

    @Test
    void should_read_rows_of_tiles_in_order() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 20, 10, Tiling.OPTIMAL);
        memory.recording = true;
        show(display(new DisplaySpec(4, 64, 0), 256), surface);
        assertThat(memory.seen)
                .extracting(MockMemory.Seen::address)
                .containsExactly(4096L, 4352L, 4608L, 5120L, 5376L, 5632L);
        assertThat(memory.seen).extracting(MockMemory.Seen::bytes).containsExactly(256, 256, 128, 64, 64, 32);
        assertThat(memory.seen).extracting(MockMemory.Seen::flags).containsOnly(Request.IMAGE);
    }

    @Test
    void should_read_rows_of_a_linear_image_in_order() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 20, 2, Tiling.LINEAR);
        memory.recording = true;
        show(display(new DisplaySpec(4, 64, 0), 64), surface);
        assertThat(memory.seen)
                .extracting(MockMemory.Seen::address)
                .containsExactly(4096L, 4160L, 4160L, 4224L); // the second row begins 96 bytes further
        assertThat(memory.seen).extracting(MockMemory.Seen::bytes).containsExactly(64, 16, 32, 48);
    }

    @Test
    void should_read_no_faster_than_its_bytes_per_cycle() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 64, 64, Tiling.OPTIMAL);
        Display display = display(new DisplaySpec(64, 16, 0), 256);
        show(display, surface);
        assertThat(waiter.ends)
                .containsExactly(64L * 64 * 4 / 16 - 16 + 20); // the last of 64 tiles is read 16 cycles before
        assertThat(display.result().cycles()).isEqualTo(waiter.ends.get(0));
    }

    @Test
    void should_spread_a_frame_over_its_time() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 64, 64, Tiling.OPTIMAL);
        show(display(new DisplaySpec(64, 64, 6400), 256), surface);
        assertThat(waiter.ends).containsExactly(6400L - 100 + 20);
    }

    @Test
    void should_keep_no_more_than_its_reads_under_way() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 32, 8, Tiling.OPTIMAL);
        memory.recording = true;
        show(display(new DisplaySpec(2, 4096, 0), 256), surface);
        assertThat(memory.seen).extracting(MockMemory.Seen::cycle).containsExactly(0L, 0L, 20L, 20L);
    }

    @Test
    void should_wait_for_room_below() {
        memory = new MockMemory(engine, "narrow", pool, 20, 1);
        memory.pause();
        Surface surface = image(Format.R8G8B8A8_UNORM, 33, 9, Tiling.OPTIMAL);
        byte[] pixels = paint(surface, 1);
        Display display = display(new DisplaySpec(8, 4096, 0), 64);
        display.scanOut(surface, 0, AGENT, null, waiter, 0, 0);
        engine.run();
        assertThat(memory.heldCount()).isEqualTo(1);
        assertThatThrownBy(engine::auditAtEnd)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("display waits for narrow");
        memory.resume();
        engine.run();
        engine.auditAtEnd();
        assertThat(display.frame()).isEqualTo(pixels);
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void should_show_images_one_after_the_other() {
        Surface first = image(Format.R8G8B8A8_UNORM, 16, 8, Tiling.OPTIMAL);
        byte[] pixels = paint(first, 1);
        memory.store.set(BASE + 3, pixels[3], 5);
        Surface second = new Surface(2, first.layout(), 65_536, Surface.NONE);
        for (int b = 0; b < 16 * 8 * 4; b++) {
            memory.store.set(65_536 + b, (byte) 0, 1);
        }
        Display display = display(new DisplaySpec(8, 256, 0), 256);
        display.scanOut(first, 0, AGENT, version -> version > 1, waiter, 0, 0);
        display.scanOut(second, 1, AGENT, version -> version > 1, waiter, 0, 1);
        engine.run();
        engine.auditAtEnd();
        assertThat(waiter.ends).containsExactly(21L, 42L);
        assertThat(waiter.torn).containsExactly(List.of(new TornRun(5, BASE + 3, BASE + 3, 1)), List.of());
        assertThat(display.result().presents()).isEqualTo(2);
        assertThat(display.result().cycles()).isEqualTo(42);
        assertThat(display.result().checksum()).isEqualTo(crc(new byte[16 * 8 * 4]));
    }

    @Test
    void should_fold_torn_bytes_by_the_write_that_they_are_of() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 24, 8, Tiling.OPTIMAL);
        paint(surface, 1);
        for (int b = 40; b < 300; b++) {
            memory.store.set(BASE + b, (byte) 1, 5);
        }
        memory.store.set(BASE + 100, (byte) 2, 6);
        memory.store.set(BASE + 700, (byte) 2, 5);
        memory.store.set(BASE + 701, (byte) 2, 1);
        memory.store.set(BASE + 800, (byte) 2, 9); // tiles that only pad the row are not shown
        List<Integer> asked = new ArrayList<>();
        Display display = display(new DisplaySpec(1, 256, 0), 256);
        display.scanOut(
                surface,
                0,
                AGENT,
                version -> {
                    asked.add(version);
                    return version > 1;
                },
                waiter,
                0,
                0);
        engine.run();
        assertThat(display.torn())
                .containsExactly(new TornRun(5, BASE + 40, BASE + 700, 260), new TornRun(6, BASE + 100, BASE + 100, 1));
        assertThat(display.result().tornBytes()).isEqualTo(261);
        assertThat(asked).containsExactly(1, 5, 6);
    }

    @Test
    void should_take_the_same_time_without_bytes() {
        Surface surface = image(Format.R8G8B8A8_UNORM, 50, 30, Tiling.OPTIMAL);
        show(display(new DisplaySpec(5, 48, 700), 128), surface);
        pool = new RequestPool(false);
        memory = new MockMemory(engine, "timing", pool, 20);
        long begin = engine.now();
        Display display = display(new DisplaySpec(5, 48, 700), 128);
        show(display, surface);
        assertThat(waiter.ends.get(1) - begin).isEqualTo(waiter.ends.get(0));
        assertThat(display.result().checksum()).isNull();
        assertThat(display.frame()).isEmpty();
    }

    @Test
    void should_refuse_a_multisampled_image() {
        ImageSpec spec = new ImageSpec("screen", Format.R8G8B8A8_UNORM, 8, 8, 1, 1, 1, 4, Tiling.OPTIMAL, Set.of());
        Surface surface = new Surface(1, new SurfaceLayout(spec, 256), BASE, Surface.NONE);
        Display display = display(new DisplaySpec(1, 1, 0), 64);
        assertThatThrownBy(() -> display.scanOut(surface, 0, AGENT, null, waiter, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("multisampled");
    }
}
