// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.machine.ImageSight;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.ImageResult;
import dev.sluice.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold of every run that draws: determinism, an observer that changes nothing, sums that agree across levels. */
final class GraphicsInvariantsTest {

    private static final String V = "seed-discrete-vram";
    private static final List<String> DEVICES =
            List.of(V, "seed-discrete-l2", "nvidia-v100", "rdna2-6900xt", "uma-apu");

    private static final String FRAME = """
            sluice: 1
            name: tearing
            swapchains:
              window: {images: [screen]}
            memory:
              - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
            images:
              - {name: screen, memory: local, offset: 0, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
            kernels:
              paint:
                bindings: {}
                code: |
                  out.color0 = y * 64 + x + 1
            program:
              - acquireNextImage: {swapchain: window, semaphore: acquired}
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - pipelineBarrier: {images: [{image: screen, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                    - beginRendering: {renderArea: [0, 0, 64, 64], colorAttachments: [{image: screen, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: DONT_CARE, storeOp: STORE}]}
                    - draw: {fragment: paint, coverage: fullscreen}
                    - endRendering: {}
                    - pipelineBarrier: {images: [{image: screen, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: PRESENT_SRC_KHR, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [NONE], dstAccess: []}]}
                  wait: [{semaphore: acquired, stages: [COLOR_ATTACHMENT_OUTPUT]}]
                  signal: [{semaphore: rendered}]
                  fence: done
              - queuePresent: {queue: universal.0, wait: [rendered], swapchain: window}
              - waitForFences: [done]
            """;

    /** Counts events, and so makes every component report them. */
    private static final class Counting implements SimObserver {
        long events;

        @Override
        public void issue(long cycle, String client, ObservedRequest request) {
            events++;
        }

        @Override
        public void complete(long cycle, String client, ObservedRequest request) {
            events++;
        }
    }

    private static Simulation simulation(String file, String device, SimObserver observer) {
        LoadedRun run = Inputs.run(file, new Inputs.Choice(device, null, null));
        return Sluice.simulation(run.device(), run.profile(), run.stream(), new RunOptions(false, 0, observer));
    }

    private static String shipped(String stream) {
        return Runs.configs().resolve("streams").resolve(stream).toString();
    }

    static List<String> streams() {
        return Runs.streams("graphics").stream()
                .filter(name -> !name.contains("transient-"))
                .toList();
    }

    static List<String> cured() {
        return streams().stream().filter(name -> name.contains("-cured")).toList();
    }

