// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.InputFiles;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.output.LeftOutJson;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.LeftOutSection;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.config.compact.CompactStream;
import dev.sluice.config.device.Overrides;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice import}: turns a capture or a compact stream into a stream file, which runs exactly as it does. */
@Command(
        name = "import",
        description =
                "Turn a compact stream (.cmds) or a gfxreconstruct capture (.jsonl, with its .gfxr beside it) into a stream file.",
        footer = {
            "",
            "Examples: sluice import frame.jsonl -o frame.yaml",
            "          sluice import test.cmds -o -",
            HelpText.EXIT_CODES
        })
public final class ImportCommand extends SessionCommand {
    private static final String SIDE = ".bin";

    @Parameters(
            paramLabel = "CAPTURE",
            description = "A capture that gfxrecon-convert wrote as JSON Lines, or a compact stream, also a preset.")
    private String capture = "";

    @Option(
            names = {"-o", "--out", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Write the stream file; '-' is stdout.")
    private String output = "";

    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description =
                    "Preset or device file that the stream is written for (default: a compact stream's own; for captures "
                            + Inputs.DEFAULT_DEVICE + ").")
    private @Nullable String device;

    @Option(names = "--json", description = "Print what was left out or approximated as JSON on stdout.")
    private boolean json;

    /** The command, for one invocation of the program. */
    public ImportCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        boolean toStdout = output.equals("-");
        if (toStdout && json) {
            throw usage("--json and -o - cannot both have stdout");
        }
        Path target = Inputs.path(toStdout ? "stdout" : output);
        if (!toStdout) {
            WholeFile.checkFile(target);
            WholeFile.refuseInputs(target, InputFiles.of(capture, device));
        }
        if (compact()) {
            String yaml = Inputs.importCompact(capture, device, Overrides.NONE, toStdout ? null : target);
            write(toStdout, target, yaml);
            report(capture, LeftOut.NOTHING, List.of());
            return ExitCode.CLEAN;
        }
        Path path = Inputs.path(capture);
        if (!Files.exists(path)) {
            throw new ConfigException(capture, "no such file");
        }
        if (capture.endsWith(".yaml") || capture.endsWith(".yml")) {
            throw new ConfigException(capture, "is YAML, and neither a capture (.jsonl) nor a compact stream (.cmds)");
        }
        Path side = beside(target);
        ImportedCapture imported = toStdout
                ? Inputs.importCapture(path, device, Overrides.NONE)
                : Inputs.importCapture(path, device, String.valueOf(side.getFileName()));
        if (imported.side().isEmpty()) {
            write(toStdout, target, imported.yaml());
        } else {
            WholeFile.checkFile(side);
            WholeFile.refuseInputs(side, InputFiles.of(capture, device));
            try (OutputSet outputs = new OutputSet()) {
                // a stream beside the data of another one would be worth nothing
                outputs.add(side, imported.side());
                outputs.add(target, imported.yaml());
                outputs.commit();
            }
        }
        report(imported.name(), imported.leftOut(), imported.notes());
        return ExitCode.CLEAN;
    }

    /** Whether it is a compact stream: by the ending of its name, or of the file behind a preset's. */
    private boolean compact() {
        return CompactStream.named(capture)
                || !Files.exists(Inputs.path(capture))
                        && Presets.onClasspath()
                                .find(Presets.Kind.STREAMS, capture)
                                .filter(preset -> CompactStream.named(preset.path()))
                                .isPresent();
    }

    /** The file beside a stream that takes the host data which are long: {@code frame.bin} for {@code frame.yaml}, never the stream. */
    private static Path beside(Path stream) {
        String name = String.valueOf(stream.getFileName());
        int dot = name.lastIndexOf('.');
        String side = (dot > 0 ? name.substring(0, dot) : name) + SIDE;
        return stream.resolveSibling(side.equalsIgnoreCase(name) ? name + SIDE : side);
    }

    /** Says what was left out: as JSON, or in words beside the stream. */
    private void report(String name, LeftOut leftOut, List<String> notes) {
        if (json) {
            print(LeftOutJson.imported(capture, name, output, leftOut, notes));
            return;
        }
        LeftOutSection section = new LeftOutSection(leftOut, style());
        session.terminal().err().print(section.full(Integer.MAX_VALUE));
        notes.forEach(note -> session.terminal().err().print("note: " + note + "\n"));
    }

    private void write(boolean toStdout, Path target, String yaml) {
        if (toStdout) {
            print(yaml);
        } else {
            WholeFile.write(target, yaml);
        }
    }
}
