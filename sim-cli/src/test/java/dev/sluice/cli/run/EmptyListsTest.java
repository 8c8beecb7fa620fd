// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that Vulkan wants at least one region, range or rectangle of: a list without any is not everything. */
final class EmptyListsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "copyBuffer: {src: a, dst: b, regions: []} | regions | the whole source",
                "copyImage: {src: i, dst: i, srcLayout: GENERAL, dstLayout: GENERAL, regions: []} | regions | the whole image",
                "blitImage: {src: i, dst: i, srcLayout: GENERAL, dstLayout: GENERAL, regions: []} | regions | the whole image",
                "copyBufferToImage: {src: a, dst: i, dstLayout: GENERAL, regions: []} | regions | the whole image",
                "copyImageToBuffer: {src: i, dst: a, srcLayout: GENERAL, regions: []} | regions | the whole image",
                "clearColorImage: {image: i, layout: GENERAL, color: [0, 0, 0, 1], ranges: []} | ranges | the whole image",
                "dispatchIndirect: {kernel: k, buffer: a, groups: []} | groups | what the buffer holds"
            })
    void are_refused(String command, String key, String whole) throws IOException {
        Path file = Files.writeString(folder.resolve("s.yaml"), """
                sluice: 1
                name: s
                device: seed-discrete-l2
                memory:
                  - {name: m, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: a, memory: m, size: 1KiB}
                  - {name: b, memory: m, offset: 1KiB, size: 1KiB}
                images:
                  - {name: i, memory: m, offset: 64KiB, extent: [8, 8], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                kernels:
                  k: {localSize: [1, 1, 1], bindings: {}, code: "a = 1"}
                program:
                  - queueSubmit:
                      commands:
                        - COMMAND
                """.replace("COMMAND", command));

        Cli run = Cli.run("run", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(file + ":16:")
                .endsWith(key + ": at least one is needed; without '" + key + "' it is " + whole + "\n");
    }
}
