// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Depth or stencil alone, whose contents are given up. */
final class AspectDiscardsTest {
    private static final String ALL =
            "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS],"
                    + " dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}";
    private static final String SEE =
            "dispatch: {kernel: see, groups: [1], bind: {d: {image: d, layout: GENERAL}}}\n        - " + ALL;

    @TempDir
    private Path folder;

    /** Clears an image to 0.25 and 9, does something with it, and reads one aspect. */
    private Cli run(String device, String does, String aspect) throws IOException {
        return Cli.run("run", stream(device, does, aspect), "--quiet");
    }

    private String stream(String device, String does, String aspect) throws IOException {
        Path file = folder.resolve("discards.yaml");
        Files.writeString(file, """
                sluice: 1
                name: discards
                device: MACHINE
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 8MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: out, memory: staging, size: 4096}
                images:
                  - {name: d, memory: local, extent: [16, 16], format: D24_UNORM_S8_UINT, initialLayout: GENERAL}
                kernels:
                  see: {localSize: [8, 8], bindings: {d: sampled}, code: "z = load.u32 d[gidX, gidY]"}
                program:
                  - queueSubmit:
                      commands:
                        - clearDepthStencilImage: {image: d, layout: GENERAL, depth: 0.25, stencil: 9}
                        - ALL
                        - DOES
                        - ALL
                        - copyImageToBuffer: {src: d, srcLayout: GENERAL, dst: out, regions: [{imageSubresource: {aspectMask: [ASPECT]}}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle: {}
                """.replace("MACHINE", device)
                .replace("DOES", does)
                .replace("- ALL", "- " + ALL)
                .replace("ASPECT", aspect));
        return file.toString();
    }

    private static String rendering(String depth, String stencil) {
        return "beginRendering: {depthAttachment: {image: d, layout: GENERAL, " + operations(depth)
                + "}, stencilAttachment: {image: d, layout: GENERAL, " + operations(stencil) + "}}\n"
                + "        - draw: {coverage: [[0, 0, 8, 8]], depth: 0.5, depthWrite: true}\n"
                + "        - endRendering: {}";
    }

    private static String operations(String text) {
        String[] each = text.split(" ", -1);
        return "loadOp: " + each[0] + ", storeOp: " + each[1];
    }

