// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.compute.OperationCounts;
import dev.sluice.machine.dram.CommandTraffic;
import dev.sluice.result.AnalysisResult;
import java.util.ArrayList;
import java.util.List;

/** Dispatches beside the limits of the device. */
final class Roofline {

    private final List<CacheUnderAnalysis> caches;
    private final OperationCounts operations;
    private final CommandTraffic traffic;
    private final Peaks peaks;

    Roofline(List<CacheUnderAnalysis> caches, OperationCounts operations, CommandTraffic traffic, Peaks peaks) {
        this.caches = List.copyOf(caches);
        this.operations = operations;
        this.traffic = traffic;
        this.peaks = peaks;
    }

    AnalysisResult.RooflinePoint point(Dispatched dispatch) {
        int index = dispatch.index();
        long integer = operations.integer(index);
        long floating = operations.floating(index);
        long opaque = operations.opaque(index);
        double all = (double) integer + floating + opaque;
        List<AnalysisResult.Level> levels = new ArrayList<>();
        for (CacheUnderAnalysis cache : caches) {
            Asked asked = cache.asked().apply(index);
            long bytes = asked.bytes();
            CacheSpec spec = cache.spec();
            if (bytes > 0) {
                levels.add(level(
                        spec.name(),
                        bytes,
                        all,
                        dispatch.cycles(),
                        peaks.bytes(spec, cache.slices().size(), asked)));
            }
        }
        levels.add(level("vram", traffic.bytes(index), all, dispatch.cycles(), peaks.memory()));
        return new AnalysisResult.RooflinePoint(
                dispatch.id(),
                dispatch.kernel(),
                dispatch.cycles(),
                integer,
                floating,
                opaque,
                all / dispatch.cycles(),
                peaks.operations(),
                levels,
                bound(levels));
    }

    private static AnalysisResult.Level level(String name, long bytes, double operations, long cycles, double peak) {
        return new AnalysisResult.Level(
                name, bytes, bytes == 0 ? 0 : operations / bytes, (double) bytes / cycles, peak);
    }

    private String bound(List<AnalysisResult.Level> levels) {
        String bound = "compute";
        double least = peaks.operations();
        for (AnalysisResult.Level level : levels) {
            double roof = level.intensity() * level.peakBytesPerCycle();
            if (level.bytes() > 0 && roof < least) {
                least = roof;
                bound = level.name();
            }
        }
        return bound;
    }
}
