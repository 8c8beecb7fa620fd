// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** Moves bytes between a program's arrays and requests. */
final class HostBytes {

    /** The host's number as a client. */
    static final int CLIENT = Client.all().indexOf(Client.HOST);

    private HostBytes() {}

    /** Adds written bytes at {@code at} from the request's address: mask, data and version. */
    static void put(Request request, int at, byte[] data, int from, int count, int agent) {
        Payload payload = request.payload;
        if (payload != null) {
            System.arraycopy(data, from, payload.writable(), at, count);
            int end = at + count;
            for (int b = at; b < end; ) {
                int sector = b >>> 5;
                int stop = Math.min(end, (sector + 1) << 5);
                setVersions(request, payload, sector, b, stop, agent);
                b = stop;
            }
        }
        request.addBytes(at, count);
    }

    private static void setVersions(Request request, Payload payload, int sector, int from, int to, int agent) {
        if (to - from == 32 || request.sectorBytes(sector) == 0) {
            payload.setVersion(sector, agent);
            return;
        }
        for (int b = from; b < to; b++) {
            payload.setByteVersion(b, agent);
        }
    }

    /** Copies the bytes that a reply brought into the program's array. */
    static void get(Request request, int at, byte[] into, int to, int count) {
        Payload payload = request.payload;
        if (payload != null) {
            System.arraycopy(payload.data(), at, into, to, count);
        }
    }
}
