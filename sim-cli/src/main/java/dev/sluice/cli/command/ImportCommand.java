package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.capture.ImportedCapture;
import dev.sluice.core.gpu.GpuSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice import}: turns a capture into a stream file, which runs exactly as the capture does. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Turn a gfxreconstruct capture (.jsonl, with its .gfxr beside it) into a stream file.",
        footer = {"", "Example: sluice import frame.jsonl -o frame.yaml"})
public final class ImportCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "CAPTURE", description = "A capture that gfxrecon-convert wrote as JSON lines.")
    private String capture = "";

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "The stream file to write; '-' is stdout.")
    private String output = "";

    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "The device whose memory types the stream uses (" + Inputs.DEFAULT_DEVICE + ").")
    private @Nullable String device;

    /** The command, for one invocation of the program. */
    public ImportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        boolean toStdout = output.equals("-");
        Path target = Inputs.path(toStdout ? "stdout" : output);
        if (!toStdout) {
            WholeFile.checkFile(target);
        }
        Path path = Inputs.path(capture);
        if (!Files.exists(path)) {
            throw new ConfigException(capture, "no such file");
        }
        GpuSpec gpu = Inputs.device(device == null ? Inputs.DEFAULT_DEVICE : device);
        ImportedCapture imported = Inputs.importCapture(path, gpu);
        if (toStdout) {
            session.terminal().out().print(imported.yaml());
        } else {
            WholeFile.write(target, imported.yaml());
        }
        imported.notes().forEach(note -> session.terminal().err().print("note: " + note + "\n"));
        return ExitCode.CLEAN;
    }
}
