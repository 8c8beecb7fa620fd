// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.cli.Terminal;
import dev.sluice.cli.report.Quantity;
import dev.sluice.config.ConfigException;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.fault.AllocationException;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A trace that was replayed.
 *
 * @param timing what it cost the host
 * @param details what was kept beside the result; null where nobody asked for it
 * @param machine as the replay left it
 */
public record TraceRun(
        RunResult result, RunTiming timing, @Nullable RunDetails details, Simulation machine) {

    private static final int PERCENT = 100;

    /**
     * Replays a trace; what is wrong with it comes out as a {@link ConfigException}.
     *
     * @param how what of the replay is chosen beside the options of any run
     * @param prepare told the machine before it starts
     */
    public static TraceRun of(
            TraceFile file,
            GpuSpec device,
            ReplayOptions how,
            RunOptions options,
            Session session,
            Consumer<Simulation> prepare) {
        try {
            RunTiming.Watch watch = new RunTiming.Watch();
            Simulation machine = Machines.replay(device, file.trace(), how, options);
            prepare.accept(machine);
            session.interrupt().watch(machine);
            watch.start();
            RunResult result =
                    session.visibly(() -> progress(file, machine), () -> Machines.fitting(device, machine::run));
            RunTiming timing = watch.stop();
            Terminal terminal = session.terminal();
            if (terminal.interactive()) {
                terminal.err()
                        .println(terminal.style()
                                .dim("replayed in " + Quantity.time(timing.wallSeconds() * 1e9) + ", "
                                        + Quantity.count(Math.round(result.requests() / timing.wallSeconds()))
                                        + " requests/s"));
                terminal.err().flush();
            }
            return new TraceRun(result, timing, machine.details(), machine);
        } catch (StreamException e) {
            throw new ConfigException(e.where(), String.valueOf(e.getMessage()));
        } catch (InvalidSpecException | AllocationException e) { // no room for the page table, say
            throw new ConfigException("device " + device.name(), e.getMessage() + "; 'sluice validate' says where");
        }
    }

    private static String progress(TraceFile file, Simulation machine) {
        long size = Math.max(1, file.size());
        return file.trace().name() + "  " + Math.min(PERCENT, file.read() * PERCENT / size) + " % of "
                + Quantity.bytes(size) + ", " + Quantity.plural(machine.cycle(), "cycle");
    }
}
