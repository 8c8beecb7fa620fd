// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.view.Touches;
import java.util.Arrays;

/** What a slice notes of its lines and registers while somebody looks at it: when and for whom; no other run has one. */
final class SliceWatch implements Touches {

    final byte[] clients;
    final int[] commands;
    final long[] since;
    final long[] used;
    final long[] mshrSince;

    private final Cache cache;
    private final Touches lines;
    private final Runnable others;

    /**
     * @param lines told of lines, by number
     * @param others told when anything else may have changed
     */
    SliceWatch(Cache cache, int lineCount, int registers, Touches lines, Runnable others) {
        this.cache = cache;
        this.lines = lines;
        this.others = others;
        clients = new byte[lineCount];
        commands = new int[lineCount];
        since = new long[lineCount];
        used = new long[lineCount];
        mshrSince = new long[registers];
        Arrays.fill(commands, -1);
    }

    /** A line was put into a way. */
    void placed(int line, Request r) {
        clients[line] = r.client;
        commands[line] = r.command;
        since[line] = cache.now();
        used[line] = cache.now();
        touched(line);
    }

    /** Two lines change places, with what is noted of them. */
    void exchanged(int a, int b) {
        byte client = clients[a];
        clients[a] = clients[b];
        clients[b] = client;
        int command = commands[a];
        commands[a] = commands[b];
        commands[b] = command;
        exchange(since, a, b);
        exchange(used, a, b);
    }

    private static void exchange(long[] cycles, int a, int b) {
        long cycle = cycles[a];
        cycles[a] = cycles[b];
        cycles[b] = cycle;
    }

    /** An access used a line. */
    void used(int line) {
        used[line] = cache.now();
        touched(line);
    }

    /** A register was opened for a line. */
    void opened(int entry) {
        mshrSince[entry] = cache.now();
        others.run();
    }

    /** Anything but a line may have changed. */
    void touchedOthers() {
        others.run();
    }

    @Override
    public void touched(long line) {
        lines.touched(line);
        others.run();
    }
}
