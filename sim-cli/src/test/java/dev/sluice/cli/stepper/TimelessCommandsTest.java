// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that take no time, have no stage and no barrier, and are places of a recording all the same. */
final class TimelessCommandsTest {

    @TempDir
    private Path folder;

    private String stream = "";

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(folder.resolve("t.yaml"), """
                sluice: 1
                name: t
                device: tiny-1
                memory: [{name: local, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 4KiB}]
                images: [{name: c, memory: local, offset: 32KiB, extent: [8, 8], format: R8G8B8A8_UNORM, initialLayout: GENERAL}]
                kernels: {k: {localSize: [32, 1, 1], bindings: {a: storage}, code: "store.u32 a[gid] = 1"}}
                commandBuffers: {second: {level: secondary, commands: [{dispatch: {kernel: k, groups: [1], bind: {a: a}}}]}}
                program:
                  - queueSubmit:
                      commands:
                        - label: hello
                        - beginStatistics: region
                        - executeCommands: [second]
                        - endStatistics
                        - beginRendering: {colorAttachments: [{image: c, layout: GENERAL, loadOp: NONE, storeOp: NONE}]}
                        - endRendering
                  - deviceWaitIdle
                """).toString();
    }

    private Cli step(List<String> options, String... commands) throws IOException {
        Path script = Files.write(folder.resolve("commands.txt"), List.of(commands));
        List<String> words = new java.util.ArrayList<>(List.of("step", stream, "--commands", script.toString()));
        words.addAll(options);
        return Cli.run(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"submit0.0", "submit0.1", "submit0.2", "submit0.4", "submit0.5", "submit0.6"})
    void one_goes_to_them_and_stops_at_them(String id) throws IOException {
        Cli run = step(List.of(), "goto " + id, "start", "break " + id, "continue");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out().replaceAll(" +", " "))
                .contains("breakpoint 2, command " + id)
                .contains("is carried out " + id);
    }

    @Test
    void a_recording_may_begin_and_end_with_them() throws IOException {
        Cli run = step(List.of("--from", "submit0.5", "--to", "submit0.6"), "end");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out()).contains("; --to ended it").contains("is carried out  submit0.6");
    }

    @Test
    void a_command_that_begins_elsewhere_is_told_as_such() throws IOException {
        assertThat(step(List.of("--to", "submit0.0"), "goto submit0.6").err())
                .contains("'submit0.6' does not begin in the recording");
    }
}
