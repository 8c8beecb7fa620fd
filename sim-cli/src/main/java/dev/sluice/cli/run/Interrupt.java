// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.machine.Simulation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C: the first one asks the running machine to stop and gives the program time to write what it has; the JVM then
 * ends with the signal's exit code (130).
 */
public final class Interrupt {
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private boolean requested;
    private @Nullable Simulation machine;

    /** Listens to the end of the JVM. */
    public void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "interrupt"));
    }

    /** Stops {@code running} when the user asks, or at once when that has happened. */
    synchronized void watch(Simulation running) {
        machine = running;
        if (requested) {
            running.requestStop();
        }
    }

    /** Nothing is left to be written. */
    public void finished() {
        finished.countDown();
    }

    private void stop() {
        synchronized (this) {
            requested = true;
            if (machine == null) {
                return;
            }
            machine.requestStop();
        }
        try {
            if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("gave up waiting for the run to stop; results may be missing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
