// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.sweep.Axis;
import dev.sluice.config.sweep.Combinations;
import dev.sluice.config.sweep.Constraint;
import dev.sluice.config.sweep.SweepDefinition;
import dev.sluice.config.sweep.SweepPlaces;
import dev.sluice.config.sweep.SweepReader;
import dev.sluice.config.sweep.ValueList;
import dev.sluice.config.trace.TraceFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what a sweep is; they add to a sweep file, and go before it. */
final class SweepOptions {
    private static final String VARY = "--vary ";

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--vary",
            paramLabel = "KEY=VALUES",
            description = {
                "What is varied: a key of the device, or device, profile, seed, or stream.KEY of a stream's text.",
                "Values are separated by commas; 1MiB..8MiB*2 and 2..16+2 are ranges. Repeatable."
            })
    private List<String> vary = List.of();

    @InHelp(HelpGroup.INPUT)
    @Option(names = "--zip", description = "Take the first values of all together, then the second ones: no grid.")
    private boolean zip;

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "Leave out combinations that do not fulfil it, such as \"caches.l2.size <= 4MiB\". Repeatable.")
    private List<String> where = List.of();

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file " + HelpText.OWN_DEVICE)
    private @Nullable String device;

    @Mixin
    private ProfileOptions profiles = new ProfileOptions();

    @Mixin
    private SetOptions set = new SetOptions();

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The format of traces; told by their names and contents without it.")
    private @Nullable String format;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--outstanding",
            paramLabel = "N",
            description =
                    "Of traces: accesses under way at most on a unit's path (0, the default: as many as the device takes).")
    private @Nullable Integer outstanding;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement (default: 0).")
    private @Nullable Long seed;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--max-cycles", paramLabel = "N", description = "Cut a point off after cycle N of the core clock.")
    private @Nullable Long maxCycles;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--bytes", description = "Follow bytes, so that findings are counted; slower.")
    private boolean bytes;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--optimal",
            description = "Also tell what Belady's replacement would have hit in each cache; slower.")
    private boolean optimal;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--metrics",
            paramLabel = "NAMES",
            split = ",",
            description = "Columns of the results: names with commas between, * for any part, 'all'.")
    private List<String> metrics = List.of();

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--objective",
            paramLabel = "A,B",
            split = ",",
            description = "What is best, and against what: two metrics, with :max where more is better"
                    + " (default: cycles,cacheBytes).")
    private List<String> objectives = List.of();

    private @Nullable TraceFormat wanted() {
        TraceFormat wanted = format == null ? null : TraceFormat.of(format);
        if (format != null && wanted == null) {
            throw new ConfigException(
                    "--format " + format, "no format is called '" + format + "'; there are " + TraceFormat.names());
        }
        return wanted;
    }

    /** The sweep that is asked for. */
    SweepDefinition sweep(List<String> inputs) {
        SweepDefinition file = inputs.size() == 1 ? file(inputs.get(0)) : null;
        for (String input : inputs) {
            if (file == null && inputs.size() > 1 && file(input) != null) {
                throw new ConfigException(input, "is a sweep, which stands alone: it names its streams itself");
            }
        }
        Map<String, Axis> axes = new LinkedHashMap<>();
        if (file != null) {
            file.axes().forEach(axis -> axes.put(axis.name(), axis));
        }
        Set<String> given = new LinkedHashSet<>();
        for (String text : vary) {
            Axis axis = axis(text);
            if (!given.add(axis.name())) {
                throw new ConfigException(VARY + text, "'" + axis.name() + "' is varied twice");
            }
            axes.put(axis.name(), axis);
        }
        refuseVaried(axes.keySet());
        Set<String> names = new LinkedHashSet<>(axes.keySet());
        names.add(Combinations.STREAM);
        List<Constraint> conditions = new ArrayList<>(file == null ? List.of() : file.where());
        where.forEach(text -> conditions.add(Constraint.parse(text, names, "--where")));
        List<String> settings = new ArrayList<>(file == null ? List.of() : file.settings());
        settings.addAll(set.texts());
        if (outstanding != null && outstanding < 0) {
            throw new ConfigException("--outstanding " + outstanding, "cannot be negative");
        }
        if (maxCycles != null && maxCycles < 1) {
            throw new ConfigException("--max-cycles " + maxCycles, "must be at least 1");
        }
        return new SweepDefinition(
                file == null ? name(inputs) : file.name(),
                file == null ? inputs : file.streams(),
                format != null || file == null ? wanted() : file.format(),
                outstanding != null ? outstanding : file == null ? 0 : file.outstanding(),
                device != null || file == null ? device : file.device(),
                profiles.profile() != null || file == null ? profiles.profile() : file.profile(),
                profiles.variant() != null || file == null ? profiles.variant() : file.variant(),
                settings,
                List.copyOf(axes.values()),
                zip || file != null && file.zip(),
                conditions,
                !metrics.isEmpty() || file == null ? metrics : file.metrics(),
                !objectives.isEmpty() || file == null ? objectives : file.objectives(),
                seed != null ? seed : file == null ? 0 : file.seed(),
                maxCycles != null || file == null ? maxCycles : file.maxCycles(),
                bytes || file != null && file.bytes(),
                optimal || file != null && file.optimal(),
                file == null ? SweepPlaces.NONE : file.places().without(instead(given)));
    }

    /** What is varied has a value of its own in each point, so that one for all of them would not count. */
    private void refuseVaried(Set<String> axes) {
        Map<String, String> fixed = new LinkedHashMap<>();
        for (String setting : set.texts()) {
            fixed.put(key(setting), "--set " + setting);
        }
        if (device != null) {
            fixed.put(Axis.DEVICE, "--device " + device);
        }
        if (profiles.profile() != null) {
            fixed.put(Axis.PROFILE, "--profile " + profiles.profile());
        }
        if (seed != null) {
            fixed.put(Axis.SEED, "--seed " + seed);
        }
        fixed.forEach((name, option) -> {
            if (axes.contains(name)) {
                throw new ConfigException(
                        option, "'" + name + "' is varied, with a value of its own for each point: leave one out");
            }
        });
    }

    /** The keys of a sweep file in whose place the options say something, or to which they add. */
    private Set<String> instead(Set<String> axes) {
        Set<String> keys = new LinkedHashSet<>();
        axes.forEach(name -> keys.addAll(List.of("vary", "vary." + name)));
        for (String setting : set.texts()) {
            keys.add("set." + key(setting));
        }
        Map<String, Boolean> said = Map.of(
                "where", !where.isEmpty(),
                "format", format != null,
                "outstanding", outstanding != null,
                "device", device != null,
                "profile", profiles.profile() != null,
                "metrics", !metrics.isEmpty(),
                "objectives", !objectives.isEmpty());
        said.forEach((key, is) -> {
            if (is) {
                keys.add(key);
            }
        });
        return keys;
    }

    private static String key(String setting) {
        return setting.substring(0, setting.indexOf('=')).strip();
    }

    private static String name(List<String> streams) {
        Path path = Inputs.path(streams.get(0)).getFileName();
        String last = String.valueOf(path);
        int dot = last.lastIndexOf('.');
        return (dot > 0 ? last.substring(0, dot) : last) + (streams.size() > 1 ? " and others" : "");
    }

    /** A sweep file or preset; null for anything else. */
    private static @Nullable SweepDefinition file(String name) {
        Path path = Inputs.path(name);
        if (Files.isRegularFile(path)) {
            String lower = name.toLowerCase(Locale.ROOT);
            boolean text = lower.endsWith(".yaml") || lower.endsWith(".yml") || lower.endsWith(".json");
            return text && !CompactStream.named(name) && SweepReader.isSweep(SourceReader.readMap(path))
                    ? SweepReader.read(path)
                    : null;
        }
        Presets presets = Presets.onClasspath();
        Optional<Presets.Preset> preset = presets.find(Presets.Kind.SWEEPS, name);
        return preset.isPresent() && presets.find(Presets.Kind.STREAMS, name).isEmpty()
                ? SweepReader.read(preset.get().path(), preset.get().bytes())
                : null;
    }

    private static Axis axis(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? "" : text.substring(0, equals).strip();
        if (name.isEmpty()) {
            throw new ConfigException(VARY + text, "expected KEY=VALUES, such as caches.l2.size=1MiB,2MiB");
        }
        try {
            return Axis.parse(name, text.substring(equals + 1));
        } catch (ValueList.Fault e) {
            throw new ConfigException(VARY + text, "column " + (equals + 1 + e.column()) + ": " + e.problem());
        }
    }
}
