// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.program.kernel.WaveInterpreter;

/**
 * The bytes of an access of consecutive elements in one line, which is one request: between it and the lanes of its wave.
 *
 * <p>The request's own bytes and {@link Payload#lanes} tell which lane's element lies where, so that nothing else has to be kept of
 * the access.
 */
final class ByteRun {

    private ByteRun() {}

    /**
     * Makes the request of the access at which a wave stands.
     *
     * @param touched its line and sectors as {@link Coalescer#line} gives them
     */
    static void start(
            Request request, DispatchJob job, AccessSite site, WaveInterpreter at, long touched, int lineBytes) {
        long active = at.activeMask();
        int lane = Long.numberOfTrailingZeros(active);
        int within = (int) (site.base + at.firstOffset() + at.offsetStride() * lane) & lineBytes - 1;
        request.start(
                site.kind, touched & -lineBytes, (int) touched & lineBytes - 1, site.client, job.command, job.agent);
        request.run(within, Long.bitCount(active) << site.shift);
        request.flags = site.flags;
        Payload payload = request.payload;
        if (payload != null) {
            payload.lanes = active;
        }
    }

    /** Puts what the lanes store into the payload of a request, with the writer's version. */
    static void put(Request request, Payload payload, AccessSite site, WaveInterpreter at) {
        long lanes = payload.lanes;
        int lane = Long.numberOfTrailingZeros(lanes);
        int count = Long.bitCount(lanes);
        int within = request.firstByte();
        int length = count << site.shift;
        int sector = within / Request.SECTOR_BYTES;
        boolean whole = ((within | length) & Request.SECTOR_BYTES - 1) == 0;
        if (whole && payload.begin(sector, length / Request.SECTOR_BYTES, request.agent)) {
            at.storeRun(lane, count, payload.bytes(sector), payload.offset(sector));
            return;
        }
        if (site.width == 1) {
            LittleEndian.write(payload.writable(), within, site.type.size(), at.values(), lane, lane + count);
        } else {
            at.storeRun(lane, count, payload.writable(), within);
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            payload.setVersion(Integer.numberOfTrailingZeros(rest), request.agent);
        }
    }

    /**
     * Takes what the lanes of a wave load out of a reply.
     *
     * @param at has the wave selected
     * @param scratch as many bytes as a request may have
     */
    static void take(Request request, WaveInterpreter at, int register, byte[] scratch) {
        Payload payload = request.payload;
        if (payload == null || !at.delivers(register)) {
            return;
        }
        long lanes = payload.lanes;
        int lane = Long.numberOfTrailingZeros(lanes);
        int count = Long.bitCount(lanes);
        int within = request.firstByte();
        int length = request.byteCount();
        if (payload.runs(within, length)) {
            int sector = within / Request.SECTOR_BYTES;
            int from = payload.offset(sector) + within % Request.SECTOR_BYTES;
            at.deliverRun(register, lane, count, payload.bytes(sector), from);
        } else {
            payload.copyTo(scratch, within, length);
            at.deliverRun(register, lane, count, scratch, 0);
        }
    }
}
