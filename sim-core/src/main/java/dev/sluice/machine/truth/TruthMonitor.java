// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.Blocks;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.request.VersionPair;
import dev.sluice.program.image.MeantTexels;

/**
 * Holds the program's intent (the newest write of every byte) against what the machine returns.
 *
 * <p>A read is stale when some write to a byte happens-before it and the byte carries an older version; a lost write is a
 * write-back that puts an older version over one that follows it ({@code docs/model.md}, Two truths). Reads that merely
 * race are none of its business.
 */
public final class TruthMonitor implements AccessChecker {

    /** So many bytes' versions are asked for one by one, of more all of their sector's are copied. */
    private static final int FEW_BYTES = 8;

    private final HappensBefore order;
    private final FindingLog findings;
    private final BackingStore intent;
    private final IntendedAtomics atomics;
    private final Rivals rivals = new Rivals();
    private final Overtaken overtaken = new Overtaken();
    private final DiscardedContents discarded = new DiscardedContents();
    private final VersionBundles bundles;
    /** Versions of the bytes of the sector that is looked at, or put over another. */
    private final int[] gotVersions = new int[Request.SECTOR_BYTES];
    /** Versions that they should have, or of the bytes that they are put over. */
    private final int[] intendedVersions = new int[Request.SECTOR_BYTES];
    /** The same of a sector whose bytes have two versions at most: of what is put over another, and of what is there. */
    private final VersionPair coming = new VersionPair();

    private final VersionPair there = new VersionPair();

    /**
     * A monitor of one run.
     *
     * @param blocks the bytes of the run's requests, which the intent shares
     */
    public TruthMonitor(HappensBefore order, FindingLog findings, Blocks blocks) {
        this.intent = new BackingStore(blocks);
        this.atomics = new IntendedAtomics(intent);
        this.order = order;
        this.findings = findings;
        this.bundles = findings.bundles();
    }

    /**
     * States that the program gives up the contents of a range: a transition out of {@code UNDEFINED}, or a load or store
     * operation {@code DONT_CARE}.
     *
     * <p>A read after it of a byte that was written before it and not since is a stale read, whatever the machine returns.
     *
     * @param agent who does so; the words of {@link Agent#what} tell which of the three it is
     */
    public void discard(long address, long size, int agent) {
        discarded.discard(intent, address, size, agent, findings.hides(agent));
    }

    /** States that contents that were given up for as long as an attachment was used are there again, as far as nothing was written. */
    public void restore(long address, long size) {
        discarded.restore(intent, address, size, findings::hides);
    }

