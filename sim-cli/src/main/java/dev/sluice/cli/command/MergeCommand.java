// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.Shards;
import dev.sluice.cli.sweep.outcome.SweepFiles;
import dev.sluice.cli.sweep.outcome.SweepReport;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice merge}: puts the parts of a sweep together that several machines ran. */
@Command(
        name = "merge",
        description = {
            "Put the parts of a sweep together that 'sweep --shard' ran.",
            "The results are those of the sweep on one machine, byte for byte. Missing parts, parts that are there twice"
                    + " and parts of another sweep are told."
        },
        footer = {
            "",
            "Examples: sluice merge out -o all      (parts that wrote into one folder)",
            "          sluice merge part1 part2 -o all",
            "Exit codes: 0 every point ran, 1 points without results, " + HelpText.FAULTS
        })
public final class MergeCommand extends SessionCommand {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Directories with the journals of the parts.")
    private List<String> folders = List.of();

    @Option(
            names = {"-q", "--quiet"},
            description = "Only points without results and one line of summary.")
    private boolean quiet;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "Where results.csv, results.jsonl, report.txt and sweep.html go.")
    private String out = "";

    /** The command, for one invocation of the program. */
    public MergeCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Path folder = OutputPath.of(out);
        WholeFile.checkDirectory(folder);
        Shards whole = Shards.of(folders.stream().map(Inputs::path).toList());
        WholeFile.writeAll(folder, SweepFiles.of(whole.header(), whole.records()));
        SweepReport report = new SweepReport(whole.header(), whole.records(), style());
        print(
                quiet
                        ? report.quiet()
                        : report.text() + "\n" + String.join(", ", SweepFiles.NAMES) + " are in " + out + "\n");
        return whole.records().values().stream().allMatch(PointRecord::ok) ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }
}
