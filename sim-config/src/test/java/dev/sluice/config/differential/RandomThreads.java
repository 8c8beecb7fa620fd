// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/** The host threads of a {@link RandomStream}: the first one passes some of its operations on to a second one. */
final class RandomThreads {

    private final SplittableRandom random;
    private final boolean two;
    private final int carelessness;
    private final StringBuilder main = new StringBuilder();
    private final StringBuilder other = new StringBuilder();
    private boolean away;
    private int turns;

    /** @param carelessness how many of a hundred waits for the other thread are left out */
    RandomThreads(SplittableRandom random, int carelessness) {
        this.random = random;
        this.carelessness = carelessness;
        this.two = random.nextInt(3) == 0;
    }

    /** The program, and the other thread's if there is one. */
    String text() {
        return "program:\n" + main + (other.isEmpty() ? "" : "threads:\n  other:\n" + other);
    }

    /** Perhaps lets the other thread go on. */
    void begin(boolean ordered) {
        away = two && random.nextInt(3) == 0;
        if (away) {
            turns++;
            line(main, "signalSemaphore: {semaphore: go, value: " + turns + "}");
            if (ordered || random.nextInt(100) >= carelessness) {
                line(other, "waitSemaphores: [{semaphore: go, value: " + turns + "}]");
            }
        }
    }

    /** The first thread goes on. */
    void end(boolean ordered) {
        if (away) {
            line(other, "signalSemaphore: {semaphore: done, value: " + turns + "}");
            if (ordered || random.nextInt(100) >= carelessness) {
                line(main, "waitSemaphores: [{semaphore: done, value: " + turns + "}]");
            }
            away = false;
        }
    }

    void operation(String operation) {
        line(away ? other : main, operation);
    }

    /** An operation with keys of its own, each a line; lists in it have been given their indentation. */
    void operation(String operation, List<String> keys) {
        operation(operation);
        String indent = away ? "        " : "      ";
        for (String key : keys) {
            (away ? other : main).append(indent).append(key).append('\n');
        }
    }

    private void line(StringBuilder to, String operation) {
        to.append(to == other ? "    - " : "  - ").append(operation).append('\n');
    }
}
