// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.machine.Simulation;
import java.util.Arrays;
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
    private @Nullable Runnable stop;

    /** Listens to the end of the JVM. */
    public void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::atExit, "interrupt"));
    }

    /** Stops {@code running} when the user asks, or at once when that has happened. */
    void watch(Simulation running) {
        watch(running::requestStop);
    }

    /** Does {@code how} when the user asks, or at once when that has happened; in place of what was watched before. */
    public synchronized void watch(Runnable how) {
        stop = how;
        if (requested) {
            how.run();
        }
    }

    /** The user asks; false if there is nothing that could be stopped yet. */
    public synchronized boolean request() {
        requested = true;
        if (stop == null) {
            return false;
        }
        stop.run();
        return true;
    }

    /** Nothing is left to be written. */
    public void finished() {
        finished.countDown();
    }

    private void atExit() {
        // in this order: the program itself has finished before it ends the JVM, which a signal may come to while it
        // looks
        if (endedFromWithin() && finished.getCount() > 0) {
            System.err.println("a plug-in ended the program (System.exit); results may be missing");
            return;
        }
        if (!request()) {
            return;
        }
        try {
            if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("gave up waiting for the run to stop; results may be missing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether something that runs here ended the JVM, a plug-in for instance, and not a signal: its thread waits for the
     * JVM's end, so what it was at would be waited for in vain.
     */
    private static boolean endedFromWithin() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(Runtime.class.getName())
                        && frame.getMethodName().equals("exit"));
    }
}
