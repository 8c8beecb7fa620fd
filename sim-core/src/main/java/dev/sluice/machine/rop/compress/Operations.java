package dev.sluice.machine.rop.compress;

import dev.sluice.machine.request.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A unit's operations in order of arrival: those that conflict go one after the other. */
final class Operations {

    private final CompressionUnit unit;
    private final int tileBytes;
    private Operation[] all = new Operation[0];
    private @Nullable Operation free;
    private @Nullable Operation oldest;
    private @Nullable Operation newest;
    private long began;
    private long ended;

    Operations(CompressionUnit unit, int tileBytes) {
        this.unit = unit;
        this.tileBytes = tileBytes;
    }

    Operation get(int index) {
        return all[index];
    }

    /** Takes an operation that is not in use. */
    Operation take(int kind) {
        if (free == null) {
            grow();
        }
        Operation op = free;
        if (op == null) {
            throw new IllegalStateException(unit.name() + ": no operation came to be");
        }
        free = op.next;
        op.start(kind);
        return op;
    }

    private void grow() {
        int old = all.length;
        all = Arrays.copyOf(all, old + CompressionUnit.OPERATIONS);
        for (int i = all.length - 1; i >= old; i--) {
            Operation made = new Operation(i, tileBytes);
            all[i] = made;
            made.next = free;
            free = made;
        }
    }

    /** Puts an operation behind all others; says whether it need not wait for one of them. */
    boolean enter(Operation op) {
        began++;
        for (Operation other = oldest; other != null; other = other.next) {
            if (op.conflicts(other)) {
                op.blockers++;
            }
        }
        Operation last = newest;
        op.previous = last;
        op.next = null;
        if (last == null) {
            oldest = op;
        } else {
            last.next = op;
        }
        newest = op;
        return op.blockers == 0;
    }

    /** Takes an operation out and lets those begin that waited for it alone. */
    void leave(Operation op) {
        Operation before = op.previous;
        Operation after = op.next;
        if (before == null) {
            oldest = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.previous = before;
        }
        ended++;
        for (Operation waiting = after; waiting != null; waiting = waiting.next) {
            if (waiting.conflicts(op) && --waiting.blockers == 0) {
                unit.engine().schedule(unit, 0, CompressionUnit.BEGIN, waiting.index);
            }
        }
    }

    /** Gives an operation back that has left. */
    void free(Operation op) {
        op.previous = null;
        op.next = free;
        free = op;
    }

    /** The operation that serves a request, or null. */
    @Nullable
    Operation of(Request request) {
        for (Operation op = oldest; op != null; op = op.next) {
            if (op.request == request) {
                return op;
            }
        }
        return null;
    }

    long active() {
        return began - ended;
    }

    long began() {
        return began;
    }

    long ended() {
        return ended;
    }
}