    static Stream<Arguments> curedEverywhere() {
        return cured().stream().flatMap(stream -> DEVICES.stream().map(device -> Arguments.of(stream, device)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void the_same_input_gives_the_same_bytes_out(String stream) {
        RunResult once = simulation(shipped(stream), V, SimObserver.NONE).run();
        RunResult again = simulation(shipped(stream), V, SimObserver.NONE).run();

        assertThat(again).usingRecursiveComparison().isEqualTo(once);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void an_observer_changes_nothing(String stream) {
        Counting observer = new Counting();

        RunResult plain = simulation(shipped(stream), V, SimObserver.NONE).run();
        RunResult observed = simulation(shipped(stream), V, observer).run();

        assertThat(observed).usingRecursiveComparison().isEqualTo(plain);
        assertThat(observer.events).isPositive();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("curedEverywhere")
    void the_units_requests_are_those_of_their_caches(String stream, String device) {
        RunResult result = simulation(shipped(stream), device, SimObserver.NONE).run();
        GraphicsResult.Rop rop = rop(result);
        long sectors = 0;
        for (RunResult.CacheResult cache : result.caches().values()) {
            assertThat(cache.total().readHits + cache.total().readMisses).isEqualTo(cache.total().reads);
            assertThat(cache.total().writeHits + cache.total().writeMisses).isEqualTo(cache.total().writes);
            if (List.of("ROP_COLOR", "ROP_DEPTH").contains(cache.role())) {
                sectors += cache.total().reads + cache.total().writes;
            }
        }

        assertThat(rop.sectors()).isEqualTo(sectors);
        assertThat(rop.bytesSaved()).isEqualTo(rop.rawBytes() - rop.storedBytes());
    }

    /** No read here finds its bytes in a queue of writes of the memory, which would serve it without an access. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "attachment-and-storage-neighbour-cured",
                "color-write-sampled-read-cured",
                "depth-write-sampled-read-cured",
                "fast-clear-sample-cured",
                "input-attachment-cured-global",
                "storage-image-write-blend-cured",
                "undefined-loses-contents-cured"
            })
    void what_the_levels_send_down_is_what_the_next_one_serves(String stream) {
        RunResult result = simulation(shipped("graphics/" + stream + ".yaml"), V, SimObserver.NONE)
                .run();
        GraphicsResult.Rop rop = rop(result);

        long readers = rop.readers().storedBytes();
        for (String metadata : List.of("l1Meta", "texMeta", "uniMeta")) {
            readers += cache(result, metadata).fillBytes;
        }
        assertThat(cache(result, "l2").reads * ObservedRequest.SECTOR_BYTES).isEqualTo(readers);

        // render output units, level two, transitions and transfers meet below: in device memory or beyond the link
        GraphicsResult.Transitions transitions = rop.transitions();
        long sent = rop.storedBytes()
                + transitions.bytesRead()
                + transitions.bytesWritten()
                + transitions.metadataRead()
                + transitions.metadataWritten()
                + result.transfer().readBytes()
                + result.transfer().writeBytes();
        for (String cache : List.of("l2", "ropColorMeta", "ropDepthMeta")) {
            sent += cache(result, cache).fillBytes + cache(result, cache).writebackBytes;
        }
        assertThat(result.vram().readBytes()
                        + result.vram().writeBytes()
                        + result.link().toDeviceBytes()
                        + result.link().toHostBytes())
                .isEqualTo(sent);
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("curedEverywhere")
    void an_images_tiles_by_state_are_all_its_tiles(String stream, String device) {
        RunResult result = simulation(shipped(stream), device, SimObserver.NONE).run();

        for (ImageResult image : result.images()) {
            if (image.compressible()) {
                assertThat(image.tiles().total() * 256).as(image.name()).isEqualTo(image.bytes());
                assertThat(image.storedBytes()).as(image.name()).isLessThanOrEqualTo(image.bytes());
            } else {
                assertThat(image.tiles().total()).as(image.name()).isZero();
            }
        }
    }

    @Test
    void the_machine_holds_what_the_program_meant_and_memory_holds_codes() {
        Simulation simulation =
                simulation(shipped("graphics/color-write-sampled-read-cured.yaml"), V, SimObserver.NONE);
        simulation.run();

        int[] meant = simulation.pixels("color", 0, 0, ImageSight.INTENT);
        assertThat(meant).hasSize(64 * 64).doesNotHaveDuplicates();
        assertThat(simulation.pixels("color", 0, 0, ImageSight.MACHINE)).isEqualTo(meant);
        assertThat(simulation.pixels("color", 0, 0, ImageSight.MEMORY)).isNotEqualTo(meant);
    }

    @Test
    void a_present_that_waits_for_the_draw_shows_all_of_it(@TempDir Path folder) throws IOException {
        RunResult result = simulation(write(folder, FRAME), V, SimObserver.NONE).run();

        assertThat(result.display()).isNotNull();
        assertThat(result.tearing()).isEmpty();
    }

    @Test
    void a_present_that_does_not_wait_is_torn_and_names_the_writer(@TempDir Path folder) throws IOException {
        String torn = FRAME.replace("wait: [rendered], swapchain", "wait: [], swapchain")
                .replace("  - waitForFences: [done]\n", "")
                .replace("  - queuePresent", "  - busy: {time: 1ms}\n  - queuePresent");
        RunResult result = simulation(write(folder, torn), V, SimObserver.NONE).run();

        assertThat(result.tearing()).isNotEmpty();
        GraphicsResult.Tearing tearing = result.tearing().get(0);
        assertThat(tearing.image()).isEqualTo("screen");
        assertThat(tearing.writer()).contains("submit0.2");
        assertThat(CureText.line(tearing.suggestion())).contains("semaphore");
        assertThat(tearing.bytes()).isBetween(1L, 64L * 64 * 4);
    }

    private static String write(Path folder, String text) throws IOException {
        return Files.writeString(folder.resolve("s.yaml"), text).toString();
    }

    private static CacheCounters cache(RunResult result, String name) {
        return Objects.requireNonNull(result.caches().get(name)).total();
    }

    private static GraphicsResult.Rop rop(RunResult result) {
        return Objects.requireNonNull(result.rop());
    }
}
