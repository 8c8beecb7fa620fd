// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores into lines that have to be fetched first, and that leave the small cache in the step in which they came. */
final class StoresThatWaitTest {

    private static List<String> rows(Cli run) {
        return run.out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(line -> line.matches("[\\d,]+ [a-z].*"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 12, 40})
    void their_stories_are_those_that_a_followed_run_tells(int line, @TempDir Path folder) throws java.io.IOException {
        String stream = Files.writeString(folder.resolve("n.yaml"), """
                sluice: 1
                name: n
                device: tiny-1
                memory: [{name: local, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: a, memory: local, size: 16KiB}]
                kernels:
                  k:
                    localSize: [64, 1, 1]
                    bindings: {a: storage}
                    code: |
                      store.u8 a[gid * 256 + 1] = gid + 1
                      store.u8 a[gid * 256 + 2] = gid + 2
                program:
                  - queueSubmit: {commands: [{dispatch: {kernel: k, groups: [1], bind: {a: a}}}]}
                  - deviceWaitIdle
                """).toString();
        String bytes = "a:" + 256 * line + ":4";
        Path script = Files.write(folder.resolve("commands.txt"), List.of("end", "story " + bytes));

        List<String> followed = rows(Cli.run("run", "-q", stream, "--follow", bytes));

        assertThat(followed).hasSizeGreaterThan(10);
        assertThat(rows(Cli.run("step", stream, "--commands", script.toString())))
                .isEqualTo(followed);
    }
}
