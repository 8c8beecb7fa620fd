// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.compare;

import dev.sluice.machine.WarmUp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import tools.jackson.databind.JsonNode;

/** What differs between two results, the most important of each kind first. */
public final class ResultDifference {
    private static final String ROLE = "role";
    private static final String INSTANCES = "instances";
    private static final int SECTOR = 32;
    /** Kinds of files beside those whose keys are compared. */
    private static final List<String> READ = List.of("stream", "capture", "trace", "data", "plugin");

    /** Where counters stand that are of no cache. */
    static final List<String> PARTS =
            List.of("requests", "sectors", "vram", "rop", "tlb", "display", "network", "link", "transfer", "host");

    private final ResultFile a;
    private final ResultFile b;
    private final boolean sameClock;

    /**
     * A value that is another one.
     *
     * @param a empty where it is not there
     */
    public record Value(String key, String a, String b) {}

    /**
     * A number that is another one.
     *
     * @param a 0 where it is not there
     * @param inA whether the first result has it at all
     */
    public record Moved(String name, long a, long b, boolean inA, boolean inB) {
        /** One that both have. */
        Moved(String name, long a, long b) {
            this(name, a, b, true, true);
        }

        /** By how much. */
        public long by() {
            return b - a;
        }

        /** How much that is, bytes counted by sectors, so that they compare with other counters. */
        long weight() {
            return Math.abs(by()) / (name.toLowerCase(Locale.ROOT).endsWith("bytes") ? SECTOR : 1);
        }
    }

    /**
     * A cache whose counters moved.
     *
     * @param counters the most important first
     * @param commands misses by command, in words of its id
     */
    public record Cache(String name, Moved hits, Moved accesses, List<Moved> counters, List<Moved> commands) {
        public Cache {
            counters = List.copyOf(counters);
            commands = List.copyOf(commands);
        }

        /** By how many sectors its misses moved. */
        long misses() {
            return Math.abs((accesses.b() - hits.b()) - (accesses.a() - hits.a()));
        }
    }

    /** The difference between two results. */
    public ResultDifference(ResultFile a, ResultFile b) {
        this.a = a;
        this.b = b;
        sameClock = a.root()
                .path("resolvedDevice")
                .path("clock")
                .equals(b.root().path("resolvedDevice").path("clock"));
    }

    /** The first result. */
    public ResultFile a() {
        return a;
    }

    /** The second one. */
    public ResultFile b() {
        return b;
    }

    /** Whether cycles of one are cycles of the other; else times are in picoseconds. */
    public boolean sameClock() {
        return sameClock;
    }

    /** The keys of the devices that differ, and what else was run: stream, profile, seed. */
    public List<Value> settings() {
        List<Value> settings = new ArrayList<>();
        for (String key :
                List.of("stream", "device", "profile", "seed", "timingOnly", "interrupted", "cut", "version")) {
            add(settings, key, a.root().path(key), b.root().path(key));
        }
        if (!warmUp(a.root()).equals(warmUp(b.root()))) {
            settings.add(new Value("--warm-up", warmUp(a.root()), warmUp(b.root())));
        }
        for (String kind : READ) {
            files(kind, settings);
        }
        Map<String, String> first = new LinkedHashMap<>();
        Map<String, String> second = new LinkedHashMap<>();
        flatten("", a.root().path("resolvedDevice"), first);
        flatten("", b.root().path("resolvedDevice"), second);
        Set<String> keys = new LinkedHashSet<>(first.keySet());
        keys.addAll(second.keySet());
        for (String key : keys) {
            String before = first.getOrDefault(key, "");
            String now = second.getOrDefault(key, "");
            if (!before.equals(now) && !key.equals("name")) {
                settings.add(new Value(key, before, now));
            }
        }
        return settings;
    }

