// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.request.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A unit's operations in order of arrival: those that conflict go one after the other. */
final class Operations {

    private final CompressionUnit unit;
    private final int tileBytes;
    private CompressionOperation[] all = new CompressionOperation[0];
    private @Nullable CompressionOperation free;
    private @Nullable CompressionOperation oldest;
    private @Nullable CompressionOperation newest;
    /** Those under way that change what others may see: without any, none conflicts. */
    private int changing;

    private long began;
    private long ended;

    Operations(CompressionUnit unit, int tileBytes) {
        this.unit = unit;
        this.tileBytes = tileBytes;
    }

    CompressionOperation get(int index) {
        return all[index];
    }

    /** Takes an operation that is not in use. */
    CompressionOperation take(int kind) {
        if (free == null) {
            grow();
        }
        CompressionOperation op = free;
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
            CompressionOperation made = new CompressionOperation(i, tileBytes);
            all[i] = made;
            made.next = free;
            free = made;
        }
    }

    /** Puts an operation behind all others; says whether it need not wait for one of them. */
    boolean enter(CompressionOperation op) {
        began++;
        if (op.changes || changing > 0) {
            for (CompressionOperation other = oldest; other != null; other = other.next) {
                if (op.conflicts(other)) {
                    op.blockers++;
                }
            }
        }
        changing += op.changes ? 1 : 0;
        CompressionOperation last = newest;
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
    void leave(CompressionOperation op) {
        CompressionOperation before = op.previous;
        CompressionOperation after = op.next;
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
        changing -= op.changes ? 1 : 0;
        if (!op.changes && changing == 0) {
            return;
        }
        for (CompressionOperation waiting = after; waiting != null; waiting = waiting.next) {
            if (waiting.conflicts(op) && --waiting.blockers == 0) {
                unit.engine().schedule(unit, 0, CompressionUnit.BEGIN, waiting.index);
            }
        }
    }

    /** Gives an operation back that has left. */
    void free(CompressionOperation op) {
        op.previous = null;
        op.next = free;
        free = op;
    }

    /** The operation that serves a request, or null. */
    @Nullable
    CompressionOperation of(Request request) {
        for (CompressionOperation op = oldest; op != null; op = op.next) {
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
