// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.sweep.Journal;
import dev.sluice.cli.sweep.Point;
import dev.sluice.cli.sweep.PointRecord;
import dev.sluice.cli.sweep.PointRunner;
import dev.sluice.cli.sweep.Shard;
import dev.sluice.cli.sweep.SweepHeader;
import dev.sluice.cli.sweep.SweepPlan;
import dev.sluice.cli.sweep.outcome.SweepFiles;
import dev.sluice.cli.sweep.outcome.SweepReport;
import dev.sluice.cli.sweep.outcome.SweepStamp;
import dev.sluice.config.ConfigException;
import dev.sluice.config.sweep.Axis;
import dev.sluice.config.sweep.SweepDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice sweep}: runs streams over many variations of a device, and says what is best. */
@Command(
        name = "sweep",
        description = {
            "Run streams on many variations of a device, and say which is best, what is a bargain, and what matters.",
            "Every finished point is on the disk at once: --resume goes on after whatever ended the program."
        },
        footer = {
            "",
            "Examples: sluice sweep frame.yaml --vary caches.l2.size=1MiB..8MiB*2 -o out",
            "          sluice sweep trace.csv.zst -d tiny-1 --vary caches.l2.ways=2,4 -o out",
            "          sluice sweep l2-size-and-policy -o out --jobs 4",
            "          sluice sweep sweep.yaml -o out --shard 3/8     (then merge)",
            "Exit codes: 0 every point ran, 1 points without results, " + HelpText.RUN_FAULTS
        })
public final class SweepCommand extends SessionCommand {
    private static final int MOST_JOBS = 1024;

    private final PointRunner.Factory runners;

    @Parameters(
            arity = "1..*",
            paramLabel = "STREAM|TRACE|SWEEP",
            description = "Streams, captures, preset streams or traces, or one sweep file or preset.")
    private List<String> inputs = List.of();

    @Mixin
    private SweepOptions options = new SweepOptions();

    @InHelp(HelpGroup.RUN)
    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description = "Points at a time (default: as many as there are processors).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description = "Run the I-th of N parts; 'merge' puts parts together.")
    private @Nullable String shard;

    @InHelp(HelpGroup.RUN)
    @Option(names = "--resume", description = "Go on with the sweep in DIR; begin it when there is none.")
    private boolean resume;

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = {"-q", "--quiet"},
            description = "Only points without results and one line of summary.")
    private boolean quiet;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "Where results.csv, results.jsonl, report.txt, sweep.html and the journal go.")
    private String out = "";

    /** The command, for one invocation of the program. */
    public SweepCommand(Session session, PointRunner.Factory runners) {
        super(session);
        this.runners = runners;
    }

    @Override
    public Integer call() {
        if (jobs < 1 || jobs > MOST_JOBS) {
            throw usage("--jobs must be from 1 to " + MOST_JOBS + ", not " + jobs);
        }
        Shard part = shard == null ? Shard.WHOLE : Shard.parse(shard);
        Path folder = OutputPath.of(out);
        WholeFile.checkDirectory(folder);
        SweepDefinition sweep = options.sweep(inputs);
        refuseInputs(folder, sweep, part);
        SharedInputs shared = new SharedInputs();
        SweepPlan plan = new SweepPlan(sweep, shared, session.version());
        SweepHeader header = plan.header().with(part);
        Path journalFile = folder.resolve(part.journal());
        SweepStamp stamp = resume && part.whole() ? SweepStamp.find(folder, journalFile, header) : null;
        if (stamp != null) {
            repeat(folder, journalFile, header);
            return stamp.clean() ? ExitCode.CLEAN : ExitCode.FINDINGS;
        }
        if (!resume || !Files.exists(journalFile)) { // else points have begun
            plan.refuseCommonFault(session.machines());
        }
        List<Point> mine =
                plan.points().stream().filter(point -> part.has(point.index())).toList();
        Map<Integer, PointRecord> records;
        boolean complete;
        try (Journal journal = Journal.open(folder, header, plan.points(), resume)) {
            Map<Integer, PointRecord> known = journal.records();
            List<Point> missing = mine.stream()
                    .filter(point -> !known.containsKey(point.index()))
                    .toList();
            if (!known.isEmpty() && session.terminal().interactive()) {
                session.terminal()
                        .err()
                        .print(Quantity.count(known.size()) + " of " + Quantity.plural(mine.size(), "point")
                                + " are there already\n");
            }
            complete = missing.isEmpty() || runners.of(session, shared, jobs).run(missing, journal);
            records = journal.records();
        }
        report(folder, header, records, mine.size());
        if (!complete) {
            return ExitCode.INTERRUPTED;
        }
        return records.values().stream().allMatch(PointRecord::ok) ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    /** Says again what is in the directory. */
    private void repeat(Path folder, Path journal, SweepHeader header) {
        Journal.Content content = style().equals(Style.PLAIN) && !quiet ? null : Journal.read(journal);
        print(content == null ? plainReport(folder) : text(new SweepReport(header, content.records(), style())));
        where();
    }

    private static String plainReport(Path folder) {
        Path report = folder.resolve(SweepFiles.REPORT);
        try {
            return Files.readString(report);
        } catch (IOException e) {
            throw new ConfigException(report.toString(), "cannot be read: " + WholeFile.why(e));
        }
    }

    private String text(SweepReport report) {
        return quiet ? report.quiet() : report.text();
    }

    private void where() {
        if (quiet) {
            return;
        }
        print("\n" + String.join(", ", SweepFiles.NAMES) + " are in " + out + "\n");
    }

    private void report(Path folder, SweepHeader header, Map<Integer, PointRecord> records, int mine) {
        Shard part = header.shard();
        if (!part.whole()) {
            print(style().line("part " + part + " of sweep " + header.name() + ": " + Quantity.count(records.size())
                            + " of its " + Quantity.plural(mine, "point")
                            + " done; 'sluice merge' puts the parts together")
                    + "\n");
            return;
        }
        Map<String, String> files = SweepFiles.of(header, records);
        if (records.size() == mine) {
            files.put(SweepStamp.NAME, stamp(folder.resolve(part.journal()), header, files, records));
        }
        WholeFile.writeAll(folder, files);
        String plain = style().equals(Style.PLAIN) && !quiet ? files.get(SweepFiles.REPORT) : null;
        print(plain != null ? plain : text(new SweepReport(header, records, style())));
        where();
    }

    private static String stamp(
            Path journal, SweepHeader header, Map<String, String> files, Map<Integer, PointRecord> records) {
        try {
            return new SweepStamp(records.values().stream().allMatch(PointRecord::ok)).text(journal, header, files);
        } catch (IOException e) {
            throw new ConfigException(journal.toString(), "cannot be read: " + WholeFile.why(e));
        }
    }

    /** No output may replace what the sweep is made of. */
    private void refuseInputs(Path folder, SweepDefinition sweep, Shard part) {
        List<@Nullable String> read = new ArrayList<>(inputs);
        read.addAll(sweep.streams());
        read.add(sweep.device());
        read.add(sweep.profile());
        for (Axis axis : sweep.axes()) {
            if (axis.name().equals(Axis.DEVICE) || axis.name().equals(Axis.PROFILE)) {
                read.addAll(axis.values());
            }
        }
        List<String> written = new ArrayList<>(SweepFiles.NAMES);
        written.add(SweepStamp.NAME);
        written.add(part.journal());
        WholeFile.refuseInputs(folder, written, InputFiles.of(read.toArray(new @Nullable String[0])));
    }
}
