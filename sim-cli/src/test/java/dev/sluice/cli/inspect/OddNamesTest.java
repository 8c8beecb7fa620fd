// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names as debuggers show them: with blanks and colons, or like an address. */
class OddNamesTest {

    @TempDir
    Path folder;

    private String stream = "";

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(folder.resolve("odd.yaml"), """
                        sluice: 1
                        name: odd
                        device: tiny-2
                        memory:
                          - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                        buffers:
                          - {name: "a b", memory: local, size: 256}
                          - {name: "a", memory: local, offset: 64KiB, size: 256}
                          - {name: "a:4", memory: local, offset: 128KiB, size: 256}
                          - {name: "0x40", memory: local, offset: 192KiB, size: 256}
                        threads:
                          render thread:
                            - queueSubmit:
                                commands:
                                  - fillBuffer: {dst: "a b", data: 1}
                                  - fillBuffer: {dst: "a", data: 2}
                                  - fillBuffer: {dst: "a:4", data: 3}
                                  - fillBuffer: {dst: "0x40", data: 4}
                                fence: f
                            - waitForFences: [f]
                        """).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b:0:4=0x0", "a:0:4=0x10000", "a:4:0:4=0x20000", "a:4=0x20000", "0x40:0:4=0x30000"})
    void bytes_are_found_by_any_name(String asked) {
        String bytes = asked.substring(0, asked.indexOf('='));
        String address = asked.substring(asked.indexOf('=') + 1);

        assertThat(Cli.run("run", "-q", stream, "--follow", bytes).out()).contains("bytes from " + address + "\n");
        assertThat(Cli.run("run", stream, "--log", "-", "--log-address", bytes).out())
                .contains("\"event\":\"issue\"")
                .contains("\"address\":\"" + address + "\"");
        assertThat(Cli.run("view", stream, "-o", folder.resolve("x.html").toString(), "--watch", bytes)
                        .code())
                .isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void the_longest_name_counts() {
        assertThat(NameParts.of("a:4:8:2", Set.of("a", "a:4"))).containsExactly("a:4", "8", "2");
        assertThat(NameParts.of("a:40:8", Set.of("a", "a:4"))).containsExactly("a", "40", "8");
        assertThat(NameParts.of("b:4", Set.of("a"))).containsExactly("b", "4");
    }

    @Test
    void a_command_of_the_stepper_may_have_names_with_blanks() throws IOException {
        Path script = Files.write(
                folder.resolve("commands.txt"),
                List.of(
                        "watch a b:0:4 a:4:0:4",
                        "break a b",
                        "break render thread.1",
                        "goto render thread.1",
                        "show link line a b:0"));

        Cli run = Cli.run("step", stream, "--commands", script.toString());

        assertThat(run.out())
                .contains("\na b:0:4\n", "\na:4:0:4\n")
                .contains("breakpoint 2: bytes a b\n", "breakpoint 3: command render thread.1\n")
                .contains("waitForFences begins");
        assertThat(run.err()).contains("'line=a b:0' is for caches");
    }

    @Test
    void a_recording_may_begin_with_an_operation_of_a_thread_of_any_name() {
        Cli run = Cli.run("view", stream, "-o", folder.resolve("x.html").toString(), "--from", "render thread.1");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }
}
