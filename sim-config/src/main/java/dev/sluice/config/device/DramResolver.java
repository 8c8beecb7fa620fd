// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Located;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import dev.sluice.device.AddressMapping;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import dev.sluice.device.InvalidSpecException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lays what a device says about its DRAM over the preset that it names. */
final class DramResolver {
    private final DramFile file;
    private final @Nullable DramFile preset;
    private final Located where;
    private final String path;
    private final Frequency core;

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
        this.core = core;
    }

    DramSpec resolve() {
        DramSpec spec = spec();
        try {
            // refuses a mapping string that does not fit the organisation
            new AddressMapping(spec);
        } catch (InvalidSpecException e) {
            throw where.at(file, e.keys()).error(path + ": " + e.problem());
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
                    Math.toIntExact(need("rowBytes", DramFile::rowBytes).bytes()),
                    Math.toIntExact(
                            need("transactionBytes", DramFile::transactionBytes).bytes()),
                    need("clock", DramFile::clock).hertz(),
                    timing(),
                    or(DramFile::mapping, "RoBaRaCoCh"),
                    Math.toIntExact(or(DramFile::interleave, new Size(256)).bytes()),
                    or(DramFile::xorHash, true),
                    DramSpec.Policy.of(or(DramFile::policy, DramSpec.Policy.FRFCFS.key())),
                    or(DramFile::queue, 64),
                    or(DramFile::writeQueue, 64),
                    or(DramFile::writeHigh, 48),
                    or(DramFile::writeLow, 16),
                    Math.toIntExact(or(DramFile::controllerLatency, Duration.ofCycles(0))
                            .cycles(core)));
        } catch (InvalidSpecException e) {
            throw where.at(file, e.keys()).error(path + ": " + e.problem());
        } catch (ArithmeticException e) {
            throw where.node(file).error(path + ": a number is too large: " + e.getMessage());
        }
    }

    private DramTiming timing() {
        int rcdRead = tick("rcdRead", DramFile.Timing::rcdRead);
        int rp = tick("rp", DramFile.Timing::rp);
        int ras = tick("ras", DramFile.Timing::ras);
        return new DramTiming(
                tick("cl", DramFile.Timing::cl),
                tick("cwl", DramFile.Timing::cwl),
                rcdRead,
                tick(DramFile.Timing::rcdWrite, rcdRead),
                rp,
                ras,
                tick(DramFile.Timing::rc, ras + rp),
                tick("rrdS", DramFile.Timing::rrdS),
                tick("rrdL", DramFile.Timing::rrdL),
                tick("faw", DramFile.Timing::faw),
                tick("ccdS", DramFile.Timing::ccdS),
                tick("ccdL", DramFile.Timing::ccdL),
                tick("wtrS", DramFile.Timing::wtrS),
                tick("wtrL", DramFile.Timing::wtrL),
                tick("wr", DramFile.Timing::wr),
                tick("rtp", DramFile.Timing::rtp),
                tick("rtw", DramFile.Timing::rtw),
                tick("rfc", DramFile.Timing::rfc),
                tick("refi", DramFile.Timing::refi),
                tick("burst", DramFile.Timing::burst));
    }

    private int tick(String key, Function<DramFile.Timing, @Nullable Integer> getter) {
        return need("timing." + key, dram -> dram.timing() == null ? null : getter.apply(dram.timing()));
    }

    private int tick(Function<DramFile.Timing, @Nullable Integer> getter, int fallback) {
        return or(dram -> dram.timing() == null ? null : getter.apply(dram.timing()), fallback);
    }

    private <T> T need(String key, Function<DramFile, @Nullable T> getter) {
        T value = find(getter);
        if (value == null) {
            throw where.node(file)
                    .error(path + ": missing key '" + key + "'"
                            + (preset == null ? "; name a preset or give it here" : ", which the preset leaves open"));
        }
        return value;
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
