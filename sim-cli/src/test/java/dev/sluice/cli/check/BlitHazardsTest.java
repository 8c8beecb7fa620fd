// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What blits read and write, seen in the hazards of copies that nothing orders before them. */
final class BlitHazardsTest {

    private static final String UPPER_SLICE = "imageOffset: [0, 0, 3], imageExtent: [8, 8, 1]";
    private static final String RIGHT_HALF = "imageOffset: [4, 0, 0], imageExtent: [4, 8, 1]";
    private static final String LEFT_HALF_WIDENED =
            "srcOffsets: [[0, 0, 0], [4, 8, 1]], dstOffsets: [[0, 0, 0], [8, 8, 1]]";

    @TempDir
    private Path folder;

    /** Checks a copy to an image and a blit from {@code src} to {@code dst}. */
    private Cli check(String copiedTo, String copied, String filter, String blitted) throws IOException {
        Path file = folder.resolve("blit.yaml");
        Files.writeString(file, """
                sluice: 1
                name: blit
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: up, memory: local, size: 4KiB}
                images:
                  - {name: src, memory: local, offset: 64KiB, extent: [8, 8, 4], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                  - {name: dst, memory: local, offset: 128KiB, extent: [8, 8, 4], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                program:
                  - queueSubmit:
                      commands:
                        - copyBufferToImage: {src: up, dst: TO, dstLayout: GENERAL, regions: [{COPIED}]}
                        - blitImage: {src: src, srcLayout: GENERAL, dst: dst, dstLayout: GENERAL, filter: FILTER, regions: [{BLITTED}]}
                  - deviceWaitIdle: {}
                """.replace("TO", copiedTo)
                .replace("COPIED", copied)
                .replace("FILTER", filter)
                .replace("BLITTED", blitted));
        return Cli.run("check", file.toString(), "--lint", "none");
    }

    private static String slices(String src, String dst) {
        return "srcOffsets: [" + src + "], dstOffsets: [" + dst + "]";
    }

    @Test
    void a_blit_reads_slices_that_it_mirrors() throws IOException {
        Cli result = check("src", UPPER_SLICE, "NEAREST", slices("[0, 0, 4], [8, 8, 0]", "[0, 0, 0], [8, 8, 4]"));
        assertThat(result.out()).contains("read after write   src");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void a_blit_writes_slices_that_it_mirrors() throws IOException {
        Cli result = check("dst", UPPER_SLICE, "NEAREST", slices("[0, 0, 0], [8, 8, 4]", "[0, 0, 4], [8, 8, 0]"));
        assertThat(result.out()).contains("write after write   dst");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void a_filtered_blit_that_enlarges_reads_the_texels_beside_its_box() throws IOException {
        Cli result = check("src", RIGHT_HALF, "LINEAR", LEFT_HALF_WIDENED);
        assertThat(result.out()).contains("read after write   src");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void a_filtered_blit_that_enlarges_reads_the_slices_beside_its_box() throws IOException {
        Cli result = check("src", UPPER_SLICE, "LINEAR", slices("[0, 0, 1], [8, 8, 3]", "[0, 0, 0], [8, 8, 4]"));
        assertThat(result.out()).contains("read after write   src");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void a_filtered_blit_that_makes_smaller_reads_its_box_alone() throws IOException {
        Cli result = check("src", RIGHT_HALF, "LINEAR", slices("[0, 0, 0], [4, 8, 1]", "[0, 0, 0], [2, 4, 1]"));
        assertThat(result.out()).contains("clean");
        assertThat(result.code()).isZero();
    }

    @Test
    void a_blit_of_nearest_texels_reads_its_box_alone() throws IOException {
        Cli result = check("src", RIGHT_HALF, "NEAREST", LEFT_HALF_WIDENED);
        assertThat(result.out()).contains("clean");
        assertThat(result.code()).isZero();
    }
}
