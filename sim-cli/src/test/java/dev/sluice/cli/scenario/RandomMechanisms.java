// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds keys to a device file that shipped devices leave out. */
final class RandomMechanisms {
    private static final Pattern NETWORK = Pattern.compile("(?m)^network: \\{");
    private static final Pattern UNITS = Pattern.compile("(?m)^computeUnits:\\s*\\n");
    private static final Pattern CACHE = Pattern.compile("(?<=\\{)(?=role: )");

    private static final Pattern SHARED_MEMORY = Pattern.compile("(sharedMemory: \\{size: )(\\d+)KiB");
    private static final Pattern OWN_SIZE = Pattern.compile("(scope: computeUnit, (?!readOnly)[^{}]*?)size: (\\d+)KiB");

    private static final List<String> NETWORK_KEYS = List.of(
            "clientReply: 64, ",
            "clientReply: 24, sliceReply: 16, ",
            "sliceReply: 64, ",
            "clock: 900MHz, ",
            "clusters: {count: 2, latency: 5, replyBytes: 64}, ",
            "requestHeader: false, ",
            "replyHeader: false, clientReply: 128, ");

    private static final List<String> UNIT_KEYS = List.of(
            "  dispatcherGroupCycles: 8\n",
            "  unitGroupCycles: 50\n",
            "  unitGroupCycles: 100ns\n",
            "  groupStartCycles: 70\n");

    private static final List<String> CACHE_KEYS = List.of(
            "halves: {count: 2, latency: 200}, ",
            "fetch: 64, ",
            "fetch: 128, ",
            "fillAtEviction: true, ",
            "tagsPerCycle: 0.7, ",
            "tagsPerCycle: 2.7, ",
            "readBytesPerCycle: 64, ",
            "readBytesPerCycle: 20, writeBytesPerCycle: 12, ",
            "writeBytesPerCycle: 32, ",
            "writeBytesPerCycle: 25, leastWriteBytes: 46, partialWriteBytes: 23, ",
            "atomicRates: {add.u32: {lanes: 32}, other: {wordCycles: 2.4}}, ",
            "atomicRates: {add: {wordCycles: 20}}, ",
            "prefetch: nextLine, ",
            "prefetch: {kind: stream, degree: 4}, ",
            "prefetch: {kind: stride, degree: 2, reserve: 0, page: 64KiB}, ",
            "prefetch: macroBlock, ",
            "inclusive: true, ",
            "clock: 900MHz, ",
            "writeBuffer: {entries: 4}, ",
            "victim: {lines: 4}, ",
            "exclusive: true, ",
            "compression: bdi, ",
            "compression: {algorithm: bdi, tagFactor: 4, segment: 4, decompressionLatency: 3ns}, ",
            "bypass: [loads], ",
            "bypass: [stores], ",
            "partition: {storage: 0-1, sampled: '2,3', transfer: '0'}, ",
            "halves: {count: 2, latency: 1ns, units: interleaved, slices: interleaved}, ");

    private RandomMechanisms() {}

    static String in(String device, SplittableRandom random) {
        String text = device;
        for (int i = random.nextInt(3); i > 0; i--) {
            switch (random.nextInt(7)) {
                case 0 -> text = insert(text, NETWORK, NETWORK_KEYS, random);
                case 1 -> text = insert(text, UNITS, UNIT_KEYS, random);
                case 2 -> text = divide(text, random);
                default -> text = insert(text, CACHE, CACHE_KEYS, random);
            }
        }
        return text;
    }

    /** Lets kernels divide an array between the first cache of a unit and workgroup memory. */
    private static String divide(String text, SplittableRandom random) {
        Matcher shared = SHARED_MEMORY.matcher(text);
        Matcher cache = OWN_SIZE.matcher(text);
        if (!shared.find() || !cache.find()) {
            return text;
        }
        int size = Integer.parseInt(shared.group(2));
        int array = size + Integer.parseInt(cache.group(2));
        String splits =
                (random.nextBoolean() ? "0, " : "") + (random.nextBoolean() ? size / 2 + "KiB, " : "") + size + "KiB";
        return cache.replaceFirst("$1carveOut: " + array + "KiB")
                .replaceFirst(
                        SHARED_MEMORY.pattern(),
                        "$1$2KiB, queue: " + random.nextInt(4) + ", laneGroupBytes: "
                                + (random.nextBoolean() ? 128 : 64) + ", splits: [" + splits + "]");
    }

    private static String insert(String text, Pattern place, List<String> keys, SplittableRandom random) {
        List<MatchResult> places = new ArrayList<>(place.matcher(text).results().toList());
        if (places.isEmpty()) {
            return text;
        }
        int at = places.get(random.nextInt(places.size())).end();
        return text.substring(0, at) + keys.get(random.nextInt(keys.size())) + text.substring(at);
    }
}
