// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestTest {
    private static final List<String> NAMES =
            List.of("busy", "label", "waitForFences", "waitSemaphores", "deviceWaitIdle", "queueSubmit", "weight");

    @ParameterizedTest
    @CsvSource({
        "wait, waitForFences",
        "wait4, label",
        "wai, waitForFences",
        "weigt, weight",
        "wa, busy",
        "deviceWait, deviceWaitIdle"
    })
    void the_nearest_of_those_that_begin_so_is_meant_where_none_is_a_slip(String said, String meant) {
        assertThat(Nearest.of(said, NAMES)).isEqualTo(meant);
    }
}
