// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Sluice;
import dev.sluice.cli.run.Interrupt;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.serve.Program;
import dev.sluice.cli.sweep.Sweeper;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands are found under the names that they have, and no more of them are made than are needed. */
final class CommandsTest {

    private final Commands commands = new Commands(
            session(),
            Sweeper::new,
            new Program() {
                @Override
                public int run(List<String> words, Session session) {
                    throw new IllegalStateException("nothing is run here");
                }

                @Override
                public CommandLine commands() {
                    throw new IllegalStateException("nothing is described here");
                }
            },
            InputStream::nullInputStream);

    @Test
    void each_command_calls_itself_as_it_is_called() {
        for (String name : commands.names()) {
            assertThat(new CommandLine(commands.make(name)).getCommandName()).isEqualTo(name);
        }
    }

    @Test
    void a_command_that_comes_first_is_enough() {
        assertThat(commands.neededBy(List.of("check", "run", "help"))).containsExactly("check");
    }

    @Test
    void help_needs_all() {
        assertThat(commands.neededBy(List.of("help", "run"))).isEqualTo(commands.names());
    }

    @Test
    void nothing_named_first_needs_all() {
        assertThat(commands.neededBy(List.of())).isEqualTo(commands.names());
        assertThat(commands.neededBy(List.of("--color", "never", "run"))).isEqualTo(commands.names());
        assertThat(commands.neededBy(List.of("rum"))).isEqualTo(commands.names());
    }

    @Test
    void an_unknown_name_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> commands.make("rum"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("rum", "run");
    }

    private static Session session() {
        PrintWriter nobody = new PrintWriter(Writer.nullWriter());
        return new Session(Terminal.plain(nobody, nobody), Sluice::simulation, new Interrupt(), "test");
    }
}
