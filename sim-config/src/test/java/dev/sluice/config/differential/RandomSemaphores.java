// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Semaphores between the submissions of a {@link RandomStream}: every submission of a step signals to every one of the next.
 * Binary ones, or a timeline for each of the submissions that run at the same time.
 */
final class RandomSemaphores {

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final boolean careful;
    private final boolean timeline;
    private List<List<String>> waits = List.of();
    private List<List<String>> following = List.of();
    private int step;

    RandomSemaphores(SplittableRandom random, RandomBarriers barriers, boolean careful) {
        this.random = random;
        this.barriers = barriers;
        this.careful = careful;
        this.timeline = random.nextInt(3) == 0;
    }

    /** A step begins; the one after it has so many submissions. */
    void step(int next) {
        step++;
        waits = following;
        following = new ArrayList<>();
        for (int i = 0; i < next; i++) {
            following.add(new ArrayList<>());
        }
    }

    /** What a submission of this step waits for. */
    String waits(int lane) {
        return lane < waits.size() && !waits.get(lane).isEmpty()
                ? "wait: [" + String.join(", ", waits.get(lane)) + "]"
                : "";
    }

    /** What a submission of this step signals. */
    String signals(int lane) {
        List<String> signals = new ArrayList<>();
        for (int next = 0; next < following.size(); next++) {
            if (careful || random.nextInt(2) == 0) {
                String name = timeline ? "t" + lane + ", value: " + step : "s" + step + "x" + lane + "x" + next;
                following.get(next).add("{semaphore: " + name + ", stages: " + stages() + "}");
                if (!timeline || signals.isEmpty()) {
                    signals.add("{semaphore: " + name + ", stages: " + stages() + "}");
                }
            }
        }
        return signals.isEmpty() ? "" : "signal: [" + String.join(", ", signals) + "]";
    }

    /** A wait of the host for all submissions of this step, or nothing. */
    List<String> hostWaits(int lanes) {
        if (!timeline || following.isEmpty() || !careful) {
            return List.of();
        }
        List<String> all = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            all.add("{semaphore: t" + lane + ", value: " + step + "}");
        }
        return List.of("waitSemaphores: [" + String.join(", ", all) + "]");
    }

    private String stages() {
        return !careful && random.nextInt(3) == 0 ? barriers.anyStages() : "[ALL_COMMANDS]";
    }
}
