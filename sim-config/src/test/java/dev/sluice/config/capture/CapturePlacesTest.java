// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CapturePlacesTest {
    @TempDir
    private Path folder;

    @Test
    void lines_count_the_header_and_no_gaps() {
        Path capture = new CaptureFixture()
                .call("vkDeviceWaitIdle|'device':3")
                .gap()
                .call("vkDeviceWaitIdle|'device':3")
                .write(folder);
        assertThat(CapturePlaces.lines(capture, List.of(3L, 1L))).isEqualTo(Map.of(1L, 2, 3L, 3));
    }

    @Test
    void an_index_that_is_not_there_has_no_line() {
        Path capture =
                new CaptureFixture().call("vkDeviceWaitIdle|'device':3").gap().write(folder);
        assertThat(CapturePlaces.lines(capture, List.of(1L, 2L, 7L))).containsOnlyKeys(1L);
    }

    @Test
    void nothing_is_read_for_no_index() {
        assertThat(CapturePlaces.lines(folder.resolve("none.jsonl"), List.of())).isEmpty();
    }
}
