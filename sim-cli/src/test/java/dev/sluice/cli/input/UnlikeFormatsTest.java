// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies and blits between formats that do not go together. */
final class UnlikeFormatsTest {

    @TempDir
    private Path folder;

    private String refusal(String kind, String from, String to) throws IOException {
        Path file = folder.resolve("formats.yaml");
        Files.writeString(file, """
                sluice: 1
                name: formats
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                images:
                  - {name: src, memory: local, extent: [4, 4], format: FROM, initialLayout: GENERAL}
                  - {name: dst, memory: local, offset: 64KiB, extent: [4, 4], format: TO, initialLayout: GENERAL}
                program:
                  - queueSubmit:
                      commands:
                        - KIND: {src: src, srcLayout: GENERAL, dst: dst, dstLayout: GENERAL}
                """.replace("KIND", kind).replace("FROM", from).replace("TO", to));
        Cli cli = Cli.run("check", file.toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err().lines()).hasSize(1);
        return cli.err();
    }

    @Test
    void integers_of_different_signs_are_not_blitted() throws IOException {
        assertThat(refusal("blitImage", "R32_UINT", "R8_SINT"))
                .contains("formats.yaml:12:58: blitImage: integers are blitted to integers of the same sign only");
    }

    @Test
    void a_copy_that_a_blit_could_do_says_so() throws IOException {
        assertThat(refusal("copyImage", "R8G8B8A8_UNORM", "R16G16B16A16_SFLOAT"))
                .contains("blitImage converts");
    }

    @Test
    void a_copy_of_stencil_to_another_format_does_not_ask_for_a_blit() throws IOException {
        assertThat(refusal("copyImage", "D24_UNORM_S8_UINT", "R8_UINT"))
                .contains("cannot be copied to R8_UINT")
                .doesNotContain("blitImage");
    }
}
