// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A device file with its caches rebuilt: left out, doubled, of another role, place or kind, and clients that enter elsewhere. */
final class RebuiltDeviceFile {
    private static final Pattern UNITS = Pattern.compile("(computeUnits:\\s*\\{?\\s*count: )\\d+");
    private static final Pattern CACHES = Pattern.compile("(?s)\\ncaches:\\n(.*?)\\n(?=\\S)");
    private static final Pattern CACHE = Pattern.compile("(?s)  (\\w+): *\\{.*?\\n(?=  \\w+: *\\{|$)");
    private static final Pattern CLIENT = Pattern.compile("(\\w+): (\\w+)");

    private static final List<String> ROLES =
            List.of("L1", "TEX", "UNIFORM", "GL1", "L2", "DATA", "VERTEX", "ROP_COLOR", "ROP_DEPTH", "MALL");

    private final SplittableRandom random;
    private String text;

    private RebuiltDeviceFile(String device, SplittableRandom random) {
        this.random = random;
        this.text = UNITS.matcher(device).replaceFirst("$1" + (1 + random.nextInt(4)));
    }

    /** The text with one to three changes of its caches. */
    static String of(String device, SplittableRandom random) {
        RebuiltDeviceFile file = new RebuiltDeviceFile(device, random);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            file.change();
        }
        return file.text;
    }

    private void change() {
        switch (random.nextInt(12)) {
            case 0 -> drop();
            case 1 -> twice();
            case 2 -> cache("role: \\w+", "role: " + any(ROLES));
            case 3 -> cache("parent: \\w+", "parent: " + any(names()));
            case 4 -> cache("line: \\d+", "line: " + any(List.of("32", "64", "128", "256")));
            case 5 ->
                cache(
                        "write: \\w+, allocate: \\w+, dirty: \\w+",
                        any(List.of(
                                "write: back, allocate: fetchOnWrite, dirty: line",
                                "write: back, allocate: fetchOnWrite, dirty: byte",
                                "write: back, allocate: validateOnWrite, dirty: byte",
                                "write: through, allocate: noWrite, dirty: none")));
            case 6 -> cache("latency: ", "flushInvalidates: " + random.nextBoolean() + ", latency: ");
            case 7 -> cache("readOnly: true", "write: through, allocate: noWrite, dirty: none");
            case 8 -> cache("latency: ", "sharedBy: " + (1 << random.nextInt(3)) + ", latency: ");
            case 9 -> cache("scope: \\w+", "scope: " + any(List.of("device", "computeUnit", "rop")));
            case 10 -> client();
            default -> text = RandomDeviceFile.of(text, random);
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(List.of("vram"));
        blocks().forEach(block -> names.add(block.group(1)));
        return names;
    }

    private List<MatchResult> blocks() {
        Matcher section = CACHES.matcher(text);
        if (!section.find()) {
            return List.of();
        }
        Matcher blocks = CACHE.matcher(text).region(section.start(1), section.end(1) + 1);
        return blocks.results().toList();
    }

    private MatchResult block() {
        List<MatchResult> blocks = blocks();
        return blocks.get(random.nextInt(blocks.size()));
    }

    /** Leaves a cache out; those above it, and its clients, go where it went. */
    private void drop() {
        MatchResult block = block();
        Matcher parent = Pattern.compile("parent: (\\w+)").matcher(block.group());
        String below = parent.find() ? parent.group(1) : "vram";
        text = (text.substring(0, block.start()) + text.substring(block.end()))
                .replaceAll(": " + block.group(1) + "\\b", ": " + below);
    }

    /** A second cache like another, above or below it, or for one of its clients. */
    private void twice() {
        MatchResult block = block();
        String name = block.group(1);
        String again = name + "x";
        String copy = block.group().replaceFirst(name + ":", again + ":");
        if (random.nextBoolean()) {
            copy = copy.replaceFirst("parent: \\w+", "parent: " + name);
        }
        if (random.nextBoolean()) {
            copy = copy.replaceFirst("role: \\w+", "role: " + any(ROLES));
        }
        text = text.substring(0, block.end()) + copy + text.substring(block.end());
        List<MatchResult> clients = clients(name);
        if (!clients.isEmpty()) {
            replace(clients.get(random.nextInt(clients.size())), again);
        }
    }

    private void client() {
        List<MatchResult> clients = clients("\\w+");
        if (!clients.isEmpty()) {
            replace(clients.get(random.nextInt(clients.size())), any(names()));
        }
    }

    private List<MatchResult> clients(String target) {
        int from = text.indexOf("\nclients:");
        return CLIENT.matcher(text)
                .region(from + 9, text.indexOf('}', from))
                .results()
                .filter(client -> client.group(2).matches(target))
                .toList();
    }

    private void replace(MatchResult client, String target) {
        text = text.substring(0, client.start(2)) + target + text.substring(client.end(2));
    }

    private void cache(String from, String to) {
        MatchResult block = block();
        text = text.substring(0, block.start()) + block.group().replaceFirst(from, to) + text.substring(block.end());
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
