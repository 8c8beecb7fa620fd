// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.cli.input.BoundedLines;
import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of requests, read by a thread of their own: whoever takes them can be told that no more come while that thread
 * waits for the next one, which nothing can end.
 */
final class RequestLines {

    /** @param cut whether the line is longer, and only its begin is here */
    record Line(String text, boolean cut) {}

    /** What was read: a line, or why there is none. */
    private record Read(@Nullable Line line, @Nullable IOException failure) {}

    /** What was read and not taken yet. */
    private @Nullable Read read;

    /** Nothing comes after it. */
    private boolean ended;

    /**
     * Begins to read.
     *
     * @param longest as many characters are given of a line
     */
    RequestLines(BufferedReader in, int longest) {
        BoundedLines lines = new BoundedLines(in, longest);
        Thread reader = new Thread(() -> readAll(lines), "requests");
        reader.setDaemon(true);
        reader.start();
    }

    private void readAll(BoundedLines lines) {
        try {
            Read next;
            do {
                next = nextOf(lines);
            } while (handedOver(next) && next.line() != null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    private static Read nextOf(BoundedLines lines) {
        try {
            String text = lines.next();
            return new Read(text == null ? null : new Line(text, lines.cut()), null);
        } catch (IOException e) {
            return new Read(null, e);
        }
    }

    /** Waits until what was read before is taken; false if no more is wanted. */
    private synchronized boolean handedOver(Read next) throws InterruptedException {
        while (read != null && !ended) {
            wait();
        }
        if (!ended) {
            read = next;
            notifyAll();
        }
        return !ended;
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The next line; null at the end, and once they are stopped. */
    synchronized @Nullable Line next() throws IOException, InterruptedException {
        while (read == null && !ended) {
            wait();
        }
        Read taken = read;
        read = null;
        notifyAll();
        if (taken == null) {
            return null;
        }
        if (taken.failure() != null) {
            throw taken.failure();
        }
        return taken.line();
    }

    /** No more lines are given, to one who waits for the next either; from any thread. */
    synchronized void stop() {
        read = null;
        end();
    }
}
