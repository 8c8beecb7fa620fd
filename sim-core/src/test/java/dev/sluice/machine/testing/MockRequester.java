// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scripted client: sends reads, writes and atomics at given cycles, in order, and notes when each was answered with what.
 *
 * <p>Accesses must not cross what the path down takes as one request.
 */
public final class MockRequester extends Component {

    private static final int ISSUE = 0;
    private static final int CREDIT = 1;
    private static final int REPLY = 2;

    /** One access of the script. */
    public static final class Access {
        /** A kind of {@link Request}. */
        public final int kind;
        /** Address of the first byte. */
        public final long address;
        /** Bytes to write, or a buffer for those read. */
        public final byte[] data;
        /** Flags of {@link Request}. */
        public int flags;
        /** Version that its bytes carry. */
        public int agent;
        /** Command for attribution. */
        public int command = -1;
        /** Unit that issues it. */
        public int unit = Request.NO_UNIT;
        /** Instruction that issues it. */
        public int site = Request.NO_SITE;
        /** Client for attribution. */
        public Client client = Client.STORAGE;
        /** Operand of an atomic add. */
        public long operand;
        /** Byte offsets of an atomic's lanes from its address. */
        public int[] lanes = {0};
        /** Whether an atomic is of binary32 numbers. */
        public boolean floating;
        /** Old value that an atomic saw. */
        public long result;
        /** Cycle of sending, -1 before. */
        public long sent = -1;
        /** Cycle of the answer, -1 before. */
        public long answered = -1;
        /** Versions of the bytes read. */
        public final int[] versions;
        /** Who answered a read. */
        public @Nullable Component servedBy;

        Access(int kind, long address, byte[] data) {
            this.kind = kind;
            this.address = address;
            this.data = data;
            this.versions = new int[data.length];
        }

        /** Whether it was answered. */
        public boolean done() {
            return answered >= 0;
        }

        /** Cycles from sending to the answer. */
        public long latency() {
            return answered - sent;
        }

        /** Adds flags of {@link Request}. */
        public Access with(int more) {
            flags |= more;
            return this;
        }

        /** Sets the unit and the site that issue it. */
        public Access origin(int issuer, int instruction) {
            unit = issuer;
            site = instruction;
            return this;
        }

        /** Sets the command for attribution. */
        public Access command(int index) {
            command = index;
            return this;
        }
    }

    /** The version of accesses from now on. */
    public int agent = 1;
    /** Every access, in the order of scripting. */
    public final List<Access> accesses = new ArrayList<>();

    private final RequestPool pool;
    private final Downstream down;
    private final Deque<Request> queue = new ArrayDeque<>();
    /** Which access a pooled request serves at the moment. */
    private final List<Integer> byRequest = new ArrayList<>();

    private boolean waiting;
    private long issued;
    private long answered;

    /** A requester in front of {@code down}; adds itself to the engine. */
    public MockRequester(Engine engine, String name, RequestPool pool, Downstream down) {
        super(engine, name);
        this.pool = pool;
        this.down = down;
        engine.add(this);
    }

    /** Reads at the given cycle. */
    public Access read(long cycle, long address, int size) {
        return script(cycle, new Access(Request.READ, address, new byte[size]));
    }

    /** Writes at the given cycle. */
    public Access write(long cycle, long address, byte... data) {
        return script(cycle, new Access(Request.WRITE, address, data));
    }

    /** Adds to a 32-bit word at the given cycle. */
    public Access atomicAdd(long cycle, long address, int operand) {
        Access access = script(cycle, new Access(Request.ATOMIC, address, new byte[4]));
        access.operand = operand;
        return access;
    }

    /** Adds to 32-bit words of a line at the given cycle, a lane each; several may be on one word. */
    public Access atomicAdds(long cycle, long address, int... lanes) {
        int bytes = Arrays.stream(lanes).max().orElse(0) + 4;
        Access access = script(cycle, new Access(Request.ATOMIC, address, new byte[bytes]));
        access.operand = 1;
        access.lanes = lanes;
        return access;
    }

    /** Accesses not answered yet. */
    public long outstanding() {
        return issued - answered;
    }

    private Access script(long cycle, Access access) {
        access.agent = agent;
        accesses.add(access);
        engine().scheduleAt(this, cycle, ISSUE, accesses.size() - 1);
        return access;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case ISSUE -> {
                queue.add(request(argument));
                issued++;
                pump();
            }
            case CREDIT -> {
                waiting = false;
                Request head = queue.remove();
                accesses.get(byRequest.get(head.index)).sent = now();
                down.sendAwaited(head);
                pump();
            }
            case REPLY -> answer(pool.get(argument));
            default -> throw new IllegalStateException("kind " + kind);
        }
    }

    private Request request(int index) {
        Access access = accesses.get(index);
        Request request = pool.acquire();
        long base = access.address & -Request.SECTOR_BYTES;
        int from = (int) (access.address - base);
        request.start(access.kind, base, 0, access.client.ordinal(), access.command, access.agent);
        request.flags = (byte) access.flags;
        request.origin(access.unit, access.site);
        request.addBytes(from, access.data.length);
        Payload payload = request.payload;
        if (payload != null && access.kind == Request.WRITE) {
            System.arraycopy(access.data, 0, payload.data(), from, access.data.length);
            for (int s = 0; s < Request.MAX_SECTORS; s++) {
                payload.setVersion(s, access.agent);
            }
        }
        if (access.kind == Request.ATOMIC) {
            AtomicOperands atomics = request.newAtomics();
            atomics.operation = AtomicOperands.Operation.ADD;
            atomics.elementBytes = 4;
            atomics.signed = false;
            atomics.floating = access.floating;
            atomics.clear(access.lanes.length);
            for (int lane : access.lanes) {
                atomics.add(from + lane, access.operand, 0, 0);
            }
        }
        remember(request, index);
        request.replyTo(this, REPLY, request.index);
        return request;
    }

    private void pump() {
        while (!waiting && !queue.isEmpty()) {
            Request head = queue.element();
            if (!down.trySend(head)) {
                waiting = true;
                down.await(head, this, CREDIT, 0);
                return;
            }
            queue.remove();
            accesses.get(byRequest.get(head.index)).sent = now();
        }
    }

    private void remember(Request request, int access) {
        while (byRequest.size() <= request.index) {
            byRequest.add(-1);
        }
        byRequest.set(request.index, access);
    }

    private void answer(Request request) {
        Access access = accesses.get(byRequest.get(request.index));
        if (access.done()) {
            throw new IllegalStateException("answered twice: access to " + access.address);
        }
        access.answered = now();
        access.servedBy = request.servedBy();
        answered++;
        Payload payload = request.payload;
        int from = (int) (access.address & 31);
        if (payload != null && access.kind == Request.READ) {
            System.arraycopy(payload.data(), from, access.data, 0, access.data.length);
            for (int i = 0; i < access.data.length; i++) {
                access.versions[i] = payload.byteVersion(from + i);
            }
        }
        if (access.kind == Request.ATOMIC && request.atomics() != null) {
            access.result = request.atomics().results[0];
        }
        pool.release(request);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "accesses", issued, answered);
    }
}
