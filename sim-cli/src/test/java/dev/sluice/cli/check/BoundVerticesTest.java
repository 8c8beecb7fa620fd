// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which bytes of its vertex buffers an indexed draw counts as reading: its indices lie in memory. */
final class BoundVerticesTest {

    @TempDir
    private Path folder;

    /** The hazards of an indexed draw and, after it, a fill of some bytes of its vertex buffer that nothing orders. */
    private List<String> hazards(String vertices, String filled) {
        Path stream = new CheckFixture(folder)
                .stream(CheckFixture.submit(
                        "beginRendering: {colorAttachments: [{image: screen, layout: GENERAL}]}",
                        "drawIndexed: {coverage: fullscreen, vertices: {buffer: a, " + vertices
                                + "}, indices: {buffer: b, type: u16, count: 6}}",
                        "endRendering",
                        "fillBuffer: {dst: a, " + filled + ", data: 1}"));
        return CheckFixture.all(CheckFixture.json(stream).get("hazards"), "exact");
    }

    @Test
    void without_a_range_all_that_follows_in_the_buffer_counts_as_read() {
        assertThat(hazards("offset: 64, stride: 16", "offset: 2KiB, size: 1KiB"))
                .containsExactly("false");
        assertThat(hazards("offset: 64, stride: 16", "offset: 0, size: 64")).isEmpty();
    }

    @Test
    void of_a_range_no_byte_beyond_it_counts_as_read() {
        assertThat(hazards("offset: 64, stride: 16, range: 160", "offset: 224, size: 1KiB"))
                .isEmpty();
        assertThat(hazards("offset: 64, stride: 16, range: 160", "offset: 220, size: 4"))
                .containsExactly("false");
    }
}
