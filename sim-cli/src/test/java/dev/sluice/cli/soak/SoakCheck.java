// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the commands on a case and tells what must not be: an internal error, no end, or other times without bytes. */
final class SoakCheck {
    /** No random stream takes as long; what is cut off is no finding. */
    private static final String MAX_CYCLES = "5000000";

    private static final Set<Integer> OF_VALIDATE = Set.of(ExitCode.CLEAN, ExitCode.BAD_INPUT);
    private static final Set<Integer> OF_CHECK = Set.of(ExitCode.CLEAN, ExitCode.FINDINGS, ExitCode.BAD_INPUT);
    private static final Set<Integer> OF_RUN =
            Set.of(ExitCode.CLEAN, ExitCode.FINDINGS, ExitCode.BAD_INPUT, ExitCode.CUT);

    private final Path folder;
    private final Invocation program;

    /**
     * What must not be.
     *
     * @param kind which of two findings are the same
     * @param story everything that is known of it
     */
    record Finding(String kind, String story) {}

    /** @param folder where the files of the cases are written */
    SoakCheck(Path folder, Invocation program) {
        this.folder = folder;
        this.program = program;
    }

    /** What is wrong first, if anything is. */
    Optional<Finding> of(SoakCase given) throws IOException {
        String device = write("device.yaml", given.device());
        String stream = write("stream.yaml", given.stream());
        try {
            if (!given.device().equals(given.preset())) {
                call(OF_VALIDATE, "validate", device);
            }
            call(OF_VALIDATE, "validate", stream, "--device", device);
            call(OF_CHECK, "check", stream, "--device", device, "--json");
            Cli full = call(OF_RUN, "run", stream, "--device", device, "--max-cycles", MAX_CYCLES, "--json");
            Cli timing = call(
                    OF_RUN, "run", stream, "--device", device, "--max-cycles", MAX_CYCLES, "--json", "--timing-only");
            sameTimes(full, timing);
            return Optional.empty();
        } catch (FoundException e) {
            return Optional.of(e.finding);
        }
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private Cli call(Set<Integer> allowed, String... arguments) throws FoundException {
        String command =
                arguments[0] + (arguments[arguments.length - 1].equals("--timing-only") ? " --timing-only" : "");
        Cli cli;
        try {
            cli = program.run(arguments);
        } catch (Invocation.HangException e) {
            throw new FoundException(command + " does not end", e.getMessage());
        }
        if (!allowed.contains(cli.code())) {
            throw new FoundException(command + " ends with " + cli.code() + ": " + what(cli.err()), cli.err());
        }
        if (cli.code() == ExitCode.BAD_INPUT && !arguments[0].equals("validate") && cli.errorLines() != 1) {
            throw new FoundException(command + " says what is wrong in " + cli.errorLines() + " lines", cli.err());
        }
        return cli;
    }

    /** The fault without what differs from case to case. */
    private static String what(String err) {
        String line = err.lines().findFirst().orElse("");
        int trace = line.indexOf("; the trace is in ");
        return (trace < 0 ? line : line.substring(0, trace)).replaceAll("[0-9]+", "N");
    }

    private static void sameTimes(Cli full, Cli timing) throws FoundException {
        if (!full.out().startsWith("{") || !timing.out().startsWith("{")) {
            return;
        }
        JsonMapper json = JsonMapper.builder().build();
        JsonNode one = json.readTree(full.out());
        JsonNode other = json.readTree(timing.out());
        for (int i = 0; i < one.path("commands").size(); i++) {
            JsonNode command = one.path("commands").path(i);
            JsonNode same = other.path("commands").path(i);
            for (String key : new String[] {"id", "startCycle", "endCycle"}) {
                if (!command.path(key).equals(same.path(key))) {
                    throw new FoundException(
                            "other times of " + command.path("kind").asString() + " with --timing-only",
                            command.path("id") + ": " + key + " " + command.path(key) + ", " + same.path(key)
                                    + " with --timing-only");
                }
            }
        }
        if (!one.path("cycles").equals(other.path("cycles"))) {
            throw new FoundException(
                    "other cycles with --timing-only",
                    one.path("cycles") + " cycles, " + other.path("cycles") + " with --timing-only");
        }
    }

    private static final class FoundException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Finding finding;

        FoundException(String kind, String story) {
            super(kind);
            finding = new Finding(kind, story);
        }
    }
}
