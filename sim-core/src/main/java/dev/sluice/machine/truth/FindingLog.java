// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.device.Client;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.RunFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The stale reads, lost writes and unwritten reads of a run, folded so that one cause is one entry.
 *
 * <p>Bytes found one after the other extend an entry's range; the values kept are those of its first eight bytes.
 */
public final class FindingLog {

    private static final int SHOWN_BYTES = 8;
    /** In the place of a node's name, for reads of contents that were given up. */
    private static final String DISCARDED = "discarded";

    /** A byte whose value is not known: another write, unordered with the missed one, took its place, or it is encoded. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    private record Key(int reader, int writer, String resource, String heldInNode) {}

    private static final class Entry {
        final int reader;
        final int writer;
        final ResourceMap.Resource resource;
        final Diagnosis.Verdict verdict;
        final long cycle;
        long first;
        long last;
        long bytes;
        final int[] got = new int[SHOWN_BYTES];
        final int[] expected = new int[SHOWN_BYTES];
        int shown;

        Entry(
                int reader,
                int writer,
                ResourceMap.Resource resource,
                Diagnosis.Verdict verdict,
                long cycle,
                long address) {
            this.reader = reader;
            this.writer = writer;
            this.resource = resource;
            this.verdict = verdict;
            this.cycle = cycle;
            this.first = address;
            this.last = address - 1;
        }

        /** Adds bytes of a sector of which nothing but their number and range is told. */
        void addAll(long from, long to, int count) {
            first = Math.min(first, from);
            last = Math.max(last, to);
            bytes += count;
        }

