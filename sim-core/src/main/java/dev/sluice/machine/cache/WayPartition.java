// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.machine.cache.policy.WayCandidates;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** In which ways of its set each client may put a line; where a line lies already does not matter to look-ups. */
final class WayPartition implements WayCandidates {

    private final TagArray tags;
    private final long[] masks = new long[Client.all().size()];
    private long allowed;

    private WayPartition(TagArray tags, Map<Client, Long> ways) {
        this.tags = tags;
        Arrays.fill(masks, -1L);
        ways.forEach((client, mask) -> masks[client.ordinal()] = mask);
    }

    /** That of a slice, or null where everybody uses all ways. */
    static @Nullable WayPartition of(TagArray tags, CacheSpec spec) {
        CacheStructure structure = spec.structure();
        CacheStructure.Split split = structure.split();
        if (structure.partition().isEmpty() && !split.on()) {
            return null;
        }
        WayPartition partition = new WayPartition(tags, structure.partition());
        if (split.on()) {
            partition.limit(split.ways(spec.geometry(), split.own()));
        }
        return partition;
    }

    /** New lines go into the first so many ways from now on, whoever's they are. */
    void limit(int ways) {
        Arrays.fill(masks, ways == Long.SIZE ? -1L : (1L << ways) - 1);
    }

    /** The ways of a client, by its ordinal, are meant from now on. */
    WayPartition of(int client) {
        allowed = masks[client];
        return this;
    }

    /** The ways of a client, by its ordinal. */
    long ways(int client) {
        return masks[client] & all();
    }

    private long all() {
        return tags.ways == Long.SIZE ? -1L : (1L << tags.ways) - 1;
    }

    /** The fewest ways that any client has. */
    int fewest() {
        return Arrays.stream(masks)
                .mapToInt(mask -> Long.bitCount(mask & all()))
                .min()
                .orElse(tags.ways);
    }

    /** Of those that are meant, all but these are meant from now on. */
    WayPartition without(long ways) {
        allowed &= ~ways;
        return this;
    }

    /** The ways of all clients that have at most one beside those taken. */
    long allButOneTaken(long taken) {
        long ways = 0;
        for (long mask : masks) {
            long mine = mask & all();
            if (Long.bitCount(mine & ~taken) <= 1) {
                ways |= mine;
            }
        }
        return ways;
    }

    /** A line of the set that holds nothing and may be used, or -1. */
    int freeLine(int set) {
        for (int way = 0; way < tags.ways; way++) {
            if (allows(way) && tags.empty(set * tags.ways + way)) {
                return set * tags.ways + way;
            }
        }
        return -1;
    }

    /** Whether a way is among those that are meant. */
    boolean allows(int way) {
        return (allowed >>> way & 1) != 0;
    }

    @Override
    public boolean evictable(int set, int way) {
        return allows(way) && tags.evictable(set, way);
    }
}
