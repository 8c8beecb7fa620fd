// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RelativePathsTest {

    @Test
    void a_streams_file_is_named_from_its_own_folder() {
        assertThat(RelativePaths.text("hazard at /a/b/s.yaml:3:1, made in /a/b/in.bin", "/a/b/s.yaml"))
                .isEqualTo("hazard at s.yaml:3:1, made in in.bin");
    }

    @Test
    void a_presets_name_at_the_end_of_a_longer_path_stays() {
        assertThat(RelativePaths.text("configs/streams/scenarios/s.yaml:3:1", "scenarios/s"))
                .isEqualTo("configs/streams/scenarios/s.yaml:3:1");
    }

    @Test
    void a_preset_given_with_its_folder_keeps_the_path_of_its_file() {
        assertThat(RelativePaths.text(
                        "scenarios/s.yaml:3:1 and configs/streams/scenarios/s.yaml:4:1", "scenarios/s.yaml"))
                .isEqualTo("s.yaml:3:1 and configs/streams/scenarios/s.yaml:4:1");
    }
}
