// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.cli.Terminal;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.Quantity;
import dev.sluice.config.ConfigException;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.machine.ByteDependence;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.fault.KernelFaultException;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.result.RunResult;
import java.util.function.Consumer;

/**
 * A finished run.
 *
 * @param timing what it cost the host
 * @param machine what ran it, for a look at what it holds now
 */
public record StreamRun(RunResult result, RunTiming timing, Simulation machine) {

    /**
     * Runs a stream; what the stream does wrong comes out as a {@link ConfigException}.
     *
     * @param prepare told the machine before it starts
     */
    public static StreamRun of(
            LoadedRun loaded,
            RunOptions options,
            Simulation.Factory machines,
            Terminal terminal,
            Interrupt interrupt,
            Consumer<Simulation> prepare) {
        try {
            RunTiming.Watch watch = new RunTiming.Watch();
            Simulation machine = machine(loaded, options, machines);
            prepare.accept(machine);
            interrupt.watch(machine);
            watch.start();
            RunResult result = Machines.fitting(
                    loaded.device(),
                    () -> terminal.interactive() ? runVisibly(machine, loaded, terminal) : machine.run());
            RunTiming timing = watch.stop();
            double seconds = timing.wallSeconds();
            if (terminal.interactive()) {
                terminal.err()
                        .println(terminal.style()
                                .dim("simulated in " + Quantity.time(seconds * 1e9) + ", "
                                        + Quantity.count(Math.round(result.requests() / seconds)) + " requests/s"));
                terminal.err().flush();
            }
            return new StreamRun(result, timing, machine);
        } catch (StreamException | KernelFaultException e) {
            throw new ConfigException(e.where(loaded.file()), message(e));
        } catch (AllocationException e) {
            throw new ConfigException(loaded.file(), message(e));
        }
    }

    /**
     * Wires the machine for a stream and lets it be: what the device's or the stream's parts know to be wrong comes out.
     *
     * @throws ConfigException if the stream does not fit the device
     * @throws InvalidSpecException if the device cannot be wired
     */
    public static void wire(LoadedRun loaded, Simulation.Factory machines) {
        try {
            machines.create(loaded.device(), loaded.profile(), loaded.stream(), RunOptions.DEFAULT);
        } catch (StreamException | KernelFaultException e) {
            throw new ConfigException(e.where(loaded.file()), message(e));
        } catch (AllocationException e) {
            throw new ConfigException(loaded.file(), message(e));
        }
    }

    private static Simulation machine(LoadedRun loaded, RunOptions options, Simulation.Factory machines) {
        try {
            return machines.create(loaded.device(), loaded.profile(), loaded.stream(), options);
        } catch (InvalidSpecException e) {
            throw new ConfigException(
                    "device " + loaded.device().name(), message(e) + "; 'sluice validate' says where");
        }
    }

    /** Whether a stream's timing depends on bytes, so that a run without findings saves little. */
    public static boolean followsBytes(LoadedRun loaded) {
        return ByteDependence.of(loaded.device(), loaded.stream()) != null;
    }

    private static RunResult runVisibly(Simulation machine, LoadedRun loaded, Terminal terminal) {
        try (Progress progress = new Progress(terminal.err(), loaded.stream().name(), machine::cycle)) {
            assert progress != null;
            return machine.run();
        }
    }

    private static String message(RuntimeException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