    @ParameterizedTest
    @CsvSource({
        "LOAD STORE, DONT_CARE STORE, STENCIL, 'submit0.2 (loadOp DONT_CARE of d) at line 18 discarded what submit0.0 wrote'",
        "CLEAR STORE, DONT_CARE STORE, STENCIL, 'submit0.2 (clear of d) at line 18 leaves undefined what it does not load'",
        "LOAD STORE, LOAD DONT_CARE, STENCIL, 'submit0.4 (storeOp DONT_CARE of d) at line 20 discarded what submit0.0 wrote'",
        "LOAD DONT_CARE, LOAD STORE, DEPTH, 'submit0.4 (storeOp DONT_CARE of d) at line 20 discarded what submit0.3 wrote'",
    })
    void an_aspect_that_nobody_cares_for_is_given_up(String depth, String stencil, String aspect, String note)
            throws IOException {
        Cli run = run("seed-discrete-l2", rendering(depth, stencil), aspect);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out().replaceAll("\\s+", " ")).contains(note);
    }

    @ParameterizedTest
    @CsvSource({
        "seed-discrete-l2, LOAD STORE, DONT_CARE STORE, DEPTH",
        "gcn-vega, CLEAR STORE, DONT_CARE DONT_CARE, DEPTH",
        "adreno-6xx, DONT_CARE STORE, LOAD STORE, STENCIL",
        "nvidia-v100, LOAD DONT_CARE, LOAD STORE, STENCIL",
    })
    void the_other_aspect_is_kept(String device, String depth, String stencil, String aspect) throws IOException {
        Cli run = run(device, rendering(depth, stencil), aspect);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEPTH", "STENCIL"})
    void an_aspect_that_leaves_undefined_is_given_up(String aspect) throws IOException {
        String transition = "pipelineBarrier: {images: [{image: d, aspectMask: [" + aspect
                + "], oldLayout: UNDEFINED, newLayout: GENERAL, srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}";
        String other = aspect.equals("DEPTH") ? "STENCIL" : "DEPTH";

        assertThat(run("seed-discrete-l2", transition, aspect).out()).contains("layout transition of d from UNDEFINED");
        assertThat(run("seed-discrete-l2", transition, other).code()).isEqualTo(0);
    }

    private static String undefined(String aspect) {
        return "pipelineBarrier: {images: [{image: d, aspectMask: [" + aspect
                + "], oldLayout: UNDEFINED, newLayout: GENERAL, srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n        - " + ALL;
    }

    private static String cleared(String aspect) {
        return "clearDepthStencilImage: {image: d, layout: GENERAL, depth: 0.5, stencil: 1, ranges: [{aspectMask: ["
                + aspect + "]}]}\n        - " + ALL;
    }

    @Test
    void a_shader_misses_a_texel_that_lacks_both_aspects_whatever_gave_them_up() throws IOException {
        String both = undefined("DEPTH, STENCIL");
        String apart = undefined("DEPTH") + "\n        - " + undefined("STENCIL");

        for (String gone : List.of(both, apart)) {
            assertThat(findings(gone)).containsExactly(1, 1);
            assertThat(findings(gone + "\n        - " + cleared("DEPTH"))).containsExactly(0, 0);
            assertThat(findings(gone + "\n        - " + cleared("STENCIL"))).containsExactly(0, 0);
        }
    }

    /** The exit codes of a run and of a check of a shader that loads the image after something. */
    private List<Integer> findings(String before) throws IOException {
        String file =
                stream("seed-discrete-l2", before + "\n        - " + SEE + "\n        - " + cleared("DEPTH"), "DEPTH");
        return List.of(Cli.run("run", file).code(), Cli.run("check", file).code());
    }

    @ParameterizedTest
    @CsvSource({"never, 0", "less, 1"})
    void a_test_that_always_fails_reads_nothing(String test, int code) throws IOException {
        String draw = "beginRendering: {depthAttachment: {image: d, layout: GENERAL}}\n"
                + "        - draw: {coverage: fullscreen, depthTest: " + test + "}\n        - endRendering: {}";
        String file = stream(
                "seed-discrete-l2",
                undefined("DEPTH, STENCIL") + "\n        - " + draw + "\n        - " + ALL + "\n        - "
                        + cleared("DEPTH"),
                "DEPTH");

        assertThat(Cli.run("run", file).code()).isEqualTo(code);
        assertThat(Cli.run("check", file).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "DEPTH, depthTest: less, 1",
        "DEPTH, stencilWrite: 1, 0",
        "STENCIL, depthTest: less, 0",
        "STENCIL, 'stencilTest: {compareOp: EQUAL}', 1",
        "STENCIL, stencilTest: {compareOp: NEVER}, 0",
        "DEPTH, depthBounds: {max: 0.5}, 1"
    })
    void what_is_not_loaded_is_undefined_within_the_pass_and_there_again_after_it(String none, String draw, int code)
            throws IOException {
        String pass =
                "beginRendering: {depthAttachment: {image: d, layout: GENERAL, DEPTH}, stencilAttachment: {image: d,"
                        + " layout: GENERAL, STENCIL}}\n        - draw: {coverage: fullscreen, " + draw
                        + "}\n        - endRendering: {}";
        String file = stream(
                "seed-discrete-l2",
                pass.replace(none, "loadOp: NONE, storeOp: NONE").replaceAll(", (DEPTH|STENCIL)}", "}"),
                none);

        Cli run = Cli.run("run", file, "--quiet");
        assertThat(run.code()).isEqualTo(code);
        assertThat(run.out()).doesNotContain("stale read submit0.6");
        assertThat(Cli.run("check", file).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"INVERT, 1", "ZERO, 0"})
    void what_samples_that_fail_make_of_stencil_may_need_what_is_not_loaded(String operation, int told)
            throws IOException {
        String pass = "beginRendering: {stencilAttachment: {image: d, layout: GENERAL, loadOp: NONE}}\n"
                + "        - draw: {coverage: fullscreen, stencilTest: {compareOp: NEVER, failOp: " + operation
                + "}}\n        - endRendering: {}";
        String file = stream("seed-discrete-l2", pass, "STENCIL");

        assertThat(Cli.run("run", file, "--quiet").out().contains("stale read submit0.3"))
                .isEqualTo(told == 1);
        assertThat(Cli.run("check", file).out().contains("discarded-read")).isEqualTo(told == 1);
    }

    @Test
    void a_test_reads_before_a_later_draw_writes() throws IOException {
        String draws = "beginRendering: {depthAttachment: {image: d, layout: GENERAL}}\n"
                + "        - draw: {coverage: fullscreen, depthTest: less}\n"
                + "        - draw: {coverage: fullscreen, depthWrite: true}\n        - endRendering: {}";
        String file = stream("seed-discrete-l2", undefined("DEPTH") + "\n        - " + draws, "DEPTH");

        Cli run = Cli.run("run", file, "--quiet");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("stale read submit0.5").doesNotContain("submit0.6");
        assertThat(Cli.run("check", file).code()).isEqualTo(1);
    }

    @Test
    void a_shader_that_loads_whole_texels_need_not_mean_what_is_given_up() throws IOException {
        Cli run = run(
                "seed-discrete-l2",
                rendering("LOAD STORE", "LOAD DONT_CARE") + "\n        - ALL\n        - " + SEE,
                "DEPTH");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({"DEPTH, DEPTH, 1", "DEPTH, STENCIL, 0", "STENCIL, STENCIL, 1", "STENCIL, DEPTH, 0"})
    void a_shader_that_sees_one_aspect_misses_that_alone(String gone, String seen, int code) throws IOException {
        String see = SEE.replace("layout: GENERAL", "layout: GENERAL, aspectMask: " + seen);
        String file = stream(
                "seed-discrete-l2", undefined(gone) + "\n        - " + see, gone.equals("DEPTH") ? "STENCIL" : "DEPTH");

        assertThat(Cli.run("run", file).code()).isEqualTo(code);
        assertThat(Cli.run("check", file).code()).isEqualTo(code);
        Path path = Path.of(file);
        String atOnce = "program:\n  - beginStatistics: {name: all, mode: functional}";
        Files.writeString(path, Files.readString(path).replace("program:", atOnce) + "  - endStatistics: all\n");
        assertThat(Cli.run("run", file).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "'aspectMask: DEPTH', DEPTH, true",
        "'aspectMask: DEPTH', STENCIL, false",
        "'aspectMask: STENCIL', STENCIL, true",
        "'aspectMask: STENCIL', DEPTH, false",
        "'mipLevel: 0', STENCIL, true",
    })
    void a_shader_races_with_writes_of_what_it_sees(String seen, String written, boolean races) throws IOException {
        String copy = "copyBufferToImage: {src: out, dst: d, dstLayout: GENERAL, regions: [{imageExtent: [16, 16, 1],"
                + " imageSubresource: {aspectMask: " + written + "}}]}";
        String see = SEE.replace("layout: GENERAL", "layout: GENERAL, " + seen);
        String file = stream("seed-discrete-l2", copy + "\n        - " + see, "DEPTH");

        assertThat(Cli.run("check", file, "--json").out().contains("READ_AFTER_WRITE"))
                .isEqualTo(races);
    }

    @Test
    void unused_bytes_of_texels_mean_nothing_to_a_copy() throws IOException {
        String copy = "copyBufferToImage: {src: out, dst: d, dstLayout: GENERAL, regions: [{imageExtent: [16, 16, 1],"
                + " imageSubresource: {aspectMask: ASPECT}}]}";
        String anew = undefined("DEPTH, STENCIL") + "\n        - " + copy.replace("ASPECT", "DEPTH") + "\n        - "
                + copy.replace("ASPECT", "STENCIL");
        String file = stream("seed-discrete-l2", anew, "DEPTH, STENCIL");
        Files.writeString(
                Path.of(file), Files.readString(Path.of(file)).replace("D24_UNORM_S8_UINT", "D32_SFLOAT_S8_UINT"));

        assertThat(Cli.run("run", file).out()).doesNotContain("discarded");
    }
}
