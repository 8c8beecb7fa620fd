// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.source.FileKind;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.energy.EnergySpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A device's document as it was read, with the keys that the command line gives in the place of its own. */
public final class DeviceSource {
    private final Catalog catalog = new PresetCatalog(Presets.onClasspath());
    private final DeviceReader reader = new DeviceReader(catalog);
    private final String file;
    private final byte[] bytes;
    private final MapNode written;
    private final MapNode tree;
    private final Overrides overrides;
    /** What was worked out when it was first asked for; whoever comes at the same time works out the same. */
    private volatile @Nullable BoundRecord<DeviceFile> bound;

    private volatile @Nullable GpuSpec spec;

    private DeviceSource(String file, byte[] bytes, MapNode written, MapNode tree, Overrides overrides) {
        this.file = file;
        this.bytes = bytes;
        this.written = written;
        this.tree = tree;
        this.overrides = overrides;
    }

    /** {@code bytes} as the device file {@code file}. */
    public static DeviceSource of(String file, byte[] bytes, Overrides overrides) {
        MapNode written = SourceReader.readMap(file, bytes);
        FileKind.DEVICE.require(written);
        String name = written.get("name") instanceof ScalarNode scalar ? scalar.text() : file;
        return new DeviceSource(file, bytes, written, overrides.apply(written, name), overrides);
    }

    /**
     * The same file with other keys changed.
     *
     * @throws ConfigException for a key that no device has, or this one has not
     */
    public DeviceSource with(Overrides others) {
        String name = written.get("name") instanceof ScalarNode scalar ? scalar.text() : file;
        return new DeviceSource(file, bytes, written, others.apply(written, name), others);
    }

    /** The name of the file. */
    public String file() {
        return file;
    }

    /** What is in the file. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The keys that were changed. */
    public Overrides overrides() {
        return overrides;
    }

    /**
     * The device.
     *
     * @throws ConfigException for whatever is wrong with it
     */
    public GpuSpec spec() {
        GpuSpec known = spec;
        if (known == null) {
            known = read();
            spec = known;
        }
        return known;
    }

    private GpuSpec read() {
        try {
            return reader.read(tree, bound());
        } catch (ConfigException e) {
            if (!overrides.isEmpty() && !Setting.isAt(e)) {
                // if it is the file that is wrong, this says so
                reader.read(written);
            }
            throw overrides.blamed(e);
        }
    }

    /** What the events of the device cost; null when its document does not say. */
    public @Nullable EnergySpec energy() {
        return DeviceReader.energy(bound(), spec());
    }

    private BoundRecord<DeviceFile> bound() {
        BoundRecord<DeviceFile> known = bound;
        if (known == null) {
            known = DeviceReader.bind(tree);
            bound = known;
        }
        return known;
    }

    /** A fault that came out when the device was put to use, at its place. */
    public ConfigException fault(InvalidSpecException fault) {
        return overrides.blamed(DeviceReader.fault(tree, fault));
    }

    /** A fault of the device as a whole. */
    public ConfigException fault(String problem) {
        return overrides.blamed(tree.error(problem));
    }

    /** The whole document: with keys that were changed, defaults, and what DRAM presets say. */
    public MapNode resolved() {
        return ResolvedDevice.tree(bound().value(), spec());
    }

    /** The table of energies that Sluice brings along, by name, where the device says something about energy; else empty. */
    public Map<String, byte[]> energyTable() {
        return bound().value().energy() == null ? Map.of() : Map.of(EnergyTable.SHIPPED, EnergyTable.shippedBytes());
    }

    /** The files of the DRAM presets that the device names, by name. */
    public Map<String, byte[]> dramPresets() {
        DeviceFile device = bound().value();
        DramFile ram = device.host().ram();
        Map<String, byte[]> presets = new TreeMap<>();
        for (DramFile dram : ram == null ? List.of(device.vram()) : List.of(device.vram(), ram)) {
            String name = dram.preset();
            byte[] text = name == null ? null : catalog.dramPreset(name);
            if (name != null && text != null) {
                presets.put(name, text);
            }
        }
        return presets;
    }
}
