// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What the host threads of a {@link RandomStream} do between submissions. */
final class RandomHost {

    private static final int CHUNK = RandomStream.CHUNK;
    private static final String INVALIDATE =
            "invalidateMappedMemoryRanges: [{memory: cached, offset: 0, size: WHOLE_SIZE}]";

    private final SplittableRandom random;
    private final RandomThreads threads;
    private final boolean careful;
    private final List<String> openFences = new ArrayList<>();
    /** Waits each of which comes after all that was submitted. */
    private final List<String> waits = new ArrayList<>();

    RandomHost(SplittableRandom random, RandomThreads threads, boolean careful) {
        this.random = random;
        this.threads = threads;
        this.careful = careful;
    }

    /** States what was submitted: its fences, and what waits for all of it. */
    void submitted(List<String> fences, List<String> complete) {
        openFences.addAll(fences);
        waits.clear();
        waits.addAll(complete);
    }

    void work() {
        int count = random.nextInt(4);
        threads.begin(careful);
        if (careful && count > 0) {
            int choice = random.nextInt(waits.size() + 1);
            threads.operation(choice < waits.size() ? waits.get(choice) : "deviceWaitIdle: {}");
            threads.operation(INVALIDATE);
        }
        for (int i = 0; i < count; i++) {
            operation();
        }
        threads.end(careful);
    }

    private void operation() {
        String buffer = random.nextBoolean() ? "h" : "k";
        int offset = random.nextInt(2) * CHUNK;
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                threads.operation("hostWrite: {buffer: " + buffer + ", offset: " + offset
                        + ", data: {type: u32, pattern: iota, start: " + random.nextInt(1000) + ", count: " + CHUNK / 4
                        + "}}");
                if (careful || random.nextInt(4) != 0) {
                    threads.operation("flushMappedMemoryRanges: [{memory: cached, offset: 0, size: WHOLE_SIZE}]");
                }
            }
            case 2, 3 -> {
                if (random.nextInt(4) != 0) {
                    threads.operation(INVALIDATE);
                }
                threads.operation("hostRead: {buffer: " + buffer + ", offset: " + offset + ", size: " + CHUNK + "}");
            }
            case 4 -> threads.operation("deviceWaitIdle: {}");
            case 5 ->
                threads.operation("invalidateMappedMemoryRanges: [{memory: cached, offset: " + offset + ", size: "
                        + CHUNK + "}]");
            default -> {
                if (!openFences.isEmpty()) {
                    threads.operation("waitForFences: [" + openFences.remove(random.nextInt(openFences.size())) + "]");
                }
            }
        }
    }
}
