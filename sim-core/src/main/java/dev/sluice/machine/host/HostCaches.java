// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.machine.view.Part;
import dev.sluice.result.CacheCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The host's caches: write-back, fetch on write, dirty per line; the first level private to a core, the others shared.
 *
 * <p>The hierarchy is exclusive, as in AMD's Zen: a line is in one place only, moves to the first level of the core that
 * uses it, and goes down a level when it is displaced there. So cores are coherent with each other by construction, and a
 * snoop finds the only copy. Its contents change at the moment of an access; the time that takes is what {@link #access}
 * returns. See {@code docs/decisions/0004-host-caches.md}.
 */
final class HostCaches {

    /** The line is in no cache. */
    static final int MISS = -1;

    private static final int LOOK_UP_ALL = -1;

    private final HostExecution execution;
    private final RequestPool pool;
    private final HostMemoryPort memory;
    private final SimObserver observer;
    private final boolean observed;
    private final int cores;
    private final int lineBytes;
    private final int allSectors;
    private final HostCacheLevel[] levels;
    private final int[] latencies;
    private final String[] firstLevelNames;
    private final HostFrames frames;

    private int foundLevel;
    private int foundSlot;
    private int foundCore;

    long snoops;
    long snoopHits;
    long flushedLines;
    long invalidatedLines;

    HostCaches(
            HostExecution execution,
            RequestPool pool,
            List<CacheSpec> specs,
            int cores,
            HostMemoryPort memory,
            SimObserver observer,
            long seed) {
        this.execution = execution;
        this.pool = pool;
        this.memory = memory;
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.cores = cores;
        this.lineBytes = specs.get(0).geometry().line();
        this.allSectors = (1 << (lineBytes / Request.SECTOR_BYTES)) - 1;
        if (lineBytes > memory.maxRequestBytes()) {
            throw new IllegalArgumentException("host caches: lines of " + lineBytes + " bytes are longer than memory's "
                    + memory.maxRequestBytes());
        }
        levels = new HostCacheLevel[specs.size()];
        latencies = new int[levels.length];
        int latency = 0;
        long lines = 0;
        for (int i = 0; i < levels.length; i++) {
            CacheSpec spec = specs.get(i);
            if (spec.geometry().line() != lineBytes
                    || !spec.policy().canBeDirty()
                    || spec.policy().allocate() != CacheSpec.Allocation.FETCH_ON_WRITE
                    || spec.policy().dirty() != CacheSpec.DirtyTracking.LINE) {
                throw new IllegalArgumentException(
                        "host cache " + spec.name()
                                + ": every level needs write: back, allocate: fetchOnWrite, dirty: line and the same line size");
            }
            levels[i] = new HostCacheLevel(spec, instances(i), seed);
            latency += spec.timing().latency();
            latencies[i] = latency;
            lines += spec.geometry().size() / spec.geometry().line() * instances(i);
        }
        firstLevelNames = new String[cores];
        for (int core = 0; core < cores; core++) {
            firstLevelNames[core] = levels[0].name + "[" + core + "]";
        }
        frames = new HostFrames(pool, lines + 1, lineBytes);
    }

    int lineBytes() {
        return lineBytes;
    }

    /** Cycles in which a snoop finds out whether a line is cached: a look-up of the last level. */
    int snoopLatency() {
        return latencies[latencies.length - 1];
    }

    /**
     * Brings a line into the core's first level if some cache has it, and counts the look-ups.
     *
     * @param sectors how many sectors the access touches, for the counters
     * @return the cycles it takes, or {@link #MISS}
     */
    int access(int core, long line, int sectors, boolean write) {
        boolean found = find(core, line);
        int last = found && foundCore == core ? foundLevel : levels.length - 1;
        for (int level = 0; level <= last; level++) {
            count(levels[level].counters, sectors, write, found && foundCore == core && level == foundLevel);
        }
        if (!found) {
            return MISS;
        }
        if (foundLevel == 0 && foundCore == core) {
            levels[0].touched(foundSlot);
        } else {
            claim(core, line);
        }
        return latencies[last];
    }

    /** Moves a line that some cache has into the core's first level, uncounted. */
    void claim(int core, long line) {
        if (find(core, line) && (foundLevel != 0 || foundCore != core)) {
            HostCacheLevel level = levels[foundLevel];
            int slot = foundSlot;
            int frame = level.frame(slot);
            boolean dirty = level.dirty(slot);
            level.clear(slot);
            insert(0, core, line, frame, dirty);
        }
    }

    /** Puts a line that is in no cache into the core's first level, with the bytes of a fetch or, if null, none yet. */
    void install(int core, long line, @Nullable Request fetched) {
        int frame = frames.take();
        if (fetched != null) {
            frames.fill(frame, fetched.payload);
            CacheCounters counters = levels[0].counters;
            counters.fills += Integer.bitCount(allSectors);
            counters.fillBytes += lineBytes;
        }
        insert(0, core, line, frame, false);
        if (observed && fetched != null) {
            HostCacheLevel first = levels[0];
            int slot = first.find(core, line);
            observer.fill(
                    execution.now(),
                    instanceName(first, core),
                    first.setOf(slot),
                    first.wayOf(slot),
                    line,
                    allSectors,
                    fetched.command);
        }
    }

    /** Copies the sectors of a request out of a line of the core's first level. */
    void read(int core, Request request) {
        transfer(core, request, false);
    }

    /** Writes the bytes of a request into a line of the core's first level, which becomes dirty. */
    void write(int core, Request request) {
        transfer(core, request, true);
    }

    /**
     * Writes a dirty line back and, if asked to, drops the line.
     *
     * @param owner the core that waits for the write-back
     * @return whether a write-back was sent
     */
    boolean maintain(int owner, long line, boolean invalidate) {
        if (!find(LOOK_UP_ALL, line)) {
            return false;
        }
        HostCacheLevel level = levels[foundLevel];
        int slot = foundSlot;
        boolean dirty = level.dirty(slot);
        if (dirty) {
            flushedLines++;
            level.counters.flushedLines++;
            writeBack(
                    level,
                    foundCore,
                    slot,
                    owner,
                    invalidate ? SimObserver.WriteBackReason.INVALIDATE : SimObserver.WriteBackReason.FLUSH);
        }
        if (invalidate) {
            invalidatedLines++;
            drop(level, foundCore, slot, SimObserver.DropReason.INVALIDATE);
        }
        return dirty;
    }

    /**
     * A device's access: writes a dirty line back ahead of it and, for a write, gives the line up.
     *
     * @param atOnce whether the access takes no time, and so the write-back does not either
     */
    void snoop(long line, boolean write, boolean atOnce) {
        snoops++;
        if (observed) {
            observer.host(execution.now(), "snoop", line, lineBytes);
        }
        if (write) {
            execution.fetchesOvertaken(line);
        }
        if (!find(LOOK_UP_ALL, line)) {
            return;
        }
        snoopHits++;
        HostCacheLevel level = levels[foundLevel];
        int slot = foundSlot;
        if (level.dirty(slot)) {
            Request request =
                    takeDirty(level, foundCore, slot, HostExecution.NO_CORE, SimObserver.WriteBackReason.SNOOP);
            if (atOnce) {
                memory.writeBackAtOnce(request);
            } else {
                send(request, HostExecution.NO_CORE);
            }
        }
        if (write) {
            drop(level, foundCore, slot, SimObserver.DropReason.SNOOP);
        }
    }

    Map<String, CacheCounters> counters() {
        Map<String, CacheCounters> all = new LinkedHashMap<>();
        for (HostCacheLevel level : levels) {
            CacheCounters copy = new CacheCounters();
            copy.add(level.counters);
            all.put(level.spec.name(), copy);
        }
        return all;
    }

    void resetStatistics() {
        for (HostCacheLevel level : levels) {
            level.counters.reset();
        }
        snoops = 0;
        snoopHits = 0;
        flushedLines = 0;
        invalidatedLines = 0;
    }

    List<CacheContents> contents() {
        List<CacheContents> all = new ArrayList<>();
        for (int level = 0; level < levels.length; level++) {
            for (int instance = 0; instance < instances(level); instance++) {
                all.add(new HostCacheContents(this, level, instance));
            }
        }
        return all;
    }

    int allSectors() {
        return allSectors;
    }

    HostFrames frames() {
        return frames;
    }

    /** How many of a level there are: the first is private to a core. */
    int instances(int level) {
        return level == 0 ? cores : 1;
    }

    /** Its instances as parts, for somebody who looks between events. */
    List<Part> view(VersionRuns versions) {
        return HostCacheParts.of(this, levels, versions);
    }

    String instanceName(int level, int instance) {
        return instanceName(levels[level], instance);
    }

    String role(int level) {
        return levels[level].spec.role().name();
    }

    /** The version of a byte in one instance, or {@link CacheContents#ABSENT}. */
    int versionOf(int level, int instance, long address) {
        long line = address & -lineBytes;
        int slot = levels[level].find(instance, line);
        return slot == HostCacheLevel.ABSENT || !frames.functional()
                ? CacheContents.ABSENT
                : frames.version(levels[level].frame(slot), (int) (address - line));
    }

    boolean dirty(int level, int instance, long address) {
        int slot = levels[level].find(instance, address & -lineBytes);
        return slot != HostCacheLevel.ABSENT && levels[level].dirty(slot);
    }

    private static void count(CacheCounters counters, int sectors, boolean write, boolean hit) {
        counters.lookups++;
        if (write) {
            counters.writes += sectors;
            counters.writeHits += hit ? sectors : 0;
            counters.writeMisses += hit ? 0 : sectors;
        } else {
            counters.reads += sectors;
            counters.readHits += hit ? sectors : 0;
            counters.readMisses += hit ? 0 : sectors;
        }
    }

    private boolean find(int core, long line) {
        if (core != LOOK_UP_ALL && found(0, core, line)) {
            return true;
        }
        for (int level = 1; level < levels.length; level++) {
            if (found(level, 0, line)) {
                foundCore = core;
                return true;
            }
        }
        for (int other = 0; other < cores; other++) {
            if (other != core && found(0, other, line)) {
                return true;
            }
        }
        return false;
    }

    private boolean found(int level, int instance, long line) {
        int slot = levels[level].find(instance, line);
        if (slot == HostCacheLevel.ABSENT) {
            return false;
        }
        foundLevel = level;
        foundSlot = slot;
        foundCore = instance;
        return true;
    }

    private void insert(int level, int instance, long line, int frame, boolean dirty) {
        HostCacheLevel into = levels[level];
        int slot = into.place(instance, line);
        if (into.occupied(slot)) {
            CacheCounters counters = into.counters;
            counters.evictions++;
            boolean victimDirty = into.dirty(slot);
            counters.dirtyEvictions += victimDirty ? 1 : 0;
            if (level + 1 < levels.length) {
                counters.writebackBytes += victimDirty ? lineBytes : 0;
                insert(level + 1, 0, into.line(slot), into.frame(slot), victimDirty);
            } else {
                if (victimDirty) {
                    writeBack(into, instance, slot, HostExecution.NO_CORE, SimObserver.WriteBackReason.EVICTION);
                }
                forget(into, instance, slot, SimObserver.DropReason.EVICTION);
            }
        }
        into.put(slot, line, frame, dirty);
    }

    private void drop(HostCacheLevel level, int instance, int slot, SimObserver.DropReason reason) {
        forget(level, instance, slot, reason);
        level.clear(slot);
    }

    private void forget(HostCacheLevel level, int instance, int slot, SimObserver.DropReason reason) {
        if (reason == SimObserver.DropReason.INVALIDATE) {
            level.counters.invalidatedLines++;
        }
        if (observed) {
            observer.drop(
                    execution.now(),
                    instanceName(level, instance),
                    level.setOf(slot),
                    level.wayOf(slot),
                    level.line(slot),
                    -1,
                    reason);
        }
        frames.release(level.frame(slot));
    }

    private void writeBack(
            HostCacheLevel level, int instance, int slot, int owner, SimObserver.WriteBackReason reason) {
        send(takeDirty(level, instance, slot, owner, reason), owner);
    }

    private void send(Request writeBack, int owner) {
        execution.expectWriteBack(writeBack, owner);
        memory.send(writeBack);
    }

    /** Makes the write-back of a dirty line, which is clean from then on. */
    private Request takeDirty(
            HostCacheLevel level, int instance, int slot, int owner, SimObserver.WriteBackReason reason) {
        Request request = pool.acquire();
        long line = level.line(slot);
        request.start(Request.WRITE, line, allSectors, HostBytes.CLIENT, -1, execution.agentOf(owner));
        request.flags = Request.WRITE_BACK;
        request.heldIn(instanceName(level, instance));
        request.coverSectors();
        frames.copyTo(level.frame(slot), request.payload);
        level.setDirty(slot, false);
        level.counters.writebackBytes += lineBytes;
        if (observed) {
            observer.writeBack(
                    execution.now(),
                    instanceName(level, instance),
                    level.setOf(slot),
                    level.wayOf(slot),
                    line,
                    allSectors,
                    -1,
                    reason);
        }
        return request;
    }

    private void transfer(int core, Request request, boolean write) {
        long line = request.address & -lineBytes;
        HostCacheLevel first = levels[0];
        int slot = first.find(core, line);
        if (slot == HostCacheLevel.ABSENT) {
            throw new IllegalStateException("line " + line + " left the first level during its access");
        }
        if (write) {
            first.setDirty(slot, true);
        }
        frames.exchange(first.frame(slot), request, write);
    }

    private String instanceName(HostCacheLevel level, int instance) {
        return level == levels[0] && cores > 1 ? firstLevelNames[instance] : level.name;
    }
}
