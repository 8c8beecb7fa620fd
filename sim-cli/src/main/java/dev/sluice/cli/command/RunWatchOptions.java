// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.Looks;
import dev.sluice.cli.log.LogRequest;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of those who look on while a run goes on, and of what they write. */
final class RunWatchOptions {
    private static final String RECORD = "--record";
    /** Endings that would promise what a trace is not packed by. */
    private static final Pattern ARCHIVE =
            Pattern.compile("\\.(zip|bz2|7z|lz4|lzma|br|rar|tar|tgz|txz|zstd)$", Pattern.CASE_INSENSITIVE);

    @InHelp(value = HelpGroup.FILES, rare = true)
    @Option(
            names = RECORD,
            paramLabel = "FILE",
            description = "Write the accesses as a trace for 'replay': .csv, or .csv.zst packed.")
    private @Nullable String record;

    @InHelp(HelpGroup.INSIDE)
    @Option(names = "--steps", paramLabel = "PAGE", description = "Write a page that steps through the run ('view').")
    private @Nullable String steps;

    @Mixin
    private StepOptions bounds = new StepOptions();

    @Mixin
    private LookOptions look = new LookOptions();

    @Mixin
    private TimelineOptions timeline = new TimelineOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    /** Refuses options that say nothing without another, before anything is read. */
    void check(SessionCommand command) {
        if (log.file() == null && log.filtered()) {
            throw command.usage("--log-... options filter the event log, and there is none without --log FILE");
        }
        if (steps == null && bounds.given()) {
            throw command.usage("--from, --to, --watch and --max-steps bound the page of --steps, and there is none");
        }
        if (record != null && ARCHIVE.matcher(record).find()) {
            throw new ConfigException(
                    RECORD,
                    "the ending of '" + record
                            + "' says a packing in which no trace is written; .gz, .xz and .zst are known");
        }
        timeline.check(command);
    }

    /**
     * What to look at.
     *
     * @param other an option that looks do not go with, of those that are not here; null for none
     */
    Looks looks(SessionCommand command, @Nullable String other) {
        String without = other != null ? other : logsToStdout() ? "--log -, which has stdout" : null;
        return look.looks(command, without);
    }

    /** Whether the event log has stdout. */
    boolean logsToStdout() {
        return "-".equals(log.file());
    }

    /** The files that are written, by option. */
    Map<String, List<Path>> files() {
        Map<String, List<Path>> files = new TreeMap<>();
        files.put("--log", logsToStdout() ? List.of() : file(log.file()));
        files.put(RECORD, file(record));
        files.put("--trace", timeline.files());
        files.put("--steps", file(steps));
        return files;
    }

    private static List<Path> file(@Nullable String name) {
        return name == null ? List.of() : List.of(OutputPath.of(name));
    }

    /** No output may replace what the run is made of. */
    void refuseInputs(List<Path> inputs) {
        files().values().forEach(files -> files.forEach(file -> WholeFile.refuseInputs(file, inputs)));
    }

    /** Who records the steps of a run; null for nobody. */
    @Nullable
    StepRecorder recorder(SessionCommand command, LoadedRun loaded) {
        return steps == null ? null : new StepRecorder(bounds.bounds(command, loaded));
    }

    /** The trace to record; null for none. */
    @Nullable
    String record() {
        return record;
    }

    /** The page of steps; null for none. */
    @Nullable
    String steps() {
        return steps;
    }

    /** The event log's file, {@code -} for stdout; null for none. */
    @Nullable
    String logFile() {
        return log.file();
    }

    /** What goes into the event log. */
    LogRequest logged() {
        return log.request();
    }

    TimelineOptions timeline() {
        return timeline;
    }
}
