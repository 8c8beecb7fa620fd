// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Passes buffer b and image o of a {@link RandomStream} on from queue family to queue family; careless ones forget halves. */
final class RandomOwnership {

    private static final String RELEASE =
            ", srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [NONE], dstAccess: []";
    private static final String ACQUIRE =
            ", srcAccess: [], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]";

    private final SplittableRandom random;
    private final RandomLayouts layouts;
    private final boolean careful;
    private final List<String> acquires = new ArrayList<>();

    RandomOwnership(SplittableRandom random, RandomLayouts layouts, boolean careful) {
        this.random = random;
        this.layouts = layouts;
        this.careful = careful;
    }

    /** The halves of what was passed on to this submission. */
    void acquire(List<String> commands) {
        commands.addAll(acquires);
        acquires.clear();
    }

    /** Releases at the end of a submission what the next one acquires. */
    void pass(List<String> commands, String from, String to) {
        String families = ", srcQueueFamily: " + from + ", dstQueueFamily: " + to + "}]}";
        int size = careful || random.nextInt(3) != 0 ? 2048 : 1024;
        halves(
                commands,
                "pipelineBarrier: {buffers: [{buffer: b, offset: 0, size: 2048",
                "pipelineBarrier: {buffers: [{buffer: b, offset: 0, size: " + size,
                families);
        if (!layouts.undefined("o")) {
            String layout =
                    List.of(layouts.of("o"), "TRANSFER_SRC_OPTIMAL", "GENERAL").get(random.nextInt(3));
            String image =
                    "pipelineBarrier: {images: [{image: o, oldLayout: " + layouts.of("o") + ", newLayout: " + layout;
            halves(commands, image, image, families);
            layouts.moved("o", layout);
        }
    }

    private void halves(List<String> commands, String released, String acquired, String families) {
        if (careful || random.nextInt(3) != 0) {
            commands.add(released + RELEASE + families);
        }
        if (careful || random.nextInt(3) != 0) {
            String after = List.of("NONE", "TOP_OF_PIPE", "ALL_COMMANDS").get(random.nextInt(3));
            acquires.add(acquired + ", srcStage: [" + after + "]" + ACQUIRE + families);
        }
    }
}
