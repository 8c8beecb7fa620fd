// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.Policies;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.result.CacheCounters;
import dev.sluice.machine.view.Touches;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The tags of one level of the host's caches, all its instances: which line is where, in which frame, dirty or not. */
final class HostCacheLevel {

    static final int ABSENT = -1;

    private static final long NO_LINE = -1;

    /** Contents change at the moment of an access, so that no line ever waits for a fill. */
    private static final WayCandidates ANY = (set, way) -> true;

    final CacheSpec spec;
    final String name;
    final CacheCounters counters = new CacheCounters();

    private final int sets;
    private final int ways;
    private final boolean hashed;
    /** One of each instance: what a policy learns is an instance's own. */
    private final ReplacementPolicy[] policies;

    private final long[] lines;
    private final int[] frames;
    private final boolean[] dirty;
    /** Told of every slot that changes; null in most runs. */
    private @Nullable Touches touches;

    /** @param seed of the run, for policies that draw lots */
    HostCacheLevel(CacheSpec spec, int instances, long seed) {
        CacheSpec.Geometry geometry = spec.geometry();
        this.spec = spec;
        this.name = "host." + spec.name();
        this.ways = geometry.ways();
        this.sets = (int) (geometry.size() / geometry.line()) / ways;
        this.hashed = geometry.hash() == CacheSpec.Hash.XOR;
        this.policies = new ReplacementPolicy[instances];
        for (int i = 0; i < instances; i++) {
            policies[i] = Policies.create(
                    spec.policy().replacement(),
                    sets,
                    ways,
                    geometry.line(),
                    (seed + i) * 0x9E3779B97F4A7C15L + name.hashCode());
        }
        int total = Math.multiplyExact(Math.multiplyExact(sets, ways), instances);
        lines = new long[total];
        Arrays.fill(lines, NO_LINE);
        frames = new int[total];
        dirty = new boolean[total];
    }

    /** The slot that holds a line, or {@link #ABSENT}. */
    int find(int instance, long line) {
        int from = set(instance, line) * ways;
        for (int slot = from; slot < from + ways; slot++) {
            if (lines[slot] == line) {
                return slot;
            }
        }
        return ABSENT;
    }

    /** The slot where a line is to go: an empty one, else the victim's. */
    int place(int instance, long line) {
        int set = set(instance, line);
        for (int slot = set * ways; slot < (set + 1) * ways; slot++) {
            if (lines[slot] == NO_LINE) {
                return slot;
            }
        }
        return set * ways + policies[instance].victim(set - instance * sets, ANY);
    }

    /** Puts a line into an empty slot, or over the one that leaves. */
    void put(int slot, long line, int frame, boolean isDirty) {
        tell(slot);
        lines[slot] = line;
        frames[slot] = frame;
        dirty[slot] = isDirty;
        int set = slot / ways;
        policies[set / sets].onFill(set % sets, slot - set * ways, false);
    }

    void touched(int slot) {
        tell(slot);
        int set = slot / ways;
        policies[set / sets].onHit(set % sets, slot - set * ways);
    }

    void clear(int slot) {
        tell(slot);
        lines[slot] = NO_LINE;
        dirty[slot] = false;
        int set = slot / ways;
        policies[set / sets].onInvalidate(set % sets, slot - set * ways);
    }

    /** Has somebody told of every slot that changes from now on. */
    void watch(Touches told) {
        Touches before = touches;
        touches = before == null
                ? told
                : slot -> {
                    before.touched(slot);
                    told.touched(slot);
                };
    }

    /** The bytes of a slot, or what is known of it, may have changed. */
    void tell(int slot) {
        Touches told = touches;
        if (told != null) {
            told.touched(slot);
        }
    }

    int linesOfInstance() {
        return sets * ways;
    }

    /** How a slot's line stands under its instance's policy. */
    int age(int slot) {
        int set = slot / ways;
        return policies[set / sets].age(set % sets, slot - set * ways);
    }

    String ageMeaning() {
        return policies[0].ageMeaning();
    }

    boolean occupied(int slot) {
        return lines[slot] != NO_LINE;
    }

    long line(int slot) {
        return lines[slot];
    }

    /** The set of a slot within its instance. */
    int setOf(int slot) {
        return slot / ways % sets;
    }

    /** The way of a slot within its set. */
    int wayOf(int slot) {
        return slot % ways;
    }

    int frame(int slot) {
        return frames[slot];
    }

    boolean dirty(int slot) {
        return dirty[slot];
    }

    void setDirty(int slot, boolean isDirty) {
        tell(slot);
        dirty[slot] = isDirty;
    }

    /** The number of a line's set among those of all instances. */
    private int set(int instance, long line) {
        long number = line / spec.geometry().line();
        if (hashed) {
            number ^= number >>> 7 ^ number >>> 15;
        }
        return instance * sets + (int) (number % sets);
    }
}