    /** Behind what the counters of a result were to count; empty for the begin of the run. */
    private static String warmUp(JsonNode root) {
        JsonNode warmUp = root.path("warmUp");
        if (!warmUp.isObject()) {
            return "";
        }
        String region = warmUp.path("region").asString("");
        WarmUp wanted =
                region.isEmpty() ? WarmUp.commands(warmUp.path("commands").asLong()) : WarmUp.region(region);
        return (warmUp.path("over").asBoolean() ? "behind " : "ended before ") + wanted.words();
    }

    /** Files of a kind whose names differ, unless what is in them does not. */
    private void files(String kind, List<Value> settings) {
        Map<String, String> first = ofKind(kind, hashes(a.root()));
        Map<String, String> second = ofKind(kind, hashes(b.root()));
        if (!first.keySet().equals(second.keySet())
                && !new HashSet<>(first.values()).equals(new HashSet<>(second.values()))) {
            settings.add(
                    new Value(kind + " file", String.join(", ", first.keySet()), String.join(", ", second.keySet())));
        }
    }

    private static Map<String, String> ofKind(String kind, Map<String, String> hashes) {
        Map<String, String> files = new LinkedHashMap<>();
        hashes.forEach((name, hash) -> {
            if (name.startsWith(kind + " ")) {
                files.put(name.substring(kind.length() + 1), hash);
            }
        });
        return files;
    }

    /** Files of one name with other contents. */
    public List<String> inputs() {
        Map<String, String> first = hashes(a.root());
        Map<String, String> second = hashes(b.root());
        return first.keySet().stream()
                .filter(name -> second.containsKey(name) && !second.get(name).equals(first.get(name)))
                .toList();
    }

    private static Map<String, String> hashes(JsonNode root) {
        Map<String, String> hashes = new LinkedHashMap<>();
        root.path("inputs")
                .forEach(input -> hashes.put(
                        input.path("kind").asString("") + " "
                                + input.path("name").asString(""),
                        input.path("sha256").asString("")));
        return hashes;
    }

    private static void add(List<Value> to, String key, JsonNode first, JsonNode second) {
        String before = first.asString("");
        String now = second.asString("");
        if (!before.equals(now)) {
            to.add(new Value(key, before, now));
        }
    }

