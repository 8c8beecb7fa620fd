// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.source.Versions;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.device.AddressMapping;
import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.InvalidSpecException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lays what a device says about its DRAM over the preset that it names. */
final class DramResolver {
    private final DramFile file;
    private final @Nullable DramFile preset;
    private final Located where;
    private final String path;
    private final Quantities quantities;

    /**
     * Starts resolving.
     *
     * @param path the key path for errors: {@code vram} or {@code host.ram}
     * @param core the core clock, in which times without a unit count
     */
    DramResolver(DramFile file, @Nullable DramFile preset, Located where, String path, Frequency core) {
        this.file = file;
        this.preset = preset;
        this.where = where;
        this.path = path;
        this.quantities = new Quantities(core, where);
    }

    DramSpec resolve() {
        @Nullable Integer version = file.sluice();
        if (version != null && version != Versions.CURRENT) {
            throw where.value(file, "sluice")
                    .error(path + ".sluice: this build reads version " + Versions.CURRENT + ", not " + version);
        }
        DramSpec spec = spec();
        try {
            // refuses a mapping string that does not fit the organisation
            new AddressMapping(spec);
        } catch (InvalidSpecException e) {
            throw fault(e);
        }
        return spec;
    }

    private DramSpec spec() {
        try {
            return new DramSpec(
                    file.preset() == null ? "custom" : file.preset(),
                    need("size", DramFile::size).bytes(),
                    need("channels", DramFile::channels),
                    or(DramFile::ranks, 1),
                    or(DramFile::bankGroups, 1),
                    need("banksPerGroup", DramFile::banksPerGroup),
                    bytes("rowBytes", need("rowBytes", DramFile::rowBytes)),
                    bytes("transactionBytes", need("transactionBytes", DramFile::transactionBytes)),
                    need("clock", DramFile::clock).hertz(),
                    timings().timing(this::missing),
                    timings()
                            .protocol(
                                    or(DramFile::stackIds, false),
                                    DramProtocol.CommandBus.of(or(DramFile::commandBus, "free"))),
                    or(DramFile::mapping, "RoBaRaCoCh"),
                    bytes("interleave", or(DramFile::interleave, new Size(256))),
                    or(DramFile::xorHash, true),
                    DramSpec.Policy.of(or(DramFile::policy, DramSpec.Policy.FRFCFS.key())),
                    or(DramFile::queue, 64),
                    or(DramFile::writeQueue, 64),
                    or(DramFile::writeHigh, 48),
                    or(DramFile::writeLow, 16),
                    quantities.cycles(
                            file,
                            "controllerLatency",
                            path + ".controllerLatency",
                            or(DramFile::controllerLatency, Duration.ofCycles(0)),
                            0));
        } catch (InvalidSpecException e) {
            throw fault(timings().blamed(e));
        }
    }

    private Timings timings() {
        return new Timings(file, preset, need("clock", DramFile::clock));
    }

    private ConfigException fault(InvalidSpecException fault) {
        return where.at(file, fault.keys()).error(path + ": " + fault.problem());
    }

    private int bytes(String key, Size size) {
        return quantities.bytes(file, key, path + "." + key, size);
    }

    private <T> T need(String key, Function<DramFile, @Nullable T> getter) {
        T value = find(getter);
        if (value == null) {
            throw missing(key);
        }
        return value;
    }

    private RuntimeException missing(String key) {
        return where.node(file)
                .error(path + ": missing key '" + key + "'"
                        + (preset == null ? "; name a preset or give it here" : ", which the preset leaves open"));
    }

    private <T> T or(Function<DramFile, @Nullable T> getter, T fallback) {
        T value = find(getter);
        return value == null ? fallback : value;
    }

    private <T> @Nullable T find(Function<DramFile, @Nullable T> getter) {
        T own = getter.apply(file);
        return own == null && preset != null ? getter.apply(preset) : own;
    }
}
