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

    @Test
    void a_logical_operation_is_told() {
        assertThat(told("D32_SFLOAT", "'pColorBlendState':{'logicOpEnable':1},"))
                .containsExactly("vkCmdDraw 2 draws do not read what a logical operation combines");
        assertThat(told("D32_SFLOAT", "'pColorBlendState':{'logicOpEnable':0},"))
                .isEmpty();
    }

    @Test
    void static_state_that_is_dynamic_does_not_count() {
        assertThat(told(
                        "D32_SFLOAT",
                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT']},"
                                + "'pColorBlendState':{'logicOpEnable':1},"))
                .isEmpty();
    }
}
