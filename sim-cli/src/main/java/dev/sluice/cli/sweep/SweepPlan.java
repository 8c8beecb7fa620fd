// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.input.TraceInputs;
import dev.sluice.cli.run.Machines;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.source.Sha256;
import dev.sluice.config.sweep.Axis;
import dev.sluice.config.sweep.Combinations;
import dev.sluice.config.sweep.SweepDefinition;
import dev.sluice.config.trace.TraceFormat;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.Simulation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The points of a sweep with their keys, and the header of its journal. */
public final class SweepPlan {
    private final SweepDefinition sweep;
    private final SweepFaults faults;
    private final SharedInputs inputs;
    private final List<Point> points = new ArrayList<>();
    private final Map<String, String> digests = new TreeMap<>();
    /** The streams that are traces. */
    private final Map<String, TraceFormat> traces = new HashMap<>();

    private final Map<String, DeviceSource> devices = new LinkedHashMap<>();
    private final SweepHeader header;

    /**
     * Plans a sweep.
     *
     * @param version of Sluice
     * @throws ConfigException when something of it cannot be read, a key is none of any device, or a stream is named twice
     */
    public SweepPlan(SweepDefinition sweep, SharedInputs inputs, String version) {
        this.sweep = sweep;
        this.inputs = inputs;
        faults = new SweepFaults(sweep);
        refuseTwice();
        sweep.streams().forEach(stream -> {
            TraceFormat format = traceFormat(stream);
            if (format != null) {
                traces.put(stream, format);
            }
        });
        refuseOfStreams();
        refuseDeviceOfStreams();
        List<List<String>> values = new ArrayList<>();
        Map<String, String> plugins = SharedInputs.digestsOfPlugins();
        plugins.forEach((jar, hash) -> digests.put("plugin " + jar, hash));
        String fixed = version + "\n" + presets() + "\n" + String.join(" ", plugins.values());
        Map<Combinations.Combination, Combinations.Combination> seen = new HashMap<>();
        for (Combinations.Combination one : Combinations.of(sweep)) {
            Combinations.Combination first = seen.putIfAbsent(canonical(one), one);
            if (first != null) {
                throw twice(one, first);
            }
            Point point = point(points.size(), one);
            points.add(point.with(Sha256.of(fixed + "\n" + key(point))));
            List<String> row = new ArrayList<>(List.of(sweep.label(one.stream())));
            one.values().forEach((axis, value) -> row.add(sweep.named(axis, value)));
            values.add(row);
        }
        new KeyCheck(sweep, devices.values(), faults).run();
        MetricNames names = new MetricNames(caches(), sweep.bytes(), sweep.optimal(), sweep.places());
        List<Objective> objectives = names.objectives(sweep.objectives());
        header = new SweepHeader(
                sweep.name(),
                version,
                digests,
                settings(),
                sweep.streams().stream().map(sweep::label).toList(),
                sweep.named(),
                sweep.zip(),
                values,
                hashOfKeys(points.stream().map(Point::key).toList()),
                names.chosen(sweep.metrics(), objectives),
                objectives,
                Shard.WHOLE);
    }

    /**
     * Makes points ready up to the first that can begin.
     *
     * @param machines wires the machines of points with a stream
     * @throws ConfigException when one fault keeps every point from beginning
     */
    public void refuseCommonFault(Simulation.Factory machines) {
        new CommonFault(sweep, faults, new PointFunction(inputs, machines, Machines::replay)).refuse(points);
    }

