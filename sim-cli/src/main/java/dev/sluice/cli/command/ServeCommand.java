// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.serve.Program;
import dev.sluice.cli.serve.Server;
import dev.sluice.config.ConfigException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice serve}: carries out commands for another program. */
@Command(
        name = ServeCommand.NAME,
        description = {
            "Carry out commands for another program: JSON-RPC 2.0 on standard input and output, one object a line.",
            "Methods are the commands; 'params' has 'arguments' (a list) and 'options' (by name, without the dashes).",
            "Also 'version', 'cancel' (with the 'id' of a request) and 'shutdown'. The Python package uses this."
        },
        footer = {
            "",
            "Example: echo '{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"run\",",
            "           \"params\": {\"arguments\": [\"upload-scale-readback\"],",
            "           \"options\": {\"set\": {\"caches.l2.size\": \"2MiB\"}}}}' | sluice serve",
            HelpText.EXIT_CODES
        })
public final class ServeCommand extends SessionCommand {
    /** What the command is called. */
    static final String NAME = "serve";

    private static final int MOST_JOBS = 1024;

    private final Program program;
    private final Supplier<InputStream> in;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description = "Carry out N commands side by side (default: 1).")
    private int jobs = 1;

    /**
     * The command, for one invocation of the program.
     *
     * @param program whose commands are served
     * @param in where requests come from
     */
    public ServeCommand(Session session, Program program, Supplier<InputStream> in) {
        super(session);
        this.program = program;
        this.in = in;
    }

    @Override
    public Integer call() {
        if (jobs < 1 || jobs > MOST_JOBS) {
            throw usage("--jobs must be between 1 and " + MOST_JOBS + ", not " + jobs);
        }
        Server server = new Server(program, session, Set.of(NAME));
        session.interrupt().watch(server::stop);
        // not closed at the end: that would wait for a line that is being read
        BufferedReader reader = new BufferedReader(new InputStreamReader(in.get(), StandardCharsets.UTF_8));
        try {
            server.serve(reader, jobs);
        } catch (IOException e) {
            throw new ConfigException("standard input", "cannot be read: " + e.getMessage());
        }
        return ExitCode.CLEAN;
    }
}
