// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Linear images that share memory with images in tiles. */
final class LinearAliasTest {

    @Test
    void a_tiler_stores_rows_that_go_beyond_the_image_in_tiles(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("alias.yaml"), """
                sluice: 1
                name: alias
                device: adreno-6xx
                memory:
                  - {name: local, size: 8MiB, properties: [DEVICE_LOCAL]}
                images:
                  - {name: rows, memory: local, extent: [33, 13], format: R16_UINT, tiling: LINEAR, initialLayout: GENERAL, alias: true}
                  - {name: tiles, memory: local, extent: [16, 8], format: R8G8B8A8_UNORM, initialLayout: GENERAL, alias: true}
                kernels: {}
                program:
                  - queueSubmit:
                      commands:
                        - beginRendering: {colorAttachments: [{image: rows, layout: GENERAL, loadOp: CLEAR}]}
                        - endRendering: {}
                  - deviceWaitIdle: {}
                """);

        Cli run = Cli.run("run", file.toString());

        assertThat(run.code()).as(run.err()).isZero();
    }
}
