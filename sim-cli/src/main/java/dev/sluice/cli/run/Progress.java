// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.cli.report.Quantity;
import java.io.PrintWriter;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One line on a terminal that says how far a run is, renewed a few times a second and wiped at the end. */
final class Progress implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 400;
    private static final long PERIOD_MILLIS = 200;
    private static final int WIDTH = 70;

    private final PrintWriter err;
    private final Supplier<String> text;
    private final long startNanos = System.nanoTime();
    private final Thread thread;
    private boolean shown;

    Progress(PrintWriter err, String name, LongSupplier cycle) {
        this(err, () -> name + "  " + Quantity.count(cycle.getAsLong()) + " cycles");
    }

    /**
     * Begins to show a text.
     *
     * @param text asked a few times a second, from another thread
     */
    Progress(PrintWriter err, Supplier<String> text) {
        this.err = err;
        this.text = text;
        thread = new Thread(this::watch, "progress");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            Thread.sleep(PATIENCE_MILLIS);
            while (true) {
                shown = true;
                line(text.get() + ", " + Quantity.time((double) (System.nanoTime() - startNanos)));
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            if (shown) {
                line("");
                err.print('\r');
                err.flush();
            }
        }
    }

    private void line(String text) {
        err.print("\r" + text + " ".repeat(Math.max(0, WIDTH - text.length())));
        err.flush();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
