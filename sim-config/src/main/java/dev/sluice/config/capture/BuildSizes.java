// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** How much scratch memory builds need, as {@code vkGetAccelerationStructureBuildSizesKHR} said of such as they are. */
final class BuildSizes {
    private final Map<String, List<Answer>> answers = new HashMap<>();

    /**
     * What the driver answered.
     *
     * @param most the most primitives of each geometry
     * @param build bytes for a build
     * @param update bytes for an update
     */
    private record Answer(List<Long> most, long build, long update) {
        private Answer {
            most = List.copyOf(most);
        }

        boolean covers(List<Long> primitives) {
            for (int i = 0; i < primitives.size(); i++) {
                if (i >= most.size() || most.get(i) < primitives.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The driver answers. */
    void asked(BuildGeometry build, List<Long> most, Struct sizes) {
        answers.computeIfAbsent(key(build), k -> new ArrayList<>())
                .add(new Answer(most, sizes.size("buildScratchSize"), sizes.size("updateScratchSize")));
    }

    /** Bytes of scratch memory of a build at most; -1 if the capture does not tell. */
    long scratch(BuildGeometry build, List<Long> primitives) {
        long least = -1;
        for (Answer answer : answers.getOrDefault(key(build), List.of())) {
            long bytes = build.update() ? answer.update() : answer.build();
            if (answer.covers(primitives) && (least < 0 || bytes < least)) {
                least = bytes;
            }
        }
        return least;
    }

    /** All that an answer depends on but the numbers of primitives: not the addresses, and not whether it is an update. */
    private static String key(BuildGeometry build) {
        StringJoiner key = new StringJoiner(" ");
        key.add(build.info().text("type")).add(build.info().raw("flags").toString());
        for (Struct geometry : build.geometries()) {
            Struct data = BuildGeometry.data(geometry);
            key.add(geometry.text("geometryType"));
            for (String field : List.of("vertexFormat", "vertexStride", "maxVertex", "indexType", "stride")) {
                key.add(data.raw(field).toString());
            }
        }
        return key.toString();
    }
}
