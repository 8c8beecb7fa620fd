// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Request;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The lines of which a sender's reads are on their way, and what waits for them because it changes these lines; or the other way round.
 *
 * <p>For a sender that reads lines through another slice than it changes them in: by two ways what it sends later could be there first.
 */
final class LinesUnderWay {

    private static final int FEW = 16;

    private final int lineShift;

    /** By line, how many are on their way: open addressing, and no entry where there are none. */
    private long[] lines = new long[FEW];

    private int[] counts = new int[FEW];
    private int used;

    private Request[] waiting = new Request[1];
    private Component[] waiters = new Component[1];
    private int[] kinds = new int[1];
    private int[] arguments = new int[1];
    private int held;

    LinesUnderWay(int lineBytes) {
        this.lineShift = Integer.numberOfTrailingZeros(lineBytes);
    }

    /** Whether anything of a request's line is on its way. */
    boolean has(Request request) {
        return used != 0 && counts[place(request.address >>> lineShift)] != 0;
    }

    /** A request is on its way. */
    void add(Request sent) {
        if (used * 2 == lines.length) {
            grow();
        }
        long line = sent.address >>> lineShift;
        int at = place(line);
        if (counts[at]++ == 0) {
            lines[at] = line;
            used++;
        }
    }

    /** One has come; returns whether none of its line is on its way any more. */
    boolean remove(Request sent) {
        int at = place(sent.address >>> lineShift);
        if (counts[at] == 0 || --counts[at] != 0) {
            return false;
        }
        used--;
        close(at);
        return true;
    }

    /** A request waits until {@link #has} is no longer true of it. */
    void hold(Request request, Component waiter, int kind, int argument) {
        if (held == waiting.length) {
            waiting = Arrays.copyOf(waiting, held * 2);
            waiters = Arrays.copyOf(waiters, held * 2);
            kinds = Arrays.copyOf(kinds, held * 2);
            arguments = Arrays.copyOf(arguments, held * 2);
        }
        waiting[held] = request;
        waiters[held] = waiter;
        kinds[held] = kind;
        arguments[held++] = argument;
    }

    /** Says who waits for what is on its way, at which slices that is, and what has to happen there. */
    void describeWaits(WaitGraph graph, Function<Request, Port> slices, String over) {
        for (int i = 0; i < held; i++) {
            graph.edge(waiters[i], slices.apply(waiting[i]).owner(), over);
        }
    }

    /** Has those that need not wait any more wait for a credit of their ports. */
    void release(CrossbarPath path) {
        int kept = 0;
        for (int i = 0; i < held; i++) {
            if (has(waiting[i])) {
                waiting[kept] = waiting[i];
                waiters[kept] = waiters[i];
                kinds[kept] = kinds[i];
                arguments[kept++] = arguments[i];
            } else {
                Port port = path.port(waiting[i]);
                port.await(waiters[i], kinds[i], arguments[i]);
            }
        }
        held = kept;
    }

    private int place(long line) {
        int mask = lines.length - 1;
        int at = home(line);
        while (counts[at] != 0 && lines[at] != line) {
            at = at + 1 & mask;
        }
        return at;
    }

    private int home(long line) {
        return (int) (line * 0x9E3779B97F4A7C15L >>> 33) & lines.length - 1;
    }

    /** Moves entries that lie behind an empty place to where they are found. */
    private void close(int empty) {
        int mask = lines.length - 1;
        int hole = empty;
        for (int at = hole + 1 & mask; counts[at] != 0; at = at + 1 & mask) {
            if ((at - home(lines[at]) & mask) >= (at - hole & mask)) {
                lines[hole] = lines[at];
                counts[hole] = counts[at];
                counts[at] = 0;
                hole = at;
            }
        }
    }

    private void grow() {
        long[] oldLines = lines;
        int[] oldCounts = counts;
        lines = new long[oldLines.length * 2];
        counts = new int[lines.length];
        for (int i = 0; i < oldLines.length; i++) {
            if (oldCounts[i] != 0) {
                int at = place(oldLines[i]);
                lines[at] = oldLines[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
