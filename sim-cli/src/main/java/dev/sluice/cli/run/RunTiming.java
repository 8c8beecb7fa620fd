// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * What a run cost the host; the only part of a result that differs between equal runs.
 *
 * @param threads that simulated
 * @param setupSeconds time to wire the machine
 * @param wallSeconds time of the simulation alone
 * @param cpuSeconds processor time of the simulating threads, of the simulation alone; 0 where the JVM does not tell
 */
public record RunTiming(int threads, double setupSeconds, double wallSeconds, double cpuSeconds) {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Takes the time of a run on the current thread, from its making on. */
    static final class Watch {

        private final long made = System.nanoTime();
        private long started;
        private long cpuStarted;

        /** The machine is wired and starts. */
        void start() {
            started = System.nanoTime();
            cpuStarted = cpuNanos();
        }

        /** The machine has ended. */
        RunTiming stop() {
            return new RunTiming(
                    1,
                    (started - made) / 1e9,
                    (System.nanoTime() - started) / 1e9,
                    Math.max(0, cpuNanos() - cpuStarted) / 1e9);
        }

        private static long cpuNanos() {
            return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
        }
    }
}