    @Override
    public void wrote(Request request) {
        if (request.kind == Request.ATOMIC) {
            atomics.carryOut(request);
        }
        if (intent.writeAlone(request)) {
            return; // nobody is superseded but the writer itself
        }
        int old = intent.sectorVersion(request.address, request.sectors);
        if (old == Payload.MIXED || !supersedes(request.agent, old)) {
            for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
                int sector = Integer.numberOfTrailingZeros(rest);
                if (request.sectorBytes(sector) != 0) {
                    rememberSuperseded(request, sector);
                }
            }
        }
        intent.write(request);
        overtaken.putBack(intent);
    }

    /** Whether a writer's bytes come after those of a version as the program ordered them, or after none. */
    private boolean supersedes(int writer, int old) {
        return old == writer
                || old == AgentTable.NOBODY
                || DiscardedContents.discarded(old)
                || order.before(old, writer);
    }

    private void rememberSuperseded(Request request, int sector) {
        long address = request.address + ((long) sector << 5);
        int old = intent.sectorVersion(address);
        int writer = request.agent;
        if (old != Payload.MIXED) {
            if (!supersedes(writer, old)) {
                remember(address, old, writer, request.sectorBytes(sector));
            }
            return;
        }
        if (intent.tellVersions(address, there)) {
            int mask = request.sectorBytes(sector);
            boolean first = (mask & ~there.mask) == 0 || supersedes(writer, there.first);
            boolean second = (mask & there.mask) == 0 || supersedes(writer, there.second);
            if (first && second) {
                return;
            }
        }
        int bytes = request.sectorBytes(sector);
        boolean few = Integer.bitCount(bytes) <= FEW_BYTES;
        if (!few) {
            intent.copyVersions(address, intendedVersions);
        }
        int fine = AgentTable.NOBODY; // neighbours have few versions
        for (int mask = bytes; mask != 0; mask &= mask - 1) {
            int b = Integer.numberOfTrailingZeros(mask);
            int version = few ? intent.version(address + b) : intendedVersions[b];
            if (version == fine) {
                continue;
            }
            if (supersedes(writer, version)) {
                fine = version;
            } else {
                remember(address, version, writer, 1 << b);
            }
        }
    }

    /** Of two writes that come about against their order the later one stays what is meant; of others the last does. */
    private void remember(long sectorAddress, int version, int writer, int bytes) {
        if (!order.before(writer, version)) {
            rivals.add(sectorAddress, version, bytes);
            return;
        }
        rivals.add(sectorAddress, writer, bytes);
        for (int rest = bytes; rest != 0; rest &= rest - 1) {
            long address = sectorAddress + Integer.numberOfTrailingZeros(rest);
            overtaken.keep(address, intent.data(address), version);
        }
    }

    /** Tells of contents that were given up before the read, as the answer will find the write in their place. */
    @Override
    public void overtakes(Request write, int reader, int[] bytes) {
        for (int rest = write.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            long base = write.address + ((long) sector << 5);
            for (int mask = write.sectorBytes(sector) & bytes[sector]; mask != 0; mask &= mask - 1) {
                long address = base + Integer.numberOfTrailingZeros(mask);
                int version = intent.version(address);
                if (DiscardedContents.discarded(version) && order.before(discarded.agent(version), reader)) {
                    findings.discarded(reader, address, discarded.agent(version), discarded.writer(version));
                }
            }
        }
    }

    @Override
    public void read(Request request, MeantTexels meant) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        // most sectors are what the program meant, and all of it was written
        int others = request.sectors & ~intent.same(request.address, payload, request.sectors);
        if (meant.bytes() == -1 && others == request.sectors && unwritten(request, payload)) {
            findings.unwritten(request);
            return;
        }
        for (int rest = others; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            int mask = request.sectorBytes(sector) & meant.bytes();
            if (mask == 0) {
                continue;
            }
            long address = request.address + ((long) sector << 5);
            int got = payload.version(sector);
            int wanted = intent.sectorVersion(address);
            if (got == AgentTable.NOBODY && wanted == AgentTable.NOBODY) {
                findings.unwritten(request.agent, address, mask);
            } else if (got != wanted || got == Payload.MIXED || got == AgentTable.NOBODY) {
                readBytes(request, payload, sector, mask, meant);
            }
        }
    }

    @Override
    public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
        return intent.same(address, sectors, store, slot);
    }

    /** Whether nobody wrote any byte of the sectors of a read, nor was meant to. */
    private boolean unwritten(Request request, Payload payload) {
        int sectors = request.sectors;
        return payload.unwritten(sectors) == sectors && intent.unwritten(request.address, sectors) == sectors;
    }

    private void readBytes(Request request, Payload payload, int sector, int mask, MeantTexels meant) {
        long base = request.address + ((long) sector << 5);
        int unwritten = 0;
        payload.copyVersions(sector, gotVersions);
        intent.copyVersions(base, intendedVersions);
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int b = Integer.numberOfTrailingZeros(rest);
            int got = gotVersions[b];
            int newest = intendedVersions[b];
            if (got == newest) {
                if (got == AgentTable.NOBODY) {
                    unwritten |= 1 << b;
                }
                continue;
            }
            byte value = payload.value((sector << 5) + b);
            if (DiscardedContents.discarded(newest)) {
                readDiscarded(request, base + b, value, got, newest, meant);
                continue;
            }
            int missed = missedWrite(base, b, got, newest, request.agent);
            if (missed != AgentTable.NOBODY) {
                findings.stale(request, base + b, value, intent.data(base + b), missed, newest);
            } else if (newest == AgentTable.NOBODY && VersionBundles.encoded(got)) {
                unwritten |= 1 << b;
            }
        }
        if (unwritten != 0) {
            findings.unwritten(request.agent, base, unwritten);
        }
    }

    private void readDiscarded(Request request, long address, byte value, int got, int newest, MeantTexels meant) {
        int agent = discarded.agent(newest);
        int writer = discarded.writer(newest);
        if (got == agent || missed(got, agent, request.agent)) {
            if (DiscardedContents.leftBeside(intent, address, meant)) {
                return; // which may be all that the reader means
            }
            findings.discarded(request, address, value, agent, writer);
        } else if (got != writer && missed(got, writer, request.agent)) {
            findings.stale(request, address, value, intent.data(address), writer, writer);
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

    /** Bytes that come encoded are of no use to a reader, whoever wrote them. */
    private boolean missed(int got, int write, int reader) {
        return write != AgentTable.NOBODY
                && order.before(write, reader)
                && (got == AgentTable.NOBODY || VersionBundles.encoded(got) || order.before(got, write));
    }

    @Override
    public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        int incoming = payload.version(sector);
        int present = store.version(slot);
        if (!mayLose(incoming, present)) {
            return;
        }
        if (VersionBundles.encoded(incoming) && VersionBundles.encoded(present)) {
            overwritesTile(request, request.address + ((long) sector << 5), incoming, present);
            return;
        }
        if (payload.tellVersions(sector, coming) && store.tellVersions(slot, there) && keepsAll(mask)) {
            return;
        }
        payload.copyVersions(sector, gotVersions);
        store.copyVersions(slot, intendedVersions);
        int fineOlder = AgentTable.NOBODY;
        int fineNewer = AgentTable.NOBODY; // neighbours have few pairs of versions
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int b = Integer.numberOfTrailingZeros(rest);
            int older = gotVersions[b];
            int newer = intendedVersions[b];
            if (older == newer || older == fineOlder && newer == fineNewer) {
                continue;
            }
            if (!mayLose(older, newer)) {
                fineOlder = older;
                fineNewer = newer;
                continue;
            }
            if (metadata(older) || metadata(newer)) {
                continue;
            }
            int index = (sector << 5) + b;
            long address = request.address + index;
            if (follows(bundles.resolve(older, address), bundles.resolve(newer, address))
                    && !DiscardedContents.discarded(intent.version(address))) {
                findings.lost(
                        request,
                        address,
                        VersionBundles.encoded(newer) ? FindingLog.UNKNOWN : store.data(slot, b),
                        VersionBundles.encoded(older) ? FindingLog.UNKNOWN : payload.value(index),
                        bundles.resolve(newer, address),
                        bundles.resolve(older, address));
            }
        }
    }

    /** Whether bytes of two versions, put over others of two, lose nothing. */
    private boolean keepsAll(int mask) {
        return keeps(mask & ~coming.mask & ~there.mask, coming.first, there.first)
                && keeps(mask & ~coming.mask & there.mask, coming.first, there.second)
                && keeps(mask & coming.mask & ~there.mask, coming.second, there.first)
                && keeps(mask & coming.mask & there.mask, coming.second, there.second);
    }

    private boolean keeps(int bytes, int older, int newer) {
        return bytes == 0 || older == newer || !mayLose(older, newer);
    }

    @Override
    public boolean mayLose(int incoming, int present) {
        if (present == AgentTable.NOBODY || incoming == present && incoming != Payload.MIXED) {
            return false;
        }
        return !whole(incoming, present) || follows(incoming, present);
    }

    /** Whether all bytes of a sector have one version, and all of another too, each that of an agent. */
    private static boolean whole(int incoming, int present) {
        return incoming != Payload.MIXED
                && present != Payload.MIXED
                && !VersionBundles.encoded(incoming)
                && !VersionBundles.encoded(present);
    }

    /** An encoded tile is put over another: compares them byte by byte, once a tile. */
    private void overwritesTile(Request request, long address, int incoming, int present) {
        int size = bundles.size(incoming);
        if (metadata(incoming) || bundles.size(present) != size || (address & size - 1) != 0) {
            return;
        }
        int older = AgentTable.NOBODY;
        int newer = AgentTable.NOBODY;
        boolean follows = false;
        int step = bundles.uniform(incoming) && bundles.uniform(present) ? size : 1;
        for (int i = 0; i < size; i += follows ? 1 : step) {
            int incomingByte = bundles.version(incoming, i);
            int presentByte = bundles.version(present, i);
            if (incomingByte != older || presentByte != newer) {
                older = incomingByte;
                newer = presentByte;
                follows = follows(older, newer);
            }
            if (follows && !DiscardedContents.discarded(intent.version(address + i))) {
                findings.lost(request, address + i, FindingLog.UNKNOWN, FindingLog.UNKNOWN, newer, older);
            }
        }
    }

    /** Whether a write is newer than the bytes put over it. */
    private boolean follows(int older, int newer) {
        return older != newer
                && newer != AgentTable.NOBODY
                && (older == AgentTable.NOBODY || order.before(older, newer));
    }

    /** Whether a version is that of a byte of tiles' metadata, which is no content of the program's. */
    private boolean metadata(int version) {
        return VersionBundles.encoded(version) && bundles.size(version) < Request.SECTOR_BYTES;
    }

    /** The agent behind a version of the intent: who wrote the byte last, or gave it up. */
    public int agent(int version) {
        return DiscardedContents.discarded(version) ? discarded.agent(version) : version;
    }

    /** The program's intended contents, for tests and dumps. */
    public BackingStore intent() {
        return intent;
    }
}
