// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/** How many vertices make another primitive (Vulkan specification, section Primitive Topologies). */
enum Topology {
    POINT_LIST(1),
    LINE_LIST(2),
    LINE_STRIP(1),
    TRIANGLE_LIST(3),
    TRIANGLE_STRIP(1),
    TRIANGLE_FAN(1),
    LINE_LIST_WITH_ADJACENCY(4),
    LINE_STRIP_WITH_ADJACENCY(1),
    TRIANGLE_LIST_WITH_ADJACENCY(6),
    TRIANGLE_STRIP_WITH_ADJACENCY(2),
    /** As many primitives as the tessellator makes of its patches, which is not followed: one for each control point. */
    PATCH_LIST(1);

    private static final String PREFIX = "VK_PRIMITIVE_TOPOLOGY_";

    final long vertices;

    Topology(long vertices) {
        this.vertices = vertices;
    }

    /** Whether its primitives have faces. */
    boolean triangles() {
        return name().startsWith("TRIANGLE");
    }

    /** The topology of a {@code VkPrimitiveTopology}; triangles for one that is not known. */
    static Topology of(String text) {
        for (Topology topology : values()) {
            if (text.equals(PREFIX + topology.name())) {
                return topology;
            }
        }
        return TRIANGLE_LIST;
    }
}
