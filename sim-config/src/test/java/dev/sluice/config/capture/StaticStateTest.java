// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Static state of pipelines that a stream has no word for, which is told like the dynamic one. */
final class StaticStateTest {
    @TempDir
    private Path folder;

    private List<String> told(String depthFormat, String state) {
        List<String> setup = new ArrayList<>();
        targets().forEach(call -> setup.add(call.replace("D32_SFLOAT", depthFormat)));
        setup.addAll(List.of(pipeline(state), BEGIN, USE));
        return GraphicsFixture.read(folder, setup, DRAW, DRAW, END).leftOut().notUnderstood().stream()
                .map(left -> left.call() + " " + left.count() + " " + left.reason())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "pDepthStencilState, stencilTestEnable, draws do not access stencil",
        "pDepthStencilState, depthBoundsTestEnable, draws do not read depth for its bounds",
        "pColorBlendState, logicOpEnable, draws do not read what a logical operation combines"
    })
    void a_test_that_draws_do_not_make_here_is_told(String structure, String flag, String reason) {
        assertThat(told("D32_SFLOAT_S8_UINT", "'" + structure + "':{'" + flag + "':1},"))
                .containsExactly("vkCmdDraw 2 " + reason);
        assertThat(told("D32_SFLOAT_S8_UINT", "'" + structure + "':{'" + flag + "':0},"))
                .isEmpty();
    }

    @Test
    void a_stencil_test_of_depth_alone_tests_nothing() {
        assertThat(told("D32_SFLOAT", "'pDepthStencilState':{'stencilTestEnable':1},"))
                .isEmpty();
    }

    @Test
    void static_state_that_is_dynamic_does_not_count() {
        assertThat(told(
                        "D32_SFLOAT_S8_UINT",
                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE_EXT']},"
                                + "'pDepthStencilState':{'stencilTestEnable':1},"))
                .isEmpty();
    }
}
