// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.LineCompression;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.result.AccessCounters;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.LineCompressionCounters;
import dev.sluice.result.LineCompressionResult;
import dev.sluice.result.PrefetchCounters;
import dev.sluice.result.PrefetchResult;
import dev.sluice.result.RunResult;
import dev.sluice.result.StructureCounters;
import dev.sluice.result.StructureResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a cache node and where its lines belong, shared by all its instances and slices.
 *
 * <p>Reads, writes, hits and misses are counted once, per pair of command and client; every total is a sum of those, so
 * the three views of a result agree.
 */
public final class CacheNodeStats {

    private static final int CLIENTS = Client.all().size();

    private final CacheSpec spec;
    private final int instances;
    private final CacheCounters counters = new CacheCounters();
    private final PrefetchCounters prefetches = new PrefetchCounters();
    private final StructureCounters structure = new StructureCounters();
    private final LineCompressionCounters compression = new LineCompressionCounters();
    private final LookupCounts lookups = new LookupCounts(this);
    private @Nullable LineMap lines;
    private @Nullable PlainLookups plain;
    private @Nullable PlainFills plainFills;
    private @Nullable AccessCounters[] pairs = new AccessCounters[CLIENTS * 16];
    /** The pairs that there are, by client, so that sums leave out those that there are not. */
    private final List<List<AccessCounters>> made = Stream.generate(
                    () -> (List<AccessCounters>) new ArrayList<AccessCounters>())
            .limit(CLIENTS)
            .toList();

    /** @param instances instances of the node; slices do not count */
    public CacheNodeStats(CacheSpec spec, int instances) {
        this.spec = spec;
        this.instances = instances;
    }

    /** What is not counted by command and client. */
    CacheCounters counters() {
        return counters;
    }

    /** What prefetches of the node came to. */
    PrefetchCounters prefetches() {
        return prefetches;
    }

    /** What the node did with what it has beside its lines. */
    StructureCounters structure() {
        return structure;
    }

    /** What the compression of the node's lines came to. */
    LineCompressionCounters compression() {
        return compression;
    }

    /** Counts look-ups. */
    LookupCounts lookups() {
        return lookups;
    }

    /** Where the node's lines belong. */
    LineMap lines(SliceHash slices) {
        LineMap map = lines;
        if (map == null || !map.isOf(slices)) {
            map = new LineMap(spec, slices);
            lines = map;
        }
        return map;
    }

    /** The short way of the node's look-ups. */
    PlainLookups plain(Lookups lookups) {
        PlainLookups way = plain;
        if (way == null || !way.isOf(lookups)) {
            way = new PlainLookups(lookups);
            plain = way;
        }
        return way;
    }

    /** The short way of the fills of the node's slices. */
    PlainFills plainFills(Cache slice) {
        PlainFills way = plainFills;
        if (way == null) {
            way = new PlainFills(slice);
            plainFills = way;
        }
        return way;
    }

    /** The counters of a command (-1 for none) and a client's ordinal. */
    AccessCounters of(int command, int client) {
        int i = (command + 1) * CLIENTS + client;
        if (i < pairs.length) {
            AccessCounters found = pairs[i];
            if (found != null) {
                return found;
            }
        }
        return create(i);
    }

    private AccessCounters create(int i) {
        if (i >= pairs.length) {
            pairs = Arrays.copyOf(pairs, Math.max(pairs.length * 2, i + 1));
        }
        AccessCounters pair = new AccessCounters();
        pairs[i] = pair;
        made.get(i % CLIENTS).add(pair);
        return pair;
    }

    /** What was counted of a command (-1 for none) on behalf of a client; null if nothing was. */
    public @Nullable AccessCounters counted(int command, Client client) {
        int i = (command + 1) * CLIENTS + client.ordinal();
        return i < pairs.length ? pairs[i] : null;
    }

    /** All counters of the node. */
    public CacheCounters total() {
        CacheCounters total = new CacheCounters();
        total.add(counters);
        for (List<AccessCounters> ofClient : made) {
            for (AccessCounters pair : ofClient) {
                total.reads += pair.reads;
                total.writes += pair.writes;
                total.readHits += pair.readHits;
                total.writeHits += pair.writeHits;
                total.readMisses += pair.readMisses;
                total.readJoined += pair.readJoined;
                total.writeMisses += pair.writeMisses;
            }
        }
        return total;
    }

    /** Reads and writes of each client that has any, by its key. */
    public Map<String, AccessCounters> byClient() {
        Map<String, AccessCounters> byClient = new LinkedHashMap<>();
        for (int client = 0; client < CLIENTS; client++) {
            AccessCounters sum = new AccessCounters();
            for (AccessCounters pair : made.get(client)) {
                if (pair.reads + pair.writes > 0) {
                    add(sum, pair);
                }
            }
            if (sum.reads + sum.writes > 0) {
                byClient.put(Client.all().get(client).key(), sum);
            }
        }
        return byClient;
    }

    /** How many instances the node has; slices do not count. */
    public int instances() {
        return instances;
    }

    /** The node's part of a run's result; commands are keyed by what {@code commandKey} makes of their index, -1 included. */
    public RunResult.CacheResult result(IntFunction<String> commandKey) {
        return result(commandKey, null);
    }

    /** As the other, with what the best replacement would have made of its look-ups. */
    public RunResult.CacheResult result(IntFunction<String> commandKey, RunResult.@Nullable Optimal optimal) {
        Map<Integer, AccessCounters> commands = new TreeMap<>();
        for (int client = 0; client < CLIENTS; client++) {
            for (int i = client; i < pairs.length; i += CLIENTS) {
                AccessCounters pair = pairs[i];
                if (pair != null && pair.reads + pair.writes > 0) {
                    add(commands.computeIfAbsent(i / CLIENTS - 1, k -> new AccessCounters()), pair);
                }
            }
        }
        Map<String, AccessCounters> byCommand = new LinkedHashMap<>();
        commands.forEach((command, sums) ->
                add(byCommand.computeIfAbsent(commandKey.apply(command), k -> new AccessCounters()), sums));
        return new RunResult.CacheResult(
                spec.role().name(),
                instances,
                total(),
                byClient(),
                byCommand,
                optimal,
                prefetchResult(),
                structureResult(),
                compressionResult());
    }

    /** What the node's prefetcher did, or null if it has none. */
    public @Nullable PrefetchResult prefetchResult() {
        PrefetchSpec prefetch = spec.structure().prefetch();
        return prefetch.on() ? prefetches.result(prefetch.kind()) : null;
    }

    /** What the node did with what it has beside its lines, or null if it has nothing of which there is something to count. */
    public @Nullable StructureResult structureResult() {
        return spec.structure().counts() || spec.halves().copies() ? structure.result() : null;
    }

    /** What the compression of the node's lines came to, or null if they are not compressed. */
    public @Nullable LineCompressionResult compressionResult() {
        LineCompression how = spec.structure().compression();
        return how.on() ? compression.result(how.algorithm().key()) : null;
    }

    /** Restarts the region of interest. */
    public void reset() {
        counters.reset();
        prefetches.reset();
        structure.reset();
        compression.reset();
        Arrays.fill(pairs, null);
        made.forEach(List::clear);
    }

    private static void add(AccessCounters to, AccessCounters from) {
        to.reads += from.reads;
        to.writes += from.writes;
        to.readHits += from.readHits;
        to.writeHits += from.writeHits;
        to.readMisses += from.readMisses;
        to.readJoined += from.readJoined;
        to.writeMisses += from.writeMisses;
    }
}
