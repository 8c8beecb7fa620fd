// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.source.FileKind;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.Versions;
import dev.sluice.config.trace.TraceFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads sweep files; files that they name are looked for in their folder. */
public final class SweepReader {
    /** What YAML takes for a text, or for what it is in a device file, without quotes. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./][A-Za-z0-9_./ -]*");

    private static final Set<String> WORDS = Set.of("true", "false", "null");

    private SweepReader() {}

    /** Whether a file's tree is a sweep: it says what is varied, or on which streams. */
    public static boolean isSweep(MapNode root) {
        return FileKind.of(root).filter(kind -> kind == FileKind.SWEEP).isPresent();
    }

    /** Reads the sweep at {@code path}. */
    public static SweepDefinition read(Path path) {
        MapNode root = SourceReader.readMap(path);
        return read(root, path.getParent());
    }

    /** Reads {@code bytes} as the sweep {@code name}, which names presets only. */
    public static SweepDefinition read(String name, byte[] bytes) {
        return read(SourceReader.readMap(name, bytes), null);
    }

    private static SweepDefinition read(MapNode root, @Nullable Path folder) {
        FileKind.SWEEP.require(root);
        Versions.check(root);
        BoundRecord<SweepFile> bound = Binder.bind(root, SweepFile.class);
        SweepFile file = bound.value();
        if (file.streams().isEmpty()) {
            throw root.error("missing key 'streams': files or presets to run");
        }
        SweepPlaces places = places(root);
        List<Axis> axes = new ArrayList<>();
        Set<String> names = new TreeSet<>(Set.of(Combinations.STREAM));
        file.vary().forEach((name, node) -> {
            axes.add(axis(name, node, folder, places));
            names.add(name);
        });
        List<Constraint> where = new ArrayList<>();
        for (ScalarNode condition : file.where()) {
            where.add(Constraint.parse(condition, names));
        }
        List<String> settings = new ArrayList<>();
        file.set().forEach((key, node) -> {
            if (names.contains(key)) {
                throw node.error("set." + key + ": 'vary' has a value of its own for each point: leave one out");
            }
            settings.add(key + "=" + flow(node));
        });
        for (String key : List.of(Axis.DEVICE, Axis.PROFILE, Axis.SEED)) {
            Node fixed = root.get(key);
            if (fixed != null && names.contains(key)) {
                throw fixed.error(key + ": 'vary' has a value of its own for each point: leave one out");
            }
        }
        List<String> streams =
                file.streams().stream().map(stream -> located(stream, folder)).toList();
        String device = file.device() == null ? null : located(file.device(), folder);
        String profile = file.profile() == null ? null : located(file.profile(), folder);
        put(places, root, "streams", streams);
        put(places, root, "device", device == null ? List.of() : List.of(device));
        put(places, root, "profile", profile == null ? List.of() : List.of(profile));
        put(places, root, "metrics", file.metrics());
        put(places, root, "objectives", file.objectives());
        return new SweepDefinition(
                file.name(),
                streams,
                format(root, file.format()),
                file.outstanding(),
                device,
                profile,
                file.variant(),
                settings,
                axes,
                file.combine() == SweepFile.Combine.ZIP,
                where,
                file.metrics(),
                file.objectives(),
                file.seed(),
                file.maxCycles(),
                file.bytes(),
                file.optimal(),
                places);
    }

    private static @Nullable TraceFormat format(MapNode root, @Nullable String name) {
        TraceFormat format = name == null ? null : TraceFormat.of(name);
        Node node = root.get("format");
        if (name != null && format == null && node != null) {
            throw node.error("format: no format is called '" + name + "'; there are " + TraceFormat.names());
        }
        return format;
    }

    /** The places of all keys. */
    private static SweepPlaces places(MapNode root) {
        SweepPlaces places = SweepPlaces.ofFile();
        for (MapNode.Entry entry : root.entries()) {
            places.put(entry.key(), SweepPlaces.WHOLE, entry.keyPosition());
            if (entry.value() instanceof MapNode map) {
                map.entries()
                        .forEach(inner ->
                                places.put(entry.key() + "." + inner.key(), SweepPlaces.WHOLE, inner.keyPosition()));
            }
        }
        return places;
    }

    /** Notes where the values of a key are written, one or a list. */
    private static void put(SweepPlaces places, MapNode root, String key, List<String> values) {
        Node node = root.get(key);
        for (int i = 0; node != null && i < values.size(); i++) {
            Node value = node instanceof ListNode list ? list.items().get(i) : node;
            places.put(key, values.get(i), value.position());
        }
    }

    private static Axis axis(String name, Node node, @Nullable Path folder, SweepPlaces places) {
        List<String> values = new ArrayList<>();
        List<Node> nodes = new ArrayList<>();
        for (Node one : node instanceof ListNode list ? list.items() : List.of(node)) {
            if (one instanceof ScalarNode scalar && scalar.kind() == ScalarNode.Kind.TEXT) {
                try {
                    values.addAll(ValueList.parse(scalar.text()));
                } catch (ValueList.Fault e) {
                    throw e.at("vary." + name, scalar);
                }
            } else {
                values.add(flow(one));
            }
            nodes.addAll(Collections.nCopies(values.size() - nodes.size(), one));
        }
        if (values.isEmpty()) {
            throw node.error("vary." + name + ": the list has no values: nothing to run");
        }
        Axis axis = located(Axis.written(name, values), folder);
        for (int i = 0; i < nodes.size(); i++) {
            places.put("vary." + name, axis.values().get(i), nodes.get(i).position());
        }
        return axis;
    }

    private static Axis located(Axis axis, @Nullable Path folder) {
        boolean files = axis.name().equals(Axis.DEVICE) || axis.name().equals(Axis.PROFILE);
        return files
                ? new Axis(
                        axis.name(),
                        axis.values().stream()
                                .map(value -> located(value, folder))
                                .toList())
                : axis;
    }

    /** A value as one writes it after {@code KEY=}. */
    private static String flow(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.isNull() ? "" : scalar.kind() == ScalarNode.Kind.TEXT ? text(scalar.text()) : scalar.text();
        }
        if (node instanceof ListNode list) {
            return "["
                    + String.join(
                            ", ", list.items().stream().map(SweepReader::flow).toList()) + "]";
        }
        MapNode map = (MapNode) node;
        List<String> entries = new ArrayList<>();
        map.entries().forEach(entry -> entries.add(text(entry.key()) + ": " + flow(entry.value())));
        return "{" + String.join(", ", entries) + "}";
    }

    private static String text(String text) {
        return PLAIN.matcher(text).matches() && !WORDS.contains(text)
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** A file beside the sweep's, where there is one of this name; else the name, a preset's. */
    private static String located(String name, @Nullable Path folder) {
        if (folder == null) {
            return name;
        }
        Path beside = folder.resolve(name);
        int plus = name.lastIndexOf('+');
        boolean variant = plus > 0 && Files.isRegularFile(folder.resolve(name.substring(0, plus)));
        return Files.isRegularFile(beside) || variant ? beside.toString() : name;
    }
}
