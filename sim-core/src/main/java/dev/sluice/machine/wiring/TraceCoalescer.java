// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceBlock;
import dev.sluice.machine.trace.TraceKind;
import java.util.Arrays;

/** Makes requests of the lanes of an access: one for each line that they touch, in the order of the lanes. */
final class TraceCoalescer {

    private final RequestPool pool;
    private final TraceRequests requests;
    private final int unit;
    private final int[] longest = new int[Entrance.all().size()];
    private final int[] longestAtomic = new int[longest.length];
    private Request[] made = new Request[64];
    private int count;
    private int site;

    /** @param unit the compute unit whose accesses they are */
    TraceCoalescer(RequestPool pool, TraceRequests requests, int unit) {
        this.pool = pool;
        this.unit = unit;
        this.requests = requests;
    }

    /** Says by which path an entrance's accesses go. */
    void path(Entrance entrance, Downstream path) {
        longest[entrance.ordinal()] = Math.min(path.maxRequestBytes(), Request.MAX_BYTES);
        longestAtomic[entrance.ordinal()] = Math.min(path.maxAtomicBytes(), longest[entrance.ordinal()]);
    }

    Request request(int i) {
        return made[i];
    }

    /**
     * Makes the requests of an access; returns how many they are.
     *
     * @param kernel a number of its kernel: addresses of instructions begin anew in each
     */
    int coalesce(TraceBlock.Cursor access, int kernel) {
        count = 0;
        site = TraceRequests.site((long) kernel << Integer.SIZE ^ access.site());
        int entrance = access.entrance().ordinal();
        boolean atomic = access.kind() == TraceKind.ATOMIC;
        int line = atomic ? longestAtomic[entrance] : longest[entrance];
        int lanes = access.lanes();
        for (int lane = 0; lane < lanes; lane++) {
            long from = access.address(lane);
            int left = access.width();
            while (left > 0) {
                int length = (int) Math.min(left, line - (from & line - 1));
                add(access, requests.place(from), length, line, atomic);
                from += length;
                left -= length;
            }
        }
        for (int i = 0; i < count; i++) {
            requests.counted(made[i]);
        }
        return count;
    }

    private void add(TraceBlock.Cursor access, long address, int bytes, int line, boolean atomic) {
        long base = address & -line;
        Request request = null;
        for (int i = count - 1; i >= 0 && request == null; i--) {
            request = made[i].address == base ? made[i] : null;
        }
        if (request == null) {
            request = pool.acquire();
            request.start(
                    access.kind().ordinal(), base, 0, access.entrance().client().ordinal(), TraceRequests.COMMAND, 0);
            request.flags = (byte) access.flags();
            request.origin(unit, site);
            if (atomic) {
                AtomicOperands operands = request.newAtomics();
                operands.clear(AtomicOperands.MAX_LANES);
                operands.operation = AtomicOperands.Operation.ADD;
                operands.elementBytes = Integer.BYTES;
                operands.signed = false;
                operands.floating = false;
            }
            if (count == made.length) {
                made = Arrays.copyOf(made, count * 2);
            }
            made[count++] = request;
        }
        int offset = (int) (address - base);
        request.addBytes(offset, bytes);
        AtomicOperands operands = atomic ? request.atomics() : null;
        if (operands != null && operands.count < AtomicOperands.MAX_LANES) {
            operands.elementBytes = bytes >= Long.BYTES ? Long.BYTES : Integer.BYTES;
            operands.add(offset & -Integer.BYTES, 0, 0, 0);
        }
    }
}
