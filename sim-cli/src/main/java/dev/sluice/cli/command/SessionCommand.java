// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.Style;
import dev.sluice.cli.run.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands of the program have in common. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class SessionCommand implements Callable<Integer> {
    /** The invocation of the program. */
    final Session session;

    @Spec
    private @Nullable CommandSpec spec;

    SessionCommand(Session session) {
        this.session = session;
    }

    final Style style() {
        return session.terminal().style();
    }

    final void print(String text) {
        session.terminal().out().print(text);
        session.terminal().out().flush();
    }

    /** Prints a file of JSON. */
    final void print(JsonDocument json) {
        try {
            json.writeTo(session.terminal().out());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        session.terminal().out().flush();
    }

    /** A fault of usage. */
    final ParameterException usage(@Nullable String problem) {
        if (spec == null) {
            throw new IllegalStateException(problem);
        }
        return new ParameterException(spec.commandLine(), String.valueOf(problem));
    }

    /** A directory that will be written to, checked; null for none. */
    static @Nullable Path directory(@Nullable String name) {
        if (name == null) {
            return null;
        }
        Path path = OutputPath.of(name);
        WholeFile.checkDirectory(path);
        return path;
    }
}
