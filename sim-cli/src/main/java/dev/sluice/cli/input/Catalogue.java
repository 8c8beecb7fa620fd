// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.check.lint.LintRule;
import dev.sluice.check.litmus.Check;
import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.config.Presets;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.litmus.LitmusReader;
import dev.sluice.config.profile.BarrierProfileReader;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.machine.cache.policy.Policies;
import dev.sluice.machine.cache.policy.SliceHashes;
import dev.sluice.machine.cache.prefetch.Prefetchers;
import dev.sluice.plugin.Parameter;
import dev.sluice.plugin.Provider;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.ProfileVariant;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The names of what Sluice brings along, each with a line about it. */
public final class Catalogue {
    /** What can be listed. */
    public static final List<String> KINDS =
            List.of("devices", "profiles", "policies", "prefetchers", "hashes", "rules", "streams", "sweeps", "litmus");

    private static final String LESSONS = "tiny-";
    /** What begins a comment that names a file's schema. */
    private static final String FOR_EDITORS = "yaml-language-server:";

    private Catalogue() {}

    /** The names and lines of a kind, sorted by name. */
    public static Map<String, String> of(String kind) {
        Map<String, String> entries = new TreeMap<>();
        switch (kind) {
            case "devices" -> presets(Presets.Kind.DEVICES, entries);
            case "streams" -> presets(Presets.Kind.STREAMS, entries);
            case "sweeps" -> presets(Presets.Kind.SWEEPS, entries);
            case "litmus" -> litmus(entries);
            case "profiles" -> profiles(entries);
            case "rules" ->
                Stream.of(LintRule.values())
                        .forEach(rule -> entries.put(rule.id(), rule.severity().key() + ": " + rule.title()));
            case "policies" -> Policies.providers().forEach(policy -> withParameters(policy, entries));
            case "prefetchers" -> Prefetchers.providers().forEach(prefetcher -> withParameters(prefetcher, entries));
            case "hashes" -> SliceHashes.providers().forEach(hash -> withParameters(hash, entries));
            default -> throw new IllegalArgumentException("no kind " + kind);
        }
        return entries;
    }

    /** The preset devices that model a machine: those for lessons, {@code tiny-1} and {@code tiny-2}, tell nothing of one. */
    public static List<String> machines() {
        return of("devices").keySet().stream()
                .filter(name -> !name.startsWith(LESSONS))
                .toList();
    }

    /** A provider and, under keys as {@code --set} has them, what can be set of it. */
    private static void withParameters(Provider provider, Map<String, String> entries) {
        entries.put(provider.name(), provider.description());
        for (Parameter set : provider.parameters()) {
            entries.put(
                    provider.name() + "." + set.name(), set.standard() + " (" + set.range() + "): " + set.meaning());
        }
    }

    private static void presets(Presets.Kind kind, Map<String, String> entries) {
        for (String name : Presets.onClasspath().list(kind)) {
            // the folder of DRAM presets holds parts of devices, that beside sweeps what runs them on clusters
            boolean whole = kind != Presets.Kind.DEVICES && kind != Presets.Kind.SWEEPS;
            if (whole || name.indexOf('/') < 0) {
                Presets.onClasspath().find(kind, name).ifPresent(preset -> entries.put(name, description(preset)));
            }
        }
    }

    /** Each litmus test with its check lines. */
    private static void litmus(Map<String, String> entries) {
        for (String name : Presets.onClasspath().list(Presets.Kind.LITMUS)) {
            LitmusTest test = LitmusReader.read(name, Presets.onClasspath().read(Presets.Kind.LITMUS, name));
            entries.put(
                    name,
                    String.join("; ", test.checks().stream().map(Check::text).toList()));
        }
    }

    private static void profiles(Map<String, String> entries) {
        for (String name : Presets.onClasspath().list(Presets.Kind.PROFILES)) {
            BarrierProfile profile =
                    BarrierProfileReader.read(name, Presets.onClasspath().read(Presets.Kind.PROFILES, name));
            entries.put(name, profile.description());
            for (ProfileVariant variant : profile.variants()) {
                if (variant.hasRows()) {
                    entries.put(name + "+" + variant.name(), "variant: " + variant.when());
                }
            }
        }
    }

    /** The file's {@code description}, or else the first sentence of the comment at its top. */
    private static String description(Presets.Preset preset) {
        if (CompactStream.named(preset.path())) {
            return firstSentence(
                    CompactStream.read(preset.path(), preset.bytes()).description());
        }
        return description(preset.path(), preset.bytes());
    }

    private static String description(String name, byte[] bytes) {
        MapNode root = SourceReader.readMap(name, bytes);
        Node written = root.get("description");
        if (written instanceof ScalarNode scalar && !scalar.text().isBlank()) {
            return scalar.text().strip().replaceAll("\\s+", " ");
        }
        StringBuilder comment = new StringBuilder();
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\\R", -1)) {
            if (!line.startsWith("#")) {
                break;
            }
            String text = line.substring(1).strip();
            if (!text.startsWith(FOR_EDITORS)) {
                comment.append(comment.isEmpty() ? "" : " ").append(text);
            }
        }
        return firstSentence(comment.toString());
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end);
    }
}
