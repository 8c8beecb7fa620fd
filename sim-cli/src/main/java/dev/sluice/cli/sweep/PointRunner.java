// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.run.Session;
import java.util.List;

/** Runs the points of a sweep that are still missing, wherever. */
@FunctionalInterface
public interface PointRunner {

    /**
     * Runs points until all are done or somebody interrupts, and puts their records into the journal as they come.
     *
     * @return false when somebody interrupted
     */
    boolean run(List<Point> points, Journal journal);

    /** Makes the runner of a sweep. */
    @FunctionalInterface
    interface Factory {
        /**
         * A runner.
         *
         * @param inputs what was read already to plan the sweep
         * @param jobs points at a time, where the runner decides that
         */
        PointRunner of(Session session, SharedInputs inputs, int jobs);
    }
}
