// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.timeline.DecodedTimeline.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command that comes to a stage several times, and that flushes what it overwrites in each of two stages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RepeatedPartsTest {
    private DecodedTimeline timeline = new DecodedTimeline(List.of(), List.of());
    private JsonNode result = JsonMapper.shared().nullNode();

    @BeforeAll
    void run(@TempDir Path directory) throws IOException {
        String target = "memory: m, extent: [64, 64], usage: ";
        Path stream = Files.writeString(directory.resolve("repeated.yaml"), """
                sluice: 1
                name: repeated
                device: adreno-6xx
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, offset: 512KiB, size: 4KiB}]
                images:
                  - {name: c, format: R8G8B8A8_UNORM, %1$s[COLOR_ATTACHMENT], initialLayout: GENERAL}
                  - {name: z, format: D32_SFLOAT_S8_UINT, offset: 64KiB, %1$s[DEPTH_STENCIL_ATTACHMENT], initialLayout: GENERAL}
                  - {name: s, format: R8G8B8A8_UNORM, offset: 128KiB, samples: 4, %1$s[COLOR_ATTACHMENT], initialLayout: GENERAL}
                kernels: {w: {localSize: [64, 1, 1], bindings: {x: storage}, code: "store.u32 x[gid] = gid"}}
                program:
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: w, groups: [16, 1, 1], bind: {x: x}}
                        - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [ALL_GRAPHICS]}]}
                        - beginRendering:
                            colorAttachments: [{image: c, layout: GENERAL, loadOp: CLEAR}]
                            depthAttachment: {image: z, layout: GENERAL, loadOp: CLEAR}
                            stencilAttachment: {image: z, layout: GENERAL, loadOp: CLEAR}
                        - endRendering
                        - beginRendering: {colorAttachments: [{image: s, layout: GENERAL, loadOp: CLEAR, resolve: c}]}
                        - endRendering
                """.formatted(target));
        Path file = directory.resolve("run.json");
        Cli cli = Cli.run("run", stream.toString(), "--trace", file.toString(), "--json");
        assertThat(cli.err()).isEmpty();
        timeline = Timelines.chrome(Files.readAllBytes(file));
        result = JsonMapper.shared().readTree(cli.out());
    }

    private List<Slice> named(String category, String argument, String value) {
        return timeline.slices(category).stream()
                .filter(slice -> slice.begin().text(argument).equals(value))
                .toList();
    }

    @Test
    void flushes_of_one_command_are_told_apart_and_each_has_its_slice() {
        assertThat(result.get("barriers"))
                .extracting(barrier -> barrier.get("id").asString())
                .contains("submit0.2.write", "submit0.2.write1")
                .doesNotHaveDuplicates();
        for (JsonNode barrier : result.get("barriers")) {
            assertThat(named("barrier", "barrier", barrier.get("id").asString()))
                    .anySatisfy(slice -> {
                        assertThat(slice.from())
                                .isEqualTo(barrier.get("reachedCycle").asLong());
                        assertThat(slice.until())
                                .isEqualTo(barrier.get("releasedCycle").asLong());
                    });
        }
    }

    @Test
    void a_stage_lasts_from_its_first_begin_to_its_last_end() {
        boolean several = false;
        for (JsonNode command : result.get("commands")) {
            for (var stage : command.get("stages").properties()) {
                List<Slice> parts = named("stage", "command", command.get("id").asString()).stream()
                        .filter(slice -> slice.begin().text("stage").equals(stage.getKey()))
                        .toList();
                several |= parts.size() > 1;
                assertThat(stage.getValue().get("start").asLong())
                        .isEqualTo(parts.stream().mapToLong(Slice::from).min().orElse(-1));
                assertThat(stage.getValue().get("end").asLong())
                        .isEqualTo(parts.stream().mapToLong(Slice::until).max().orElse(-1));
            }
        }
        assertThat(several).isTrue();
    }
}
