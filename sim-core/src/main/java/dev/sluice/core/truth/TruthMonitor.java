package dev.sluice.core.truth;

import dev.sluice.core.memory.BackingStore;
import dev.sluice.core.memory.Payload;
import dev.sluice.core.memory.Request;
import dev.sluice.core.memory.SectorStore;

/**
 * Holds the program's intent (the newest write of every byte) against what the machine returns.
 *
 * <p>A read is stale when some write to a byte happens-before it and the byte carries an older version; a lost write is a
 * write-back that puts an older version over one that follows it (model section 1.2). Reads that merely race are none of
 * its business.
 */
public final class TruthMonitor implements AccessChecker {

    private final HappensBefore order;
    private final FindingLog findings;
    private final BackingStore intent = new BackingStore();
    private final Rivals rivals = new Rivals();

    public TruthMonitor(HappensBefore order, FindingLog findings) {
        this.order = order;
        this.findings = findings;
    }

    @Override
    public void wrote(Request request) {
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            if (request.sectorBytes(sector) != 0) {
                rememberSuperseded(request, sector);
            }
        }
        intent.write(request);
    }

    private void rememberSuperseded(Request request, int sector) {
        long address = request.address + ((long) sector << 5);
        int old = intent.sectorVersion(address);
        int writer = request.agent;
        if (old == writer || old == AgentTable.NOBODY) {
            return;
        }
        if (old != Payload.MIXED) {
            if (!order.before(old, writer)) {
                rivals.add(address, old, request.sectorBytes(sector));
            }
            return;
        }
        for (int mask = request.sectorBytes(sector); mask != 0; mask &= mask - 1) {
            int b = Integer.numberOfTrailingZeros(mask);
            int version = intent.version(address + b);
            if (version != writer && version != AgentTable.NOBODY && !order.before(version, writer)) {
                rivals.add(address, version, 1 << b);
            }
        }
    }

    @Override
    public void read(Request request) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            int mask = request.sectorBytes(sector);
            if (mask == 0) {
                continue;
            }
            long address = request.address + ((long) sector << 5);
            int got = payload.version(sector);
            int wanted = intent.sectorVersion(address);
            if (got != wanted || got == Payload.MIXED || got == AgentTable.NOBODY) {
                readBytes(request, payload, sector, mask);
            }
        }
    }

    private void readBytes(Request request, Payload payload, int sector, int mask) {
        long base = request.address + ((long) sector << 5);
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int b = Integer.numberOfTrailingZeros(rest);
            int got = payload.byteVersion((sector << 5) + b);
            int newest = intent.version(base + b);
            if (got == newest) {
                if (got == AgentTable.NOBODY) {
                    findings.unwritten(request.agent, base + b);
                }
                continue;
            }
            int missed = missedWrite(base, b, got, newest, request.agent);
            if (missed != AgentTable.NOBODY) {
                findings.stale(
                        request, base + b, payload.data[(sector << 5) + b], intent.data(base + b), missed, newest);
            }
        }
    }

    /** A write that the reader should have seen and {@code got} precedes, or nobody. */
    private int missedWrite(long sectorAddress, int index, int got, int newest, int reader) {
        if (missed(got, newest, reader)) {
            return newest;
        }
        for (long rival : rivals.of(sectorAddress)) {
            int writer = Rivals.writer(rival);
            if (writer != got && Rivals.wrote(rival, index) && missed(got, writer, reader)) {
                return writer;
            }
        }
        return AgentTable.NOBODY;
    }

    private boolean missed(int got, int write, int reader) {
        return write != AgentTable.NOBODY
                && order.before(write, reader)
                && (got == AgentTable.NOBODY || order.before(got, write));
    }

    @Override
    public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        int incoming = payload.version(sector);
        int present = store.version(slot);
        if (present == AgentTable.NOBODY || (incoming == present && incoming != Payload.MIXED)) {
            return;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int b = Integer.numberOfTrailingZeros(rest);
            int index = (sector << 5) + b;
            int older = payload.byteVersion(index);
            int newer = store.byteVersion(slot, b);
            if (older != newer
                    && newer != AgentTable.NOBODY
                    && (older == AgentTable.NOBODY || order.before(older, newer))) {
                findings.lost(request, request.address + index, store.data(slot, b), payload.data[index], newer, older);
            }
        }
    }

    /** The program's intended contents, for tests and dumps. */
    public BackingStore intent() {
        return intent;
    }
}
