// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shipped device with as little of everything as it can have: caches of one way, set, register and credit, units and links
 * with room for one, latencies of 0 and 1, another level in front of memory. It stays valid, and its barriers suffice.
 */
final class HarshDeviceFile {

    private static final Pattern CACHE =
            Pattern.compile("\\{(?:role: \\w+, scope: \\w+, [^{}]*|size: \\w+, line: \\d+, [^{}]*)\\}");
    private static final Pattern SHARED = Pattern.compile("sharedBy: (\\d+)");
    private static final Pattern PARENT = Pattern.compile("parent: vram, (?=size|readOnly|tile)");
    private static final List<String> POLICIES =
            List.of("lru", "plru", "fifo", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship");

    private final SplittableRandom random;

    private HarshDeviceFile(SplittableRandom random) {
        this.random = random;
    }

    /** The text of a device, with what is harsh chosen by lot. */
    static String of(String device, SplittableRandom random) {
        return new HarshDeviceFile(random).harsh(device);
    }

    private String harsh(String device) {
        int most = SHARED.matcher(device)
                .results()
                .mapToInt(m -> Integer.parseInt(m.group(1)))
                .max()
                .orElse(1);
        String text = Pattern.compile("(computeUnits:\\s+count: )\\d+")
                .matcher(device)
                .replaceFirst("$1" + (random.nextBoolean() ? most : 2 * most));
        text = plain(text);
        text = CACHE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(cache(found)));
        text = level(text);
        text = numbers(text, "wavesPerUnit", 4, 5);
        text = numbers(text, "issuePerCycle", 1);
        text = numbers(text, "launchCycles", 0, 1);
        text = numbers(text, "codecLatency", 0, 1);
        text = numbers(text, "pixelsPerCycle", 1, 3);
        text = numbers(text, "startCycles", 0, 1);
        text = numbers(text, "outstanding", 1, 2);
        text = numbers(text, "bytesPerCycle", 1, 32);
        text = numbers(text, "walkers", 1);
        text = numbers(text, "levels", 1, 6);
        text = numbers(text, "entries", 1);
        text = text.replaceAll("(entries: 1, ways: )\\d+", "$11");
        text = numbers(text, "controllerLatency", 0, 1);
        text = numbers(text, "channels", 1, 3);
        text = numbers(text, "buffers", 1, 2);
        text = numbers(text, "cores", 1);
        text = text.replaceFirst("(network: \\{kind: crossbar, latency: )\\d+", "$1" + random.nextInt(2));
        text = text.replaceFirst("flit: \\d+", "flit: " + one(1, 8, 32, 512));
        text = text.replaceFirst(
                "link: \\{kind: (\\w+), lanes: (\\d+), latency: \\w+(?:, credits: \\d+)?",
                "link: {kind: $1, lanes: $2, latency: " + random.nextInt(2) + "ns, credits: " + one(1, 1, 2, 64));
        text = text.replaceFirst("submit: \\w+", "submit: " + random.nextInt(2) + "ns");
        return text.replaceFirst(
                "vram: \\{preset: ([\\w-]+), ",
                "vram: {preset: $1, queue: " + one(1, 2, 64) + ", writeQueue: 1, writeHigh: 1, writeLow: 0, ");
    }

    /** The text without what belongs to the sizes that caches no longer have. */
    private static String plain(String text) {
        return text.replaceAll(",\\s+halves: \\{[^}]*}", "")
                .replaceAll(",\\s+atomicRates: \\{(?:[^{}]*\\{[^}]*})*}", "")
                .replaceAll(
                        ",\\s+(tagsPerCycle|readBytesPerCycle|writeBytesPerCycle|leastWriteBytes|partialWriteBytes|fetch): [\\w.]+",
                        "")
                .replaceAll("(\\{role: [^}]*),\\s+clock: \\w+[.]?\\w*", "$1")
                .replaceAll("carveOut: ", "size: ")
                .replaceAll(", splits: \\[[^]]*]", "");
    }

    /** Halves that keep copies of each other's lines, of a cache that can have them. */
    private String halves(String text, int slices) {
        boolean can = text.contains("scope: device")
                && slices % 2 == 0
                && !text.matches("(?s).*(role: MALL|inclusive|exclusive|prefetch|compression).*");
        return can && random.nextBoolean()
                ? ", halves: {count: 2, latency: " + one(0, 1, 50) + ", slices: interleaved, copies: true}"
                : "";
    }

