package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.describe.DeviceText;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.run.Session;
import dev.sluice.core.gpu.GpuSpec;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice describe}: draws a device and lists what it is made of. */
@Command(
        name = "describe",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Draw a device's memory hierarchy and list what it is made of.",
        footer = {"", "Example: sluice describe rdna2-6900xt", HelpText.EXIT_CODES})
public final class DescribeCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "DEVICE", description = "A preset's name or a device file.")
    private String device = "";

    @Option(
            names = {"-p", "--profile"},
            paramLabel = "PROFILE",
            description = "Barrier profile, preset or file; the device's own without this.")
    private @Nullable String profile;

    /** The command, for one invocation of the program. */
    public DescribeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        GpuSpec gpu = Inputs.device(device);
        session.terminal()
                .out()
                .print(DeviceText.of(
                        gpu,
                        Inputs.profile(gpu, new Inputs.Choice(null, profile, null)),
                        session.terminal().style()));
        return ExitCode.CLEAN;
    }
}
