// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.Shape;
import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.energy.ChipEnergy;
import dev.sluice.energy.DramEnergy;
import dev.sluice.energy.EnergySource;
import dev.sluice.energy.EnergySpec;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lays what a device says about energy over the rows of a table. */
final class EnergyResolver {
    private static final String OWN = "the device";

    private final EnergyTable table;
    private final Located where;
    private final List<EnergySource> sources = new ArrayList<>();

    private EnergyResolver(EnergyTable table, Located where) {
        this.table = table;
        this.where = where;
    }

    /**
     * What the events of a device cost; null when it does not say anything about energy.
     *
     * @throws ConfigException for what is wrong
     */
    static @Nullable EnergySpec resolve(DeviceFile file, GpuSpec device, Located where, EnergyTable table) {
        EnergyFile energy = file.energy();
        return energy == null ? null : new EnergyResolver(table, where).spec(energy, device);
    }

    private EnergySpec spec(EnergyFile file, GpuSpec device) {
        ChipEnergy chip = spec(ChipEnergy.class, row(table.chip(), file.node(), file, "node"), file.chip(), "chip");
        DramEnergy vram = dram(file.vram(), "vram", device.vram());
        DramSpec hostMemory = device.host().ram();
        DramEnergy ram = hostMemory == null ? null : dram(file.ram(), "ram", hostMemory);
        double link = link(file, device.host().link().kind().key());
        try {
            return new EnergySpec(file.node(), chip, link, vram, ram, sources);
        } catch (InvalidSpecException e) {
            throw where.at(file, e.keys()).error("energy: " + e.problem());
        }
    }

    private DramEnergy dram(EnergyFile.Dram file, String key, DramSpec memory) {
        DramEnergy energy = spec(DramEnergy.class, row(file, key, memory.preset()), file, key);
        double standby = energy.standby(memory);
        if (energy.idd0() < standby) {
            String at = Stream.of("idd0", "idd3n", "idd2n")
                    .filter(current -> written(file, current) != null)
                    .findFirst()
                    .orElse("technology");
            throw where.at(file, List.of(at))
                    .error("energy." + key + ": idd0 must be at least the " + Math.round(standby * 1000) / 1000.0
                            + " that standby (idd3n and idd2n) takes over tRC, not " + energy.idd0());
        }
        return energy;
    }

    private EnergyTable.Row row(EnergyFile.Dram file, String key, String preset) {
        String written = file.technology();
        if (written == null && !table.dram().containsKey(preset) && missing(file)) {
            throw where.node(file)
                    .error("energy." + key + ": the table knows no DRAM '" + preset + "'; give its technology, one of "
                            + String.join(", ", table.dram().keySet()) + ", or every number");
        }
        return written != null
                ? row(table.dram(), written, file, "technology")
                : table.dram().getOrDefault(preset, new EnergyTable.Row(Map.of(), List.of()));
    }

    private static boolean missing(EnergyFile.Dram file) {
        return Arrays.stream(DramEnergy.class.getRecordComponents())
                .anyMatch(component -> written(file, component.getName()) == null);
    }

    private double link(EnergyFile file, String kind) {
        EnergyTable.Row row = row(table.link(), kind, file, "link");
        Double own = file.link();
        if (own != null) {
            sources.add(new EnergySource(List.of("link"), OWN, false));
            return own;
        }
        row.sources().forEach(source -> sources.add(new EnergySource(List.of("link"), source.from(), source.guess())));
        return row.values().getOrDefault("perBit", 0.0);
    }

    private EnergyTable.Row row(Map<String, EnergyTable.Row> rows, String name, Object file, String key) {
        EnergyTable.Row row = rows.get(name);
        if (row == null) {
            throw where.error(file, key, "energy: the table has no '" + name + "'" + Nearest.hint(name, rows.keySet()));
        }
        return row;
    }

    /** A record of numbers: what the device writes, else what the row says. */
    private <T extends Record> T spec(Class<T> type, EnergyTable.Row row, Record file, String path) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        List<String> own = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            String key = components[i].getName();
            Double written = written(file, key);
            Double value = written == null ? row.values().get(key) : written;
            if (value == null) {
                throw where.node(file).error("energy." + path + ": the table does not say '" + key + "'");
            }
            if (written != null) {
                own.add(key);
            }
            values[i] = value;
        }
        sourcesOf(row, own, path);
        return create(type, values, file, path);
    }

    private void sourcesOf(EnergyTable.Row row, List<String> own, String path) {
        for (EnergySource source : row.sources()) {
            List<String> kept = source.keys().stream()
                    .filter(key -> !own.contains(key))
                    .map(key -> path + "." + key)
                    .toList();
            if (!kept.isEmpty()) {
                sources.add(new EnergySource(kept, source.from(), source.guess()));
            }
        }
        if (!own.isEmpty()) {
            sources.add(
                    new EnergySource(own.stream().map(key -> path + "." + key).toList(), OWN, false));
        }
    }

    private <T extends Record> T create(Class<T> type, Object[] values, Record file, String path) {
        try {
            Class<?>[] types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof InvalidSpecException fault) {
                throw where.value(file, writtenOf(fault, file)).error("energy." + path + ": " + fault.problem());
            }
            throw new IllegalStateException(type.getName(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    /** The key that a fault is about; where the table gave that, the one that it is held against. */
    private static String writtenOf(InvalidSpecException fault, Record file) {
        String key = fault.keys().get(0);
        return fault.keys().stream()
                .filter(one -> written(file, one) != null)
                .findFirst()
                .orElse(key);
    }

    private static @Nullable Double written(Record file, String key) {
        for (RecordComponent component : file.getClass().getRecordComponents()) {
            if (Shape.key(component).equals(key)) {
                try {
                    return (Double) component.getAccessor().invoke(file);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(key, e);
                }
            }
        }
        return null;
    }
}
