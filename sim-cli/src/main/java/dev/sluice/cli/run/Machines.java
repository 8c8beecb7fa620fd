// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.Sluice;
import dev.sluice.cli.report.Quantity;
import dev.sluice.config.ConfigException;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.machine.trace.Trace;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds machines; a device whose caches fill the memory of the JVM is bad input. */
public final class Machines {

    /** Less than a line of any cache takes with bytes, more than it takes at least without. */
    private static final long LINE_BYTES = 16;
    /** Enough for a line, and for a run. */
    private static final long AMPLE_LINE_BYTES = 48;

    private static final int GIBI = 30;

    private Machines() {}

    /** As {@link Sluice#simulation}. */
    public static Simulation simulation(
            GpuSpec device, BarrierProfile profile, StreamProgram program, RunOptions options) {
        return fitting(device, () -> Sluice.simulation(device, profile, program, options));
    }

    /** As {@link Sluice#replay}. */
    public static Simulation replay(GpuSpec device, Trace trace, ReplayOptions how, RunOptions options) {
        return fitting(device, () -> Sluice.replay(device, trace, how, options));
    }

    /** What is made of a device, if there is memory for that: most of what its caches take when it is built, the rest in the run. */
    public static <T> T fitting(GpuSpec device, Supplier<T> made) {
        try {
            return made.get();
        } catch (OutOfMemoryError e) {
            String problem = problem(device, Runtime.getRuntime().maxMemory());
            if (problem == null) {
                throw e;
            }
            throw new ConfigException(device.name(), problem);
        }
    }

    /** What to say of a device whose caches are most of what filled the memory; null if they are not. */
    static @Nullable String problem(GpuSpec device, long memory) {
        List<CacheSpec> caches = device.caches().stream()
                .sorted(Comparator.comparingLong((CacheSpec cache) -> lines(cache, device))
                        .reversed())
                .toList();
        long all = caches.stream().mapToLong(cache -> lines(cache, device)).sum();
        if (all * LINE_BYTES < memory / 2) {
            return null;
        }
        CacheSpec largest = caches.get(0);
        long gibibytes = Math.max(8, (all * AMPLE_LINE_BYTES >> GIBI) + 1);
        return "its caches have " + Quantity.count(all) + " lines, " + Quantity.count(lines(largest, device))
                + " of them in "
                + largest.name()
                + ", for which there is no memory; make them smaller, or give the JVM more, for example"
                + " SLUICE_JAVA_OPTS=-Xmx" + gibibytes + "g";
    }

    private static long lines(CacheSpec cache, GpuSpec device) {
        long instances = switch (cache.scope()) {
            case COMPUTE_UNIT -> cache.instancesFor(device.compute().count());
            case ROP -> device.rop().count();
            case DEVICE, HOST -> 1;
        };
        return instances * (cache.geometry().size() / cache.geometry().line());
    }
}
