// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import java.io.IOException;
import java.nio.file.Path;

/** Which calls into the file system fail: counts them while it is armed. */
final class FaultPlan {
    /** What every fault says. */
    static final String REASON = "injected fault";

    private static final FaultPlan NONE = new FaultPlan(0, 0, Long.MAX_VALUE);
    private static FaultPlan armed = NONE;
    private static String below = "";

    /** What is asked of the file system. Deleting never fails: a file that cannot be deleted stays, whatever a program does. */
    enum Call {
        ATTRIBUTES,
        CHANGE,
        OPEN,
        READ,
        WRITE,
        CLOSE,
        MOVE,
        LIST
    }

    private final long first;
    private final long last;
    private final long capacity;
    private long calls;
    private long written;
    private String failed = "";

    private FaultPlan(long first, long last, long capacity) {
        this.first = first;
        this.last = last;
        this.capacity = capacity;
    }

    /** Nothing fails; calls are counted. */
    static FaultPlan counting() {
        return new FaultPlan(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** The n-th call fails, from 1. */
    static FaultPlan once(long n) {
        return new FaultPlan(n, n, Long.MAX_VALUE);
    }

    /** The n-th call fails, and all that come after it. */
    static FaultPlan from(long n) {
        return new FaultPlan(n, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** The disk is full after so many bytes. */
    static FaultPlan full(long capacity) {
        return new FaultPlan(Long.MAX_VALUE, Long.MAX_VALUE, capacity);
    }

    /** Makes calls fail from now on, if they are about files below a folder. */
    static synchronized void arm(FaultPlan plan, Path folder) {
        armed = plan;
        below = folder.toString();
    }

    /** Lets all calls through from now on. */
    static synchronized void disarm() {
        armed = NONE;
    }

    /** Counts a call. */
    static synchronized void call(Call call, Path what) throws IOException {
        FaultPlan plan = armed;
        if (plan == NONE || !what.toAbsolutePath().toString().startsWith(below)) {
            return;
        }
        plan.calls++;
        if (plan.calls >= plan.first && plan.calls <= plan.last) {
            plan.fail(call, what);
            throw new IOException(REASON);
        }
    }

    /** How many of some bytes there is room for; to ask for more than that is a fault. */
    static synchronized int room(int bytes, Path what) throws IOException {
        FaultPlan plan = armed;
        if (plan == NONE) {
            return bytes;
        }
        int room = (int) Math.min(bytes, plan.capacity - plan.written);
        if (room == 0 && bytes > 0) {
            plan.fail(Call.WRITE, what);
            throw new IOException(REASON);
        }
        plan.written += room;
        return room;
    }

    private void fail(Call call, Path what) {
        if (failed.isEmpty()) {
            failed = call + " of " + what;
        }
    }

    /** How many calls there were. */
    synchronized long calls() {
        return calls;
    }

    /** How many bytes were written. */
    synchronized long written() {
        return written;
    }

    /** What failed first; empty for nothing. */
    synchronized String failed() {
        return failed;
    }
}
