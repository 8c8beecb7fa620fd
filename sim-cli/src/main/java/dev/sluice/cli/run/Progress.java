package dev.sluice.cli.run;

import dev.sluice.cli.report.Quantity;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** One line on a terminal that says how far a run is, renewed a few times a second and wiped at the end. */
final class Progress implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 400;
    private static final long PERIOD_MILLIS = 200;
    private static final int WIDTH = 70;

    private final PrintWriter err;
    private final String name;
    private final LongSupplier cycle;
    private final long startNanos = System.nanoTime();
    private final Thread thread;
    private boolean shown;

    Progress(PrintWriter err, String name, LongSupplier cycle) {
        this.err = err;
        this.name = name;
        this.cycle = cycle;
        thread = new Thread(this::watch, "progress");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        try {
            Thread.sleep(PATIENCE_MILLIS);
            while (true) {
                shown = true;
                line(name + "  " + Quantity.count(cycle.getAsLong()) + " cycles, "
                        + Quantity.time((double) (System.nanoTime() - startNanos)));
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
