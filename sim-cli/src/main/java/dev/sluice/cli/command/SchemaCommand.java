// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.output.ResultSchema;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.schema.Schemas;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sluice schema}: prints the JSON Schema of a kind of file. */
@Command(
        name = "schema",
        description =
                "Print the JSON Schema of a kind of file: device, dram, energy, profile, stream, sweep or result.",
        footer = {"", "Example: sluice schema stream > stream.schema.json", HelpText.EXIT_CODES})
public final class SchemaCommand extends SessionCommand {
    private static final String RESULT = "result";

    @Parameters(paramLabel = "KIND", description = "device, dram, energy, profile, stream, sweep or result.")
    private String kind = "";

    /** The command, for one invocation of the program. */
    public SchemaCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        print(text());
        return ExitCode.CLEAN;
    }

    private String text() {
        if (kind.equals(RESULT)) {
            return ResultSchema.text();
        }
        List<String> known = new ArrayList<>();
        for (Schemas.Kind candidate : Schemas.Kind.values()) {
            if (candidate.key().equals(kind)) {
                return Schemas.text(candidate);
            }
            known.add(candidate.key());
        }
        known.add(RESULT);
        throw new ConfigException(kind, "no such kind of file" + Nearest.hint(kind, known));
    }
}