    private int one(int... of) {
        return of[random.nextInt(of.length)];
    }

    /** One of these values for a key, or what it has. */
    private String numbers(String text, String key, int... values) {
        int which = random.nextInt(values.length + 1);
        return which == values.length ? text : text.replaceFirst("\\b" + key + ": \\d+", key + ": " + values[which]);
    }

    private String cache(MatchResult found) {
        String text = found.group();
        int line = Integer.parseInt(value(text, "line", "64"));
        int slices = Integer.parseInt(value(text, "slices", "1"));
        if (slices > 1) {
            int fewer = one(1, 2, 3, slices);
            text = text.replaceFirst("slices: \\d+", "slices: " + fewer);
            slices = fewer;
        }
        int ways = one(1, 1, 2, 3, 4);
        int sets = one(1, 1, 2, 5);
        text = text.replaceFirst("size: \\w+", "size: " + line * slices * ways * sets)
                .replaceFirst("ways: \\d+", "ways: " + ways)
                .replaceFirst("latency: [\\w.]+", "latency: 1")
                .replaceFirst(", bypass: \\[\\w+\\]", "")
                .replaceAll(",\\s+(mshrs|mshrMerges|queue|banks|throughput|walkLinesPerCycle|replacement): \\w+", "");
        String beside = text.contains("scope: rop") || !text.contains("role: ") ? "" : structure();
        String all = text.substring(0, text.length() - 1)
                + beside
                + (text.contains("role: ") ? room() : ", mshrs: " + one(1, 4))
                + ", replacement: " + POLICIES.get(random.nextInt(POLICIES.size()));
        return all + halves(all, slices) + "}";
    }

    /** What a cache of units or of the device can have beside its lines. */
    private String structure() {
        List<String> prefetches = List.of(
                ", prefetch: {kind: nextLine, degree: " + one(1, 4) + ", reserve: 0}",
                ", prefetch: {kind: stream, degree: 2, distance: 4, reserve: 0, queue: 1}",
                ", prefetch: {kind: macroBlock, reserve: 0}",
                ", prefetch: {kind: stride, degree: 3, reserve: 0, page: 64KiB}");
        String prefetch = random.nextInt(3) == 0 ? "" : prefetches.get(random.nextInt(prefetches.size()));
        String bypass = random.nextInt(4) > 0
                ? ""
                : ", bypass: [" + List.of("loads", "stores", "host").get(random.nextInt(3)) + "]";
        String beside = (random.nextInt(4) > 0 ? "" : ", inclusive: true")
                + (random.nextInt(4) > 0 ? "" : ", clock: " + one(300, 900, 3000) + "MHz");
        String partition = random.nextInt(4) > 0 ? "" : ", partition: {storage: '0', transfer: '0'}";
        String packed = partition.isEmpty() && random.nextInt(3) == 0
                ? ", compression: {algorithm: bdi, tagFactor: " + one(1, 2, 3) + ", segment: " + one(1, 8, 32)
                        + ", decompressionLatency: " + one(0, 1, 7) + "}"
                : "";
        return prefetch + bypass + beside + partition + packed;
    }

    private String room() {
        return ", mshrs: " + one(1, 1, 2, 16) + ", mshrMerges: " + one(1, 1, 8) + ", queue: " + one(1, 1, 16)
                + ", banks: " + one(1, 2) + ", walkLinesPerCycle: " + one(1, 4);
    }

    /** Puts a memory-side cache between everything and memory. */
    private String level(String text) {
        if (text.contains("role: MALL") || random.nextBoolean()) {
            return text;
        }
        String side = "  side:   {role: MALL, scope: device, parent: vram, size: " + 256 * one(1, 4)
                + ", line: 256, sector: " + one(32, 256) + ", ways: 1, latency: 1, write: back, allocate: fetchOnWrite"
                + ", dirty: line" + room() + "}\n";
        return PARENT.matcher(text).replaceAll("parent: side, ").replaceFirst("\nclients: ", "\n" + side + "clients: ");
    }

    private static String value(String text, String key, String otherwise) {
        Matcher matcher = Pattern.compile("\\b" + key + ": (\\w+)").matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