    /** Rows of one name would be points of one series. */
    private void refuseTwice() {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String stream : sweep.streams()) {
            String first = labels.putIfAbsent(sweep.label(stream), stream);
            if (first != null) {
                String as = stream.equals(first) ? "" : ", first as " + first;
                throw sweep.places()
                        .at("streams", stream, new ConfigException(stream, "this stream is named twice" + as));
            }
        }
    }

    private @Nullable TraceFormat traceFormat(String stream) {
        try {
            return TraceInputs.formatOf(stream, sweep.format());
        } catch (ConfigException e) {
            throw faults.ofStream(stream, e);
        }
    }

    /** What only streams have is a slip where all are traces, and where one is that is to have other values. */
    private void refuseOfStreams() {
        if (traces.isEmpty()) {
            refuseOfTraces();
            return;
        }
        String first =
                sweep.streams().stream().filter(traces::containsKey).findFirst().orElseThrow();
        boolean keys = !fixed(true).isEmpty() || sweep.axes().stream().anyMatch(Axis::ofStream);
        if (keys) {
            throw ofTrace(first, "is a trace, which has no keys to vary or to set: 'stream.' names those of streams");
        }
        if (traces.size() < sweep.streams().size()) {
            return;
        }
        boolean profiles = sweep.profile() != null
                || sweep.variant() != null
                || sweep.axes().stream().anyMatch(axis -> axis.name().equals(Axis.PROFILE));
        if (profiles || sweep.bytes()) {
            throw ofTrace(
                    first,
                    "is a trace, which has no barriers: " + (profiles ? "a barrier profile" : "'bytes'")
                            + " would change nothing");
        }
    }

    /** What only traces have is a slip where none is one. */
    private void refuseOfTraces() {
        TraceFormat format = sweep.format();
        String key = format != null ? "format" : "outstanding";
        if (format != null || sweep.outstanding() != 0) {
            Object value = format != null ? format : sweep.outstanding();
            throw sweep.places()
                    .at(
                            key,
                            new ConfigException(
                                    "--" + key + " " + value,
                                    "'" + key + "' is for traces, and here are streams alone"));
        }
    }

    /** The device of a sweep stands in the place of the streams' own, whose values would make equal points. */
    private void refuseDeviceOfStreams() {
        String own = Axis.STREAM + Axis.DEVICE;
        boolean varied = sweep.axes().stream().anyMatch(axis -> axis.name().equals(Axis.DEVICE));
        if (sweep.device() == null && !varied) {
            return;
        }
        String problem = "'" + own + "' changes nothing where 'device' is " + (varied ? "varied" : "given")
                + ", which stands in its place: leave one out";
        for (Axis axis : sweep.axes()) {
            if (axis.name().equals(own)) {
                throw faults.ofAxis(axis, problem);
            }
        }
        for (String setting : sweep.settings()) {
            if (setting.substring(0, setting.indexOf('=')).strip().equals(own)) {
                throw faults.ofSetting(setting, problem);
            }
        }
    }

    private ConfigException ofTrace(String trace, String problem) {
        return faults.ofStream(trace, new ConfigException(trace, problem));
    }

    /** The same point, however its values are spelled. */
    private Combinations.Combination canonical(Combinations.Combination point) {
        Map<String, String> values = new HashMap<>();
        sweep.axes().forEach(axis -> values.put(axis.name(), axis.canonical(value(point, axis))));
        return new Combinations.Combination(point.stream(), values);
    }

    private static String value(Combinations.Combination point, Axis axis) {
        return Objects.requireNonNull(point.values().get(axis.name()));
    }

    /** A point that is listed again; its values count once, and a journal knows it by them. */
    private ConfigException twice(Combinations.Combination point, Combinations.Combination first) {
        List<Axis> axes = sweep.axes();
        Axis axis = axes.stream()
                .filter(one -> !sweep.zip() && lists(one, value(point, one)) > 1)
                .findFirst()
                .orElse(axes.get(axes.size() - 1));
        String value = value(point, axis);
        String before = value(first, axis);
        return faults.ofValue(
                axis.name(),
                value,
                (sweep.zip() ? "this point is listed twice" : "this value is listed twice")
                        + (value.equals(before) ? "" : ", first as " + before));
    }

    /** How often an axis has a value. */
    private static long lists(Axis axis, String value) {
        String canonical = axis.canonical(value);
        return axis.values().stream()
                .filter(other -> axis.canonical(other).equals(canonical))
                .count();
    }

    /** All points, in order. */
    public List<Point> points() {
        return List.copyOf(points);
    }

    /** What a journal of it begins with. */
    public SweepHeader header() {
        return header;
    }

    /** The SHA-256 of the keys of all points. */
    static String hashOfKeys(List<String> keys) {
        return Sha256.of(String.join("\n", keys));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (!sweep.settings().isEmpty()) {
            settings.put("set", String.join(" ", sweep.settings()));
        }
        if (!sweep.where().isEmpty()) {
            settings.put(
                    "where",
                    String.join(
                            " && ", sweep.where().stream().map(Object::toString).toList()));
        }
        String profile = sweep.profile();
        String variant = sweep.variant();
        if (profile != null) {
            settings.put("profile", sweep.named(Axis.PROFILE, profile));
        }
        if (variant != null) {
            settings.put("variant", variant);
        }
        if (sweep.seed() != 0) {
            settings.put("seed", Long.toString(sweep.seed()));
        }
        Long maxCycles = sweep.maxCycles();
        if (maxCycles != null) {
            settings.put("maxCycles", maxCycles.toString());
        }
        TraceFormat format = sweep.format();
        if (format != null) {
            settings.put("format", format.toString());
        }
        if (sweep.outstanding() != 0) {
            settings.put("outstanding", Integer.toString(sweep.outstanding()));
        }
        if (sweep.bytes()) {
            settings.put("bytes", "true");
        }
        if (sweep.optimal()) {
            settings.put("optimal", "true");
        }
        return settings;
    }

    private Point point(int index, Combinations.Combination one) {
        List<String> settings = new ArrayList<>(fixed(false));
        List<String> ofStream = new ArrayList<>(fixed(true));
        String device = sweep.device();
        String profile = sweep.profile();
        long seed = sweep.seed();
        for (Axis axis : sweep.axes()) {
            String value = one.values().getOrDefault(axis.name(), "");
            if (axis.ofDevice()) {
                settings.add(axis.name() + "=" + value);
            } else if (axis.ofStream()) {
                ofStream.add(axis.name().substring(Axis.STREAM.length()) + "=" + value);
            } else if (axis.name().equals(Axis.DEVICE)) {
                device = value;
            } else if (axis.name().equals(Axis.PROFILE)) {
                profile = value;
            } else {
                seed = seed(value);
            }
        }
        Long maxCycles = sweep.maxCycles();
        TraceFormat format = traces.get(one.stream());
        return new Point(
                index,
                "",
                one.stream(),
                ofStream,
                format == null ? null : new Replay(format, sweep.outstanding()),
                device,
                profile,
                sweep.variant(),
                settings,
                seed,
                maxCycles == null ? Long.MAX_VALUE : maxCycles,
                sweep.bytes(),
                sweep.optimal(),
                one.values());
    }

    /** What holds for all points, of the device or of the stream. */
    private List<String> fixed(boolean ofStream) {
        return sweep.settings().stream()
                .filter(setting -> setting.startsWith(Axis.STREAM) == ofStream)
                .map(setting -> ofStream ? setting.substring(Axis.STREAM.length()) : setting)
                .toList();
    }

    private long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw faults.ofValue(Axis.SEED, text, "expected a whole number");
        }
    }

    /** Everything that the point's record depends on, but for what comes with this version of Sluice. */
    private String key(Point point) {
        String stream = digest("stream " + streamName(point), () -> digestOfStream(point));
        String device = digest(
                "device "
                        + (point.device() == null
                                ? "of " + ownDevice(point)
                                : sweep.named(Axis.DEVICE, point.device())),
                () -> digestOfDevice(point));
        String chosen = point.profile();
        String profile = chosen == null
                ? ""
                : digest("profile " + sweep.named(Axis.PROFILE, chosen), () -> digestOfProfile(point, chosen));
        return String.join(
                "\n",
                List.of(
                        stream,
                        device,
                        profile,
                        String.valueOf(point.variant()),
                        String.join("\n", point.settings()),
                        point.seed() + " " + point.maxCycles() + " " + point.bytes()
                                + (point.optimal() ? " optimal" : "")
                                + (point.replay() == null
                                        ? ""
                                        : " " + point.replay().key())));
    }

    private String digestOfStream(Point point) {
        try {
            Replay replay = point.replay();
            return replay == null
                    ? inputs.digest(point.source(), point.device())
                    : TraceInputs.digest(point.stream(), replay.format());
        } catch (ConfigException e) {
            throw faults.ofStream(point.stream(), e);
        }
    }

    private String digestOfDevice(Point point) {
        String chosen = point.device();
        try {
            return inputs.digest(device(point));
        } catch (ConfigException e) {
            throw chosen == null ? faults.ofStream(point.stream(), e) : faults.ofChoice(Axis.DEVICE, chosen, e);
        }
    }

    private String digestOfProfile(Point point, String chosen) {
        try {
            return inputs.digestOfProfile(SharedInputs.profileName(choice(point), chosen));
        } catch (ConfigException e) {
            throw faults.ofChoice(Axis.PROFILE, chosen, e);
        }
    }

    /** The stream of a point, with the device that it is given in place of its own. */
    private String ownDevice(Point point) {
        String name = sweep.label(point.stream());
        return point.streamSettings().stream()
                .filter(setting -> setting.startsWith(Axis.DEVICE + "="))
                .reduce(name, (before, setting) -> name + " with " + setting);
    }

    private String streamName(Point point) {
        String name = sweep.label(point.stream());
        return point.streamSettings().isEmpty() ? name : name + " with " + String.join(" ", point.streamSettings());
    }

    private static Inputs.Choice choice(Point point) {
        return new Inputs.Choice(point.device(), point.profile(), point.variant());
    }

    private DeviceSource device(Point point) {
        DeviceSource device = point.replay() == null
                ? inputs.device(point.source(), point.device())
                : inputs.deviceOfTrace(point.stream(), point.device());
        devices.put(device.file(), device);
        return device;
    }

    private String digest(String name, java.util.function.Supplier<String> hash) {
        String known = digests.get(name);
        if (known == null) {
            known = hash.get();
            digests.put(name, known);
        }
        return known;
    }

    /** What devices and profiles name of what Sluice brings along. */
    private static String presets() {
        StringBuilder all = new StringBuilder();
        for (Presets.Kind kind : List.of(Presets.Kind.DEVICES, Presets.Kind.PROFILES)) {
            for (String name : Presets.onClasspath().list(kind)) {
                if (kind == Presets.Kind.PROFILES || name.indexOf('/') > 0) {
                    all.append(name).append('\n');
                    all.append(new String(Presets.onClasspath().read(kind, name), StandardCharsets.UTF_8));
                }
            }
        }
        return Sha256.of(all.toString());
    }

    private Collection<String> caches() {
        Set<String> caches = new LinkedHashSet<>();
        for (DeviceSource device : devices.values()) {
            spec(device).caches().stream().map(CacheSpec::name).forEach(caches::add);
        }
        return caches;
    }

    private GpuSpec spec(DeviceSource device) {
        try {
            return device.with(Overrides.parse(fixed(false))).spec();
        } catch (ConfigException e) {
            return device.spec(); // whole only with what is varied
        }
    }
}
