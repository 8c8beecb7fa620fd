// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Frames before what a random stream does: an image is acquired, changed and presented, each time with a wait and with scopes
 * that may be too late or empty.
 */
final class RandomFrames {
    private static final List<String> WAITS = List.of(
            "TOP_OF_PIPE",
            "BOTTOM_OF_PIPE",
            "COPY",
            "CLEAR",
            "COLOR_ATTACHMENT_OUTPUT",
            "ALL_COMMANDS",
            "ALL_TRANSFER");
    private static final List<String> FIRST =
            List.of("NONE", "TOP_OF_PIPE", "COPY", "CLEAR", "COLOR_ATTACHMENT_OUTPUT", "ALL_COMMANDS");
    private static final List<String> LAST = List.of("NONE", "BOTTOM_OF_PIPE", "CLEAR", "ALL_COMMANDS");

    private final SplittableRandom random;

    RandomFrames(long seed) {
        this.random = new SplittableRandom(~seed);
    }

    /** The stream with one to three frames in front. */
    String before(String stream, String queue) {
        StringBuilder frames = new StringBuilder("program:\n");
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            String frame = """
                  - acquireNextImage: {swapchain: window, semaphore: acquired%1$d}
                  - queueSubmit:
                      queue: %2$s
                      wait: [{semaphore: acquired%1$d, stages: [%3$s]}]
                      commands:
                        - pipelineBarrier: {images: [{image: screen, srcStage: [%4$s], dstStage: [%5$s]%6$s, oldLayout: UNDEFINED, newLayout: TRANSFER_DST_OPTIMAL}]}
                        - clearColorImage: {image: screen, color: [%1$d, 0, 0, 1]}
                        - pipelineBarrier: {images: [{image: screen, srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [%7$s], oldLayout: TRANSFER_DST_OPTIMAL, newLayout: PRESENT_SRC_KHR}]}
                      signal: [{semaphore: drawn%1$d, stages: [ALL_COMMANDS]}]
                  - queuePresent: {queue: %2$s, swapchain: window, wait: [drawn%1$d]}
                """;
            String to = any(LAST);
            boolean writes = to.equals("CLEAR") || to.equals("ALL_COMMANDS");
            frames.append(frame.formatted(
                    i, queue, any(WAITS), any(FIRST), to, writes ? ", dstAccess: [TRANSFER_WRITE]" : "", any(LAST)));
        }
        return stream.replaceFirst(
                        "(?m)^images:\n",
                        "images:\n  - {name: screen, memory: local, offset: 448KiB, extent: [16, 16], format:"
                                + " R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_DST]}\n")
                .replaceFirst("(?m)^semaphores:\n", "swapchains:\n  window: {images: [screen]}\nsemaphores:\n")
                .replaceFirst("(?m)^program:\n", frames.toString());
    }

    private String any(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
