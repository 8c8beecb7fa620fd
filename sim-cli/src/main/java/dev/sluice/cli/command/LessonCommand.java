// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.lesson.InterruptedLessonException;
import dev.sluice.cli.lesson.Lesson;
import dev.sluice.cli.lesson.LessonPage;
import dev.sluice.cli.lesson.Lessons;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.run.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice lesson}: lists lessons, or writes the page of one. */
@Command(
        name = "lesson",
        description = "List the lessons, or write the page of one: text beside a run to step through, and a question.",
        footer = {
            "",
            "Examples: sluice lesson",
            "          sluice lesson 3 -o set.html",
            "          sluice lesson mine.md",
            HelpText.EXIT_CODES
        })
public final class LessonCommand extends SessionCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "LESSON",
            description = "Its number or name, or a file with one of your own; without it, all are listed.")
    private @Nullable String lesson;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "PAGE",
            description = "The page (default: the lesson's name with .html, in the current directory).")
    private @Nullable String out;

    @InHelp(HelpGroup.FILES)
    @Option(names = "--open", description = "Open the page in the browser.")
    private boolean open;

    /** The command, for one invocation of the program. */
    public LessonCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (lesson == null) {
            if (out != null || open) {
                throw usage("which lesson? 'sluice lesson' lists them");
            }
            list();
            return ExitCode.CLEAN;
        }
        Lesson found = Lessons.find(lesson);
        Path page = OutputPath.of(out == null ? found.name() + ".html" : out);
        WholeFile.refuseInputs(page, InputFiles.of(lesson));
        LessonPage written;
        try {
            written = LessonPage.of(found, session);
        } catch (InterruptedLessonException e) {
            session.terminal().err().print(e.getMessage() + "\n");
            session.terminal().err().flush();
            return ExitCode.INTERRUPTED;
        }
        WholeFile.write(page, written.html());
        print(style().fit(written.title() + ": open " + page + " in a browser\n"));
        if (open) {
            show(page);
        }
        return ExitCode.CLEAN;
    }

    private void list() {
        Table table = new Table().right("").left("lesson");
        int number = 1;
        for (String name : Lessons.NAMES) {
            table.row(Integer.toString(number), Lessons.title(name));
            number++;
        }
        print(String.join("\n", table.lines(style())) + "\n\n"
                + style().fit("'sluice lesson 3' writes the page of lesson 3\n"));
    }

    private void show(Path page) {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        List<String> opener = system.contains("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : List.of(system.contains("mac") ? "open" : "xdg-open");
        List<String> words = new ArrayList<>(opener);
        words.add(page.toAbsolutePath().toString());
        try {
            new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            session.terminal().err().print("not opened: there is no " + opener.get(0) + "\n");
            session.terminal().err().flush();
        }
    }
}
