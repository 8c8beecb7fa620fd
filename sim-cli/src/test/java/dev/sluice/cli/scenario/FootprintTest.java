// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of the simulator grows with the bytes a run touches, not with the memory it models. */
final class FootprintTest {

    @Test
    void sixty_four_gibibytes_with_one_touched_run_in_a_heap_of256_mebibytes(@TempDir Path folder) throws Exception {
        Path device = folder.resolve("big.yaml");
        Files.writeString(
                device,
                Files.readString(Runs.configs().resolve("devices/seed-discrete-l2.yaml"))
                        .replace("name: seed-discrete-l2", "name: big")
                        .replace("vram: {preset: gddr6-14, size: 8GiB", "vram: {preset: gddr6-14, size: 64GiB")
                        .replace("{size: 8GiB, flags: [DEVICE_LOCAL]}", "{size: 64GiB, flags: [DEVICE_LOCAL]}"));
        Path stream = folder.resolve("touch.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: touch
                memory:
                  - {name: local, size: 60GiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: far, memory: local, offset: 59GiB, size: 1MiB}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - fillBuffer: {dst: far, data: 7}
                      fence: f
                  - waitForFences: [f]
                """);

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // as the launcher runs it
                        "-XX:+UseParallelGC",
                        "-XX:InitialRAMPercentage=6.25",
                        "-XX:NewRatio=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.cli.Main",
                        "run",
                        stream.toString(),
                        "--device",
                        device.toString(),
                        "--quiet")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    @Test
    void the_footprint_tests_device_really_is_big() throws IOException {
        assertThat(Files.readString(Runs.configs().resolve("devices/seed-discrete-l2.yaml")))
                .contains("vram: {preset: gddr6-14, size: 8GiB", "{size: 8GiB, flags: [DEVICE_LOCAL]}");
    }
}