        void add(long address, int gotByte, int expectedByte) {
            if (address < first) {
                first = address;
            }
            if (address == last + 1 && shown == bytes && shown < SHOWN_BYTES) {
                got[shown] = gotByte;
                expected[shown] = expectedByte;
                shown++;
            }
            last = Math.max(last, address);
            bytes++;
        }
    }

    private final AgentTable agents;
    private final ResourceMap resources;
    private final Diagnosis diagnosis;
    private final LongSupplier clock;
    private final Map<Key, Entry> stale = new LinkedHashMap<>();
    private final Map<Key, Entry> lost = new LinkedHashMap<>();
    private final Map<Key, Entry> unwritten = new LinkedHashMap<>();
    /** The entry that the last unwritten byte went to: most bytes of a run go to the same one. */
    private @Nullable Entry lastUnwritten;

    private SimObserver observer = SimObserver.NONE;

    public FindingLog(AgentTable agents, ResourceMap resources, Diagnosis diagnosis, LongSupplier clock) {
        this.agents = agents;
        this.resources = resources;
        this.diagnosis = diagnosis;
        this.clock = clock;
    }

    /** Has somebody told of every new entry. */
    public void tell(SimObserver whom) {
        observer = whom;
    }

    private Entry added(Map<Key, Entry> log, Key key, Entry entry) {
        log.put(key, entry);
        observer.finding(entry.cycle, log == lost ? "lostWrite" : "staleRead", log.size() - 1, entry.first);
        return entry;
    }

    /** The lists of versions that encoded bytes carry. */
    VersionBundles bundles() {
        return diagnosis.bundles();
    }

    /** Whether an agent gives contents up for as long as an attachment is used. */
    boolean hides(int agent) {
        return agents.discard(agent) == Discard.HIDDEN;
    }

    void stale(Request read, long address, byte got, byte expected, int writer, int newest) {
        ResourceMap.Resource resource = resources.find(address);
        String node = Diagnosis.node(Diagnosis.server(read));
        Key key = new Key(read.agent, writer, resource.name(), node);
        Entry entry = stale.get(key);
        if (entry == null) {
            Diagnosis.Verdict verdict = diagnosis.staleRead(read, address, agents.get(writer), agents.get(read.agent));
            entry = added(stale, key, new Entry(read.agent, writer, resource, verdict, clock.getAsLong(), address));
        }
        entry.add(address, got, newest == writer ? expected : UNKNOWN);
    }

    /** A read of bytes that an agent gave up after {@code writer} had written them. */
    void discarded(Request read, long address, byte got, int agent, int writer) {
        discarded(read.agent, agent, writer, address, Diagnosis.server(read)).add(address, got, UNKNOWN);
    }

    /** The same of a byte whose value is not there yet. */
    void discarded(int reader, long address, int agent, int writer) {
        discarded(reader, agent, writer, address, "memory").add(address, UNKNOWN, UNKNOWN);
    }

    private Entry discarded(int reader, int agent, int writer, long address, String heldIn) {
        ResourceMap.Resource resource = resources.find(address);
        Key key = new Key(reader, agent, resource.name(), DISCARDED);
        Entry entry = stale.get(key);
        if (entry == null) {
            Diagnosis.Verdict verdict =
                    diagnosis.discarded(heldIn, agents.get(agent), agents.discard(agent), agents.get(writer));
            entry = added(stale, key, new Entry(reader, agent, resource, verdict, clock.getAsLong(), address));
        }
        return entry;
    }

    /**
     * A read of bytes that are undefined for the reader, although the machine may return them.
     *
     * @param writer who wrote them
     * @param missing what would have made them defined
     * @param suggestion what a person can do
     */
    public void undefined(Request read, long address, byte got, int writer, String missing, Cure suggestion) {
        ResourceMap.Resource resource = resources.find(address);
        Key key = new Key(read.agent, writer, resource.name(), missing);
        Entry entry = stale.get(key);
        if (entry == null) {
            String heldIn = Diagnosis.server(read);
            Diagnosis.Verdict verdict = new Diagnosis.Verdict(heldIn, missing, suggestion);
            entry = added(stale, key, new Entry(read.agent, writer, resource, verdict, clock.getAsLong(), address));
        }
        entry.add(address, got, UNKNOWN);
    }

    void lost(Request writeBack, long address, int lostByte, int newByte, int writer, int overwriter) {
        ResourceMap.Resource resource = resources.find(address);
        String holder = writeBack.heldIn();
        if (holder == null) {
            holder = writeBack.replyTo == null ? "memory" : writeBack.replyTo.name();
        }
        Key key = new Key(overwriter, writer, resource.name(), Diagnosis.node(holder));
        Entry entry = lost.get(key);
        if (entry == null) {
            int dirtier = dirtier(writeBack, writer);
            boolean host = writeBack.client == Client.HOST.ordinal();
            Diagnosis.Verdict verdict =
                    diagnosis.lostWrite(holder, host, address, agents.get(writer), agents.get(dirtier));
            entry = added(lost, key, new Entry(overwriter, writer, resource, verdict, clock.getAsLong(), address));
        }
        entry.add(address, newByte, lostByte);
    }

    /** A read whose bytes nobody wrote. */
    void unwritten(Request read) {
        int count = read.byteCount();
        if (count == 0) {
            return;
        }
        long from = read.address + read.firstByte();
        long to = read.address + read.lastByte();
        ResourceMap.Resource resource = resources.find(from, to);
        if (resource != null) {
            unwritten(read.agent, resource, from, to, count);
            return;
        }
        for (int rest = read.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            int mask = read.sectorBytes(sector);
            if (mask != 0) {
                unwritten(read.agent, read.address + ((long) sector << 5), mask);
            }
        }
    }

    /** An agent read bytes of a sector, those of a mask, that nobody wrote. */
    void unwritten(int reader, long base, int mask) {
        long from = base + Integer.numberOfTrailingZeros(mask);
        long to = base + Integer.SIZE - 1 - Integer.numberOfLeadingZeros(mask);
        ResourceMap.Resource resource = resources.find(from, to);
        if (resource != null) {
            unwritten(reader, resource, from, to, Integer.bitCount(mask));
            return;
        }
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            long address = base + Integer.numberOfTrailingZeros(rest);
            unwritten(reader, resources.find(address), address, address, 1);
        }
    }

    private void unwritten(int reader, ResourceMap.Resource resource, long from, long to, int count) {
        Entry last = lastUnwritten;
        if (last != null && last.reader == reader && last.resource.equals(resource)) {
            last.addAll(from, to, count);
            return;
        }
        Key key = new Key(reader, AgentTable.NOBODY, resource.name(), "");
        Entry entry = unwritten.get(key);
        if (entry == null) {
            entry = new Entry(reader, AgentTable.NOBODY, resource, Diagnosis.Verdict.NONE, clock.getAsLong(), from);
            unwritten.put(key, entry);
        }
        lastUnwritten = entry;
        entry.addAll(from, to, count);
    }

    /** Whether anything was found that makes a run fail. */
    public boolean clean() {
        return stale.isEmpty() && lost.isEmpty();
    }

    public List<RunFinding.StaleRead> staleReads() {
        List<RunFinding.StaleRead> list = new ArrayList<>();
        for (Entry e : stale.values()) {
            Agent reader = agents.get(e.reader);
            list.add(new RunFinding.StaleRead(
                    reader.name(),
                    e.resource.name(),
                    e.first - e.resource.base(),
                    e.last - e.first + 1,
                    hex(e.got, e.shown),
                    hex(e.expected, e.shown),
                    agents.get(e.writer).name(),
                    e.verdict.heldIn(),
                    e.verdict.missing(),
                    e.verdict.suggestion(),
                    reader.where(),
                    e.cycle,
                    e.bytes));
        }
        return list;
    }

    public List<RunFinding.LostWrite> lostWrites() {
        List<RunFinding.LostWrite> list = new ArrayList<>();
        for (Entry e : lost.values()) {
            Agent writer = agents.get(e.writer);
            list.add(new RunFinding.LostWrite(
                    writer.name(),
                    e.resource.name(),
                    e.first - e.resource.base(),
                    e.last - e.first + 1,
                    hex(e.expected, e.shown),
                    hex(e.got, e.shown),
                    agents.get(e.reader).name(),
                    e.verdict.heldIn(),
                    e.verdict.missing(),
                    e.verdict.suggestion(),
                    writer.where(),
                    e.cycle,
                    e.bytes));
        }
        return list;
    }

    public List<RunFinding.UnwrittenRead> unwrittenReads() {
        List<RunFinding.UnwrittenRead> list = new ArrayList<>();
        for (Entry e : unwritten.values()) {
            Agent reader = agents.get(e.reader);
            list.add(new RunFinding.UnwrittenRead(
                    reader.name(),
                    e.resource.name(),
                    e.first - e.resource.base(),
                    e.last - e.first + 1,
                    reader.where(),
                    e.bytes));
        }
        return list;
    }

    /** Whose store made the written-back line dirty: the newest version in it other than the lost one. */
    private int dirtier(Request writeBack, int lostWriter) {
        Payload payload = writeBack.payload;
        int newest = AgentTable.NOBODY;
        if (payload == null) {
            return newest;
        }
        for (int rest = writeBack.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            for (int b = 0; b < 32; b++) {
                int index = (sector << 5) + b;
                int version = bundles().resolve(payload.byteVersion(index), writeBack.address + index);
                if (version != lostWriter && version > newest) {
                    newest = version;
                }
            }
        }
        return newest;
    }

    private static String hex(int[] bytes, int count) {
        StringBuilder text = new StringBuilder(count * 3);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.append(' ');
            }
            if (bytes[i] == UNKNOWN) {
                text.append("??");
            } else {
                text.append(Character.forDigit(bytes[i] >> 4 & 15, 16)).append(Character.forDigit(bytes[i] & 15, 16));
            }
        }
        return text.toString();
    }
}
