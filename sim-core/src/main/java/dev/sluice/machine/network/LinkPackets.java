// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.LinkSpec;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;

/**
 * What requests and completions weigh on the link.
 *
 * <p>A packet is a header and up to {@code maxPayload} bytes. A PCIe transaction-layer packet has a header of 16 bytes with
 * 64-bit addresses and 8 bytes of framing, sequence number and checksum around it; an on-chip link has none. Byte enables
 * are given per packet for whole 4-byte words at its ends only, so a write whose mask has holes becomes a packet per run. Where the
 * device says so, a packet with little data takes the time of one with more: packets a second have a limit, too.
 */
final class LinkPackets {

    /** Header, framing and checksum of a PCIe packet. */
    static final int PCIE_HEADER_BYTES = 24;

    private static final long NIBBLE_LOW = 0x1111_1111_1111_1111L;

    private final int headerBytes;
    private final int maxPayload;
    private final int leastPayload;

    LinkPackets(LinkSpec spec) {
        this.headerBytes = spec.kind() == LinkSpec.Kind.ONCHIP ? 0 : PCIE_HEADER_BYTES;
        this.maxPayload = spec.maxPayload();
        this.leastPayload = spec.leastPayload();
    }

    int headerBytes() {
        return headerBytes;
    }

    /** Bytes on the wire of {@code payload} bytes in one run. */
    long run(int payload) {
        return payload + (long) headerBytes * Math.max(1, (payload + maxPayload - 1) / maxPayload);
    }

    /** Bytes on the wire of a request on its way out. */
    long request(Request request) {
        if (request.kind == Request.WRITE) {
            return write(request);
        }
        AtomicOperands atomics = request.atomics();
        if (request.kind == Request.ATOMIC && atomics != null) {
            return run(Math.max(leastPayload, atomics.count * atomics.elementBytes));
        }
        return headerOnly();
    }

    /** Bytes of data in a request on its way out. */
    static int requestPayload(Request request) {
        return request.kind == Request.READ ? 0 : request.byteCount();
    }

    /** Bytes on the wire of the completion of a read or an atomic. */
    long completion(Request request) {
        return run(completionPayload(request));
    }

    /** Bytes of data in a completion. */
    static int completionPayload(Request request) {
        return request.kind == Request.READ ? request.sectorCount() * Request.SECTOR_BYTES : request.byteCount();
    }

    private long headerOnly() {
        return Math.max(1, headerBytes); // an on-chip request still takes its turn
    }

    private long write(Request request) {
        int runs = 0;
        int words = 0;
        long carry = 0;
        for (int word = 0; word < Request.MAX_BYTES / Long.SIZE; word++) {
            long mask = request.byteMask(word);
            runs += Long.bitCount(mask & ~(mask << 1 | carry));
            carry = mask >>> 63;
            words += Long.bitCount((mask | mask >>> 1 | mask >>> 2 | mask >>> 3) & NIBBLE_LOW);
        }
        int payload = words * 4;
        long taken = leastPayload == 0 ? payload : taken(request);
        return Math.max(1, taken + (long) headerBytes * (runs + Math.max(0, payload - 1) / maxPayload));
    }

    /** Bytes of which the packets of a write take the time. */
    private long taken(Request request) {
        long taken = 0;
        int run = 0;
        for (int word = 0; word < Request.MAX_BYTES / Long.SIZE; word++) {
            long mask = request.byteMask(word);
            for (int from = 0; from < Long.SIZE; from += 4) {
                if ((mask >>> from & 0xF) != 0) {
                    run += 4;
                } else if (run != 0) {
                    taken += Math.max(leastPayload, run);
                    run = 0;
                }
            }
        }
        return run == 0 ? taken : taken + Math.max(leastPayload, run);
    }
}
