// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.util.List;

/**
 * Which steps of a run are recorded.
 *
 * @param from where recording begins
 * @param to where it ends
 * @param watched only steps that touch one of these; all where there is none
 * @param maxSteps the most steps
 */
public record StepBounds(Mark from, Mark to, List<Watched> watched, int maxSteps) {

    /** The most steps that are recorded unless somebody says otherwise. */
    public static final int MAX_STEPS = 200_000;

    /** Everything, up to {@value #MAX_STEPS} steps. */
    public static final StepBounds ALL = new StepBounds(Mark.NONE, Mark.NONE, List.of(), MAX_STEPS);

    public StepBounds {
        watched = List.copyOf(watched);
    }

    /**
     * A place in a run: a cycle, or a command.
     *
     * @param cycle the cycle; -1 for none
     * @param command the id of a command or host operation; empty for none
     */
    public record Mark(long cycle, String command) {

        /** The begin, or the end. */
        public static final Mark NONE = new Mark(-1, "");

        /** Whether it names no place. */
        public boolean none() {
            return cycle < 0 && command.isEmpty();
        }
    }

    /**
     * Bytes of a buffer or image.
     *
     * @param resource its name
     * @param offset of the first byte in it
     * @param length bytes
     */
    public record Watched(String resource, long offset, long length) {}
}
