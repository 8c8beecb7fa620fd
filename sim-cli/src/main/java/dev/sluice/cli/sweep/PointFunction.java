// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.run.Machines;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.fault.KernelFaultException;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.machine.trace.Trace;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs points: the same point gives the same record, on whatever thread or machine that has the same files. Any number of threads may call.
 *
 * <p>What goes wrong with a point is in its record, save for a lack of memory, which says nothing about the point.
 */
public final class PointFunction {
    private final SharedInputs inputs;
    private final Simulation.Factory machines;
    private final Replays replays;

    /** Makes the machines of points that replay a trace. */
    @FunctionalInterface
    public interface Replays {
        /** A machine, ready to run. */
        Simulation create(GpuSpec device, Trace trace, ReplayOptions how, RunOptions options);
    }

    /**
     * @param inputs what points share
     * @param machines makes the machines of points with a stream
     * @param replays makes those of points with a trace
     */
    public PointFunction(SharedInputs inputs, Simulation.Factory machines, Replays replays) {
        this.inputs = inputs;
        this.machines = machines;
        this.replays = replays;
    }

    /** The record of a point; null when its run was interrupted. */
    public @Nullable PointRecord apply(Point point) {
        try {
            Outcome outcome = point.replay() == null ? run(point) : replay(point, point.replay());
            RunResult result = outcome.result();
            if (result.cut() != null) {
                return failed(point, PointRecord.Status.CUT, "cut off after cycle " + point.maxCycles());
            }
            if (result.interrupted()) {
                return null;
            }
            return new PointRecord(
                    point.index(),
                    point.key(),
                    PointRecord.Status.OK,
                    null,
                    Metrics.of(result, outcome.device(), point.bytes()));
        } catch (StreamException | KernelFaultException e) {
            return failed(point, e.where(point.stream()) + ": " + message(e));
        } catch (DeadlockException e) {
            return failed(point, (e.awaitsSignal() ? "the stream can never end: " : "internal error: ") + message(e));
        } catch (InvalidSpecException e) {
            return failed(point, "the device cannot be built: " + message(e));
        } catch (ConfigException | AllocationException e) {
            return failed(point, message(e));
        } catch (Throwable e) { // a plug-in can throw any, checked ones that nothing declares too
            PluginException bad = e instanceof OutOfMemoryError ? null : Plugins.blame(e);
            if (bad != null) {
                return failed(point, "plug-in " + bad.plugin() + ": " + bad.problem());
            }
            if (e instanceof Error fault && !(e instanceof StackOverflowError)) {
                throw fault;
            }
            return failed(point, "internal error: " + e.getClass().getSimpleName() + ": " + message(e));
        }
    }

    /** Loads and wires what a point runs, without running it: throws what is wrong so far. */
    void prepare(Point point) {
        Replay how = point.replay();
        if (how == null) {
            machine(point, inputs.run(point.source(), point.choice()));
        } else {
            try (TraceFile trace = TraceFile.open(Inputs.path(point.stream()), how.format())) {
                machine(point, how, document(point).spec(), trace);
            }
        }
    }

    /** The document of a point's device, with what the point changes of it. */
    DeviceSource document(Point point) {
        Inputs.Choice choice = point.choice();
        DeviceSource plain = point.replay() == null
                ? inputs.device(point.source(), choice.device())
                : inputs.deviceOfTrace(point.stream(), choice.device());
        return choice.overrides().isEmpty() ? plain : plain.with(choice.overrides());
    }

    private record Outcome(RunResult result, GpuSpec device) {}

    private Outcome run(Point point) {
        LoadedRun loaded = inputs.run(point.source(), point.choice());
        return new Outcome(Machines.fitting(loaded.device(), machine(point, loaded)::run), loaded.device());
    }

    private Simulation machine(Point point, LoadedRun loaded) {
        return machines.create(loaded.device(), loaded.profile(), loaded.stream(), options(point, !point.bytes()));
    }

    private Outcome replay(Point point, Replay how) {
        GpuSpec device = document(point).spec();
        try (TraceFile trace = TraceFile.open(Inputs.path(point.stream()), how.format())) {
            return new Outcome(Machines.fitting(device, machine(point, how, device, trace)::run), device);
        }
    }

    private Simulation machine(Point point, Replay how, GpuSpec device, TraceFile trace) {
        return replays.create(
                device, trace.trace(), new ReplayOptions(how.outstanding(), List.of()), options(point, true));
    }

    private static RunOptions options(Point point, boolean timingOnly) {
        return new RunOptions(
                timingOnly, point.seed(), point.maxCycles(), point.optimal(), SimObserver.NONE, null, false, null);
    }

    private static PointRecord failed(Point point, String message) {
        return failed(point, PointRecord.Status.FAILED, message);
    }

    private static PointRecord failed(Point point, PointRecord.Status status, String message) {
        String line = message.lines().findFirst().orElse("").strip();
        return new PointRecord(point.index(), point.key(), status, FilesInMessages.named(line, point), Map.of());
    }

    private static String message(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