    private static void flatten(String path, JsonNode node, Map<String, String> into) {
        if (node.isObject()) {
            node.properties()
                    .forEach(entry -> flatten(
                            path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(), entry.getValue(), into));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                flatten(path + "[" + i + "]", node.get(i), into);
            }
        } else if (!node.isMissingNode() && !node.isNull()) {
            into.put(path, node.asString(""));
        }
    }

    /** The time of commands, by id and kind; of those that only one has, 0 for the other. */
    public List<Moved> commands() {
        return moved(times(a, "commands", node -> taken(a, node)), times(b, "commands", node -> taken(b, node)));
    }

    /** Cycles that a command took; of one that was not over when the run was cut off those until then. */
    private static long taken(ResultFile file, JsonNode command) {
        long start = command.path("startCycle").asLong(0);
        long end = command.path("endCycle").asLong(0);
        return start < 0 ? 0 : (end < 0 ? file.number("cycles") : end) - start;
    }

    /** The stalls of barriers. */
    public List<Moved> barriers() {
        ToLongFunction<JsonNode> stall = node -> node.path("stallCycles").asLong(0);
        return moved(times(a, "barriers", stall), times(b, "barriers", stall));
    }

    private Map<String, Long> times(ResultFile file, String key, ToLongFunction<JsonNode> time) {
        Map<String, Long> times = new LinkedHashMap<>();
        for (JsonNode node : file.root().path(key)) {
            String label = node.path("label").asString("");
            String name = node.path("id").asString("") + " " + node.path("kind").asString("")
                    + (label.isEmpty() ? "" : " " + label);
            times.merge(name, span(file, time.applyAsLong(node)), Long::sum);
        }
        return times;
    }

    long span(ResultFile file, long cycles) {
        return sameClock ? cycles : Math.round(cycles * file.nanosPerCycle() * 1000);
    }

    /** The caches whose counters moved. */
    public List<Cache> caches() {
        JsonNode first = a.root().path("caches");
        JsonNode second = b.root().path("caches");
        Set<String> names = new LinkedHashSet<>(first.propertyNames());
        names.addAll(second.propertyNames());
        List<Cache> caches = new ArrayList<>();
        for (String name : names) {
            Map<String, Long> before = counters(first.path(name));
            Map<String, Long> now = counters(second.path(name));
            List<Moved> counters = moved(before, now);
            if (!counters.isEmpty()) {
                caches.add(new Cache(
                        name,
                        new Moved("hits", hits(before), hits(now)),
                        new Moved("accesses", accesses(before), accesses(now)),
                        counters,
                        moved(misses(first.path(name)), misses(second.path(name)))));
            }
        }
        caches.sort(Comparator.comparingLong(Cache::misses)
                .thenComparingLong(cache -> cache.counters().get(0).weight())
                .reversed());
        return caches;
    }

    private static long hits(Map<String, Long> counters) {
        return counters.getOrDefault("readHits", 0L) + counters.getOrDefault("writeHits", 0L);
    }

    private static long accesses(Map<String, Long> counters) {
        return counters.getOrDefault("reads", 0L) + counters.getOrDefault("writes", 0L);
    }

    /** The counters of a cache, by their keys. */
    static Map<String, Long> counters(JsonNode cache) {
        Map<String, Long> counters = new LinkedHashMap<>();
        cache.properties().forEach(entry -> {
            if (entry.getValue().isNumber()
                    && !entry.getKey().equals(INSTANCES)
                    && !entry.getKey().equals(ROLE)) {
                counters.put(entry.getKey(), entry.getValue().asLong());
            }
        });
        return counters;
    }

    private static Map<String, Long> misses(JsonNode cache) {
        Map<String, Long> misses = new LinkedHashMap<>();
        cache.path("byCommand")
                .properties()
                .forEach(entry -> misses.put(
                        entry.getKey(),
                        entry.getValue().path("readMisses").asLong(0)
                                + entry.getValue().path("writeMisses").asLong(0)));
        return misses;
    }

    /** Regions of statistics whose time or counters moved, and those that only one has. */
    public List<RegionDifference> regions() {
        return RegionDifference.of(this);
    }

    /** Counters of everything else, {@code vram.readBytes} for example. */
    public List<Moved> others() {
        Map<String, Long> first = new LinkedHashMap<>();
        Map<String, Long> second = new LinkedHashMap<>();
        for (String part : PARTS) {
            numbers(part, a.root().path(part), first);
            numbers(part, b.root().path(part), second);
        }
        return moved(first, second);
    }

    /** Puts the whole numbers below a node, by their ways from {@code path}. */
    static void numbers(String path, JsonNode node, Map<String, Long> into) {
        if (node.isObject() && !path.endsWith("latencyHistogram")) {
            node.properties().forEach(entry -> numbers(path + "." + entry.getKey(), entry.getValue(), into));
        } else if (node.isIntegralNumber() && !path.endsWith("checksum")) {
            into.put(path, node.asLong());
        }
    }

    /** What is another number, the most first; equals by name. */
    static List<Moved> moved(Map<String, Long> first, Map<String, Long> second) {
        Set<String> names = new TreeSet<>(first.keySet());
        names.addAll(second.keySet());
        List<Moved> moved = new ArrayList<>();
        for (String name : names) {
            Moved one = new Moved(
                    name,
                    first.getOrDefault(name, 0L),
                    second.getOrDefault(name, 0L),
                    first.containsKey(name),
                    second.containsKey(name));
            if (one.by() != 0) {
                moved.add(one);
            }
        }
        moved.sort(Comparator.comparingLong(Moved::weight).reversed());
        return moved;
    }
}
