// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.PriceJson;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.price.BarrierPrices;
import dev.sluice.cli.price.PairPrice;
import dev.sluice.cli.report.PriceReport;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Size;
import dev.sluice.device.GpuSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice barrier}: what a barrier costs, without a stream. */
@Command(
        name = "barrier",
        description = {
            "Price a barrier without a stream: a command that leaves bytes dirty, the barrier, a command that uses them.",
            "The pair is run with the barrier and without. A barrier is written as in compact streams:",
            "STAGE[/ACCESS]>STAGE[/ACCESS], and @OLD:NEW behind it for an image that changes its layout."
        },
        footer = {
            "",
            "Examples: sluice barrier 'COPY/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ'",
            "          sluice barrier 'COMPUTE_SHADER>COPY' --busy 50us -d rdna2-6900xt",
            HelpText.EXIT_CODES + ", 130 interrupted"
        })
public final class BarrierCommand extends SessionCommand {
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}+");

    @Parameters(paramLabel = "SPEC", description = "The barrier: STAGE[/ACCESS]>STAGE[/ACCESS][@OLD:NEW].")
    private String spec = "";

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--dirty",
            paramLabel = "SIZE",
            description = "Bytes that the first command leaves dirty, in whole rows of 256 or more"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "1MiB")
    private String dirty = "";

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = "--busy",
            paramLabel = "TIME",
            description = "For how long it runs at least, such as 50us (default: as long as it takes).")
    private @Nullable String busy;

    @InHelp(HelpGroup.INPUT)
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file (default: " + Inputs.DEFAULT_DEVICE + ")." + HelpText.REPEATABLE)
    private List<String> devices = new ArrayList<>();

    @InHelp(HelpGroup.INPUT)
    @Option(names = "--all-devices", description = "On every preset device but those for lessons.")
    private boolean allDevices;

    @Mixin
    private ProfileOptions profiles = new ProfileOptions();

    @Mixin
    private SetOptions set = new SetOptions();

    @InHelp(HelpGroup.FILES)
    @Option(names = "--json", description = "Print the prices as JSON, and nothing else.")
    private boolean json;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write the stream that was run on the first device that could.")
    private @Nullable String out;

    /** The command, for one invocation of the program. */
    public BarrierCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (allDevices && !devices.isEmpty()) {
            throw usage("--device and --all-devices exclude each other");
        }
        @Nullable Path target = out == null ? null : OutputPath.of(out);
        if (target != null) {
            WholeFile.checkFile(target);
            devices.forEach(device -> WholeFile.refuseInputs(target, InputFiles.of(device)));
        }
        Overrides overrides = set.overrides();
        BarrierSpec barrier = BarrierSpec.parse(spec);
        QuietRuns runs = new QuietRuns(session);
        BarrierPrices prices = new BarrierPrices(runs, barrier, dirtyBytes(), busyNanos());
        List<String> on =
                allDevices ? Catalogue.machines() : devices.isEmpty() ? List.of(Inputs.DEFAULT_DEVICE) : devices;
        List<PairPrice> found = session.visibly(() -> "run " + (runs.count() + 1), () -> all(prices, on, overrides));
        if (found.stream().allMatch(price -> price.barrier() == null) && !runs.interrupted()) {
            PairPrice first = found.get(0);
            throw new ConfigException(barrier.text(), first.device() + " cannot run it: " + first.refused());
        }
        if (target != null) {
            found.stream()
                    .filter(price -> price.barrier() != null)
                    .findFirst()
                    .ifPresent(price -> WholeFile.write(target, asked(barrier, overrides) + price.stream()));
        }
        print(
                json
                        ? PriceJson.text(barrier.text(), prices.words(), found)
                        : new PriceReport(style()).text(barrier.text(), prices.words(), found));
        return runs.interrupted() ? ExitCode.INTERRUPTED : ExitCode.CLEAN;
    }

    /** What was asked for, as a comment: a stream cannot say all of it. */
    private String asked(BarrierSpec barrier, Overrides overrides) {
        List<String> words = new ArrayList<>(List.of("# sluice barrier", "'" + barrier.text() + "'"));
        words.addAll(profiles.texts());
        if (!overrides.isEmpty()) {
            words.add(overrides.toString());
        }
        return CONTROLS.matcher(String.join(" ", words)).replaceAll(" ") + "\n";
    }

    private List<PairPrice> all(BarrierPrices prices, List<String> on, Overrides overrides) {
        List<PairPrice> found = new ArrayList<>();
        for (String name : on) {
            GpuSpec device = Inputs.device(name, overrides);
            PairPrice price = prices.on(name, device, Inputs.profile(device, profiles.choice(name, overrides)));
            if (price == null) {
                break;
            }
            found.add(price);
        }
        return found;
    }

    private long dirtyBytes() {
        try {
            long bytes = Size.parse(dirty).bytes();
            if (bytes < 1 || bytes > BarrierPrices.MOST_BYTES) {
                throw usage("--dirty: " + dirty + " is not from 1 B to " + new Size(BarrierPrices.MOST_BYTES));
            }
            return bytes;
        } catch (IllegalArgumentException e) {
            throw usage("--dirty: " + e.getMessage());
        }
    }

    private double busyNanos() {
        if (busy == null) {
            return 0;
        }
        try {
            Duration time = Duration.parse(busy);
            if (time.inCycles()) {
                throw usage(
                        "--busy: " + busy + " has no unit; a time such as 50us is expected: devices differ in clocks");
            }
            double nanos = time.amount() / 1000.0;
            if (nanos > BarrierPrices.MOST_BUSY_NANOS) {
                throw usage("--busy: " + busy + " is more than 10ms");
            }
            return nanos;
        } catch (IllegalArgumentException e) {
            throw usage("--busy: " + e.getMessage());
        }
    }
}
