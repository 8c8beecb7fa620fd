// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.advise.Advising;
import dev.sluice.cli.advise.EditableStream;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.output.AdviceFiles;
import dev.sluice.cli.output.CheckJson;
import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.cli.report.page.PageRun;
import dev.sluice.cli.report.page.ReportPage;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamCheck;
import dev.sluice.cli.run.StreamRun;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the page of a run. */
final class RunPageOptions {
    @Mixin
    private PageOptions page = new PageOptions();

    @InHelp(value = HelpGroup.FILES, rare = true)
    @Option(
            names = "--html-with",
            paramLabel = "WHAT",
            split = ",",
            description = "Adds to the page what other commands say: ${COMPLETION-CANDIDATES}.")
    private List<PageExtra> extras = List.of();

    /** The page's file, checked; null for none. */
    @Nullable
    Path file(SessionCommand command) {
        Path file = page.file();
        if (file == null && !extras.isEmpty()) {
            throw command.usage("--html-with adds to the page that --html FILE writes");
        }
        return file;
    }

    /**
     * The page, as HTML.
     *
     * @param result the result file
     * @param known what {@code --strict} found; null if nobody looked
     */
    String text(
            Session session,
            String file,
            Inputs.Choice choice,
            LoadedRun loaded,
            StreamRun run,
            JsonDocument result,
            @Nullable StreamCheck known) {
        PageRun data = new PageRun(result, run.machine().details(), file);
        if (known != null || extras.contains(PageExtra.CHECK)) {
            StreamCheck check = known == null ? StreamCheck.of(loaded, true).with(run.result()) : known;
            data.check(CheckJson.text(
                    new CheckJson.Said(
                            loaded.stream().name(),
                            loaded.device().name(),
                            loaded.leftOut(),
                            check.problems(),
                            check.findings(),
                            check.hazards().notes(),
                            null,
                            null,
                            null,
                            CureSyntax.STREAM),
                    file));
        }
        if (extras.contains(PageExtra.ADVISE)) {
            String given = choice.device();
            EditableStream stream = EditableStream.of(file, given, choice.overrides());
            String own = stream.device();
            String device =
                    given != null ? given : own != null ? own : loaded.device().name();
            Advising advising = Advising.of(session, stream, List.of(device), 0);
            data.advice(AdviceFiles.json(
                    file, advising.advice(), advising.leftOut(), advising.verified(), null, CureSyntax.STREAM));
        }
        return ReportPage.of(data, run.result().stream(), run.result().device(), session.version());
    }
}
