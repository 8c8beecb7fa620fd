// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.List;

/** For which commands pipelines and descriptors are bound, as {@code VkPipelineBindPoint} says. */
enum BindPoint {
    /** Draws. */
    GRAPHICS("VK_PIPELINE_BIND_POINT_GRAPHICS", CapturedStage.graphicsBits()),
    /** Dispatches. */
    COMPUTE("VK_PIPELINE_BIND_POINT_COMPUTE", CapturedStage.COMPUTE.bit),
    /** Rays. */
    RAY_TRACING("VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR", CapturedStage.rayTracingBits());

    private final String text;
    private final long stages;

    BindPoint(String text, long stages) {
        this.text = text;
        this.stages = stages;
    }

    /** Whether a text is its name. */
    boolean named(String name) {
        return name.equals(text);
    }

    /**
     * For what descriptors are that a call binds; nothing for what is not followed.
     *
     * @param info has a bind point, or since Vulkan 1.4 the stages in its place
     */
    static List<BindPoint> of(Struct info) {
        List<BindPoint> points = new ArrayList<>();
        String named = info.text("stageFlags");
        for (BindPoint point : values()) {
            if (!info.has("stageFlags")) {
                if (point.named(info.text("pipelineBindPoint"))) {
                    points.add(point);
                }
            } else if (named.contains("STAGE_ALL_GRAPHICS")) {
                if (point == GRAPHICS) {
                    points.add(point);
                }
            } else if (named.contains("STAGE_ALL") || (info.number("stageFlags") & point.stages) != 0) {
                points.add(point);
            }
        }
        return points;
    }
}
