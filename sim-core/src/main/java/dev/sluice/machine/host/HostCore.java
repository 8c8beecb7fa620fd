// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.memory.MemoryMode;
import dev.sluice.machine.request.AtomicOperands;
import org.jspecify.annotations.Nullable;

/** The operation that a host thread executes, and how far it has come. */
final class HostCore {

    static final int IDLE = 0;
    static final int STORE = 1;
    static final int LOAD = 2;
    static final int ATOMIC = 3;
    static final int FLUSH = 4;
    static final int INVALIDATE = 5;
    static final int FENCE = 6;
    static final int DOORBELL = 7;

    final int index;
    final WriteCombiningBuffers writeCombining;
    /** Bytes that the core loads or stores per cycle. */
    final BandwidthServer bytes;
    /** Lines that maintenance looks at per cycle. */
    final BandwidthServer lines;

    final AtomicOperands atomic = new AtomicOperands();

    int operation = IDLE;
    boolean cached;
    long start;
    long end;
    long cursor;
    byte @Nullable [] data;
    int dataFrom;
    int agent;

    /** Misses, uncached accesses and write-backs that the operation waits for. */
    int outstanding;
    /** Cycle at which the last access that hit is done. */
    long doneAt;

    boolean wakeScheduled;

    @Nullable
    Component replyTo;

    int replyKind;
    int replyArgument;

    @Nullable
    Component device;

    int deviceKind;
    int deviceArgument;

    HostCore(int index, WriteCombiningBuffers writeCombining, BandwidthServer bytes, BandwidthServer lines) {
        this.index = index;
        this.writeCombining = writeCombining;
        this.bytes = bytes;
        this.lines = lines;
    }

    void begin(
            int what,
            long address,
            long size,
            boolean throughCaches,
            int operationAgent,
            Component to,
            int kind,
            int argument) {
        if (operation != IDLE) {
            throw new IllegalStateException("host thread " + index + " is still at its previous operation");
        }
        operation = what;
        start = address;
        cursor = address;
        end = address + size;
        cached = throughCaches;
        agent = operationAgent;
        outstanding = 0;
        doneAt = 0;
        replyTo = to;
        replyKind = kind;
        replyArgument = argument;
    }

    /** Whether the write-combining buffers are empty, if the operation ends only when they are. */
    boolean drained() {
        return switch (operation) {
            case FENCE, DOORBELL, FLUSH, INVALIDATE -> writeCombining.empty();
            default -> true;
        };
    }

    /** How many of the operation's bytes lie between the cursor and the end of the cursor's line. */
    int bytesInLine(int lineBytes) {
        return (int) (Math.min(end, (cursor & -lineBytes) + lineBytes) - cursor);
    }

    byte[] bytesOfProgram() {
        byte[] array = data;
        if (array == null) {
            throw new IllegalStateException("a store without data");
        }
        return array;
    }

    /** Where in the program's array the byte of an address lies. */
    int position(long address) {
        return dataFrom + (int) (address - start);
    }

    static boolean cached(MemoryMode mode) {
        if (mode == MemoryMode.DEVICE_ONLY) {
            throw new IllegalArgumentException("the host cannot reach memory that is not HOST_VISIBLE");
        }
        return mode.cached();
    }
}
