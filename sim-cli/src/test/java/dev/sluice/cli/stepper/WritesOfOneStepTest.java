// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four units that store neighbouring words in one step of a recording. */
final class WritesOfOneStepTest {

    @TempDir
    private Path folder;

    private String stream = "";

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(folder.resolve("n.yaml"), """
                sluice: 1
                name: n
                device: nvidia-h200
                memory: [{name: local, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 4KiB}]
                kernels: {k: {localSize: [1, 1, 1], bindings: {a: storage}, code: "store.u32 a[gid] = gid + 1"}}
                program:
                  - queueSubmit: {commands: [{dispatch: {kernel: k, groups: [4], bind: {a: a}}}]}
                  - deviceWaitIdle
                """).toString();
    }

    private List<String> step(String... commands) throws IOException {
        Path script = Files.write(folder.resolve("commands.txt"), List.of(commands));
        return Cli.run("step", stream, "--commands", script.toString())
                .out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    @Test
    void each_is_told_with_the_bytes_that_it_writes_alone() throws IOException {
        assertThat(step("end", "story a:4:4"))
                .filteredOn(line -> line.contains("write is sent"))
                .extracting(line -> line.substring(line.indexOf("cu[")))
                .containsExactly(
                        "cu[0] submit0.0", "cu[1] 02 00 00 00 submit0.0 newest", "cu[2] submit0.0", "cu[3] submit0.0");
    }

    @Test
    void a_followed_run_tells_the_same() throws IOException {
        List<String> followed = Cli.run("run", "-q", stream, "--follow", "a:4:4")
                .out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> line.matches("\\d.*"))
                .toList();

        assertThat(followed).anySatisfy(line -> assertThat(line).contains("goes down: flush l2[0] 0/0 02 00 00 00"));
        assertThat(step("end", "story a:4:4")).containsSubsequence(followed);
    }

    @Test
    void requests_say_which_bytes_they_take() throws IOException {
        List<String> shown = step("break a:4:4", "continue", "show requests");

        assertThat(String.join("\n", shown))
                .contains("write a+0 0x1 0-3 ")
                .contains("write a+0 0x1 4-7 ")
                .contains("write a+0 0x1 12-15 ");
    }
}
