// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keys of a device that the command line gives in the place of its file's ({@code --set caches.l2.size=2MiB}), later ones over
 * earlier ones.
 *
 * <p>They change the file's tree before it is bound, so that whatever holds of a file holds of them; their faults name the option.
 */
public final class Overrides {
    /** No key: the device as its file says. */
    public static final Overrides NONE = new Overrides(List.of());

    private static final String CALIBRATED = "calibrated";

    /** Keys that say nothing about how the device works. */
    private static final Set<String> WORDS = Set.of("name", "description", "sources", "choices", CALIBRATED);

    private final List<Setting> settings;

    private Overrides(List<Setting> settings) {
        this.settings = settings;
    }

    /**
     * Reads texts of the form {@code KEY=VALUE}; the value is spelled as in YAML, and nothing gives a key its default.
     *
     * @throws ConfigException for a text that has another form
     */
    public static Overrides parse(List<String> texts) {
        return texts.isEmpty()
                ? NONE
                : new Overrides(texts.stream().map(Setting::parse).toList());
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return settings.isEmpty();
    }

    /** The options, as they are written on a command line. */
    @Override
    public String toString() {
        return settings.stream().map(setting -> setting.position().file()).collect(Collectors.joining(" "));
    }

    /**
     * A device file's tree with these keys.
     *
     * @param name the device, for errors
     * @throws ConfigException for a key that no device has, or this one has not
     */
    MapNode apply(MapNode device, String name) {
        MapNode tree = device;
        for (Setting setting : settings) {
            tree = new NodeEdit(setting, name).apply(tree);
        }
        boolean works = settings.stream()
                .anyMatch(setting -> !WORDS.contains(setting.path().get(0)));
        Node calibrated = device.get(CALIBRATED);
        if (works && calibrated != null && calibrated.equals(tree.get(CALIBRATED))) {
            // another device than the one that was measured
            Map<String, MapNode.Entry> entries = new LinkedHashMap<>();
            tree.entries().forEach(entry -> entries.put(entry.key(), entry));
            Node no = new ScalarNode(calibrated.position(), ScalarNode.Kind.BOOLEAN, "false", null);
            entries.put(CALIBRATED, new MapNode.Entry(CALIBRATED, calibrated.position(), no));
            tree = new MapNode(tree.position(), entries);
        }
        return tree;
    }

    /** A fault that these keys brought about, in whatever line of the device's file it came out. */
    ConfigException blamed(ConfigException fault) {
        if (isEmpty() || Setting.isAt(fault)) {
            return fault;
        }
        String place = fault.line() == 0 ? fault.file() : fault.file() + ":" + fault.line() + ":" + fault.column();
        return new ConfigException(
                toString(),
                0,
                0,
                fault.problem() + " (" + place + ")",
                fault.others().stream().map(this::blamed).toList());
    }
}
