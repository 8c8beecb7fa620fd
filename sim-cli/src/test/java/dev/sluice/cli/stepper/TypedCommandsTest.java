// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sluice step} as a person types it, in a pseudo-terminal. */
final class TypedCommandsTest {

    private static final String STALE = "scenarios/stale-l1-broken";
    private static final String UP = "\u001bOA";
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";

    /**
     * The first calls interrupt whoever uses the terminal, half of them only themselves behind that. Each of the others says that
     * it does not, because the last interrupt may come late and end the one after it.
     */
    private static final String INTERRUPTED_STTY = """
            #!/bin/sh
            here=$(dirname "$0")
            echo >>"$here/calls"
            calls=$(wc -l <"$here/calls")
            if [ "$calls" -gt 3 ] && [ "$calls" -le 24 ]; then
                trap '' INT
                kill -INT 0
                trap - INT
                [ $((calls % 2)) = 0 ] || kill -INT $$
            fi
            [ "$calls" -le 24 ] || echo no more interrupts >/dev/tty
            PATH=/usr/bin:/bin exec stty "$@"
            """;

    @TempDir
    private Path folder;

    @Test
    void names_are_completed_lines_are_recalled_and_the_end_of_input_ends() throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder)
                .type("(0) ", "contin\t\r")
                .type("(10,426) ", "show universa\t\r")
                .type("(10,426) ", "sto x:64:4\r")
                .type("(10,426) ", UP + UP + UP + "\r")
                .type("(29,140) ", CTRL_D)
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(screen.lines())
                .containsSubsequence(
                        "breakpoint 1, finding",
                        "there is nothing to show of universal.0; 'program' has what queues do",
                        "10,396  read hits          l1[0] 0/0      03 00 00 00  submit0.6  stale",
                        "the end of the recording");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dumb", "xterm"})
    void lines_are_as_long_as_the_environment_says(String kind) throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder, kind)
                .columns(50)
                .type("(0) ", "help\r")
                .type("walk-through", "quit\r")
                .run("step", "lessons/set");

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(screen.lines())
                .contains("goto CYCLE|COMMAND           the same as continue")
                .allMatch(line -> line.length() <= 50);
    }

    @Test
    void a_dumb_terminal_is_as_wide_as_the_system_says() throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder, "dumb")
                .type("(0) ", "help\r")
                .type("walk-through", "quit\r")
                .run("step", "lessons/set");

        assertThat(screen.lines()).contains("goto CYCLE|COMMAND           the same as continue to");
    }

    @Test
    void the_empty_line_repeats_a_move() throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder)
                .type("(0) ", "goto 9,458\r")
                .type("(9,458) ", "next cycle\r")
                .type("(9,459) ", "\r")
                .type("(9,460) ", "quit\r")
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void a_mistake_is_told_and_forgiven() throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder)
                .type("(0) ", "contineu\r")
                .type("did you mean 'continue'?", "show l2 set 999\r")
                .type("its sets are 0 to 127", "quit\r")
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void an_interrupt_returns_to_the_prompt() throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder)
                .type("(0) ", "delete all\r")
                .type("no breakpoints", "abc" + CTRL_C)
                .type("(0) ", "end\r")
                .type("step ", "story x:0:64\r" + CTRL_C)
                .type(") ", "start\r")
                .type("(0) ", "quit\r")
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void interrupts_that_come_as_settings_of_the_terminal_change_return_to_the_prompt() throws IOException {
        Path programs = Files.createDirectory(folder.resolve("programs"));
        Path stty = Files.writeString(programs.resolve("stty"), INTERRUPTED_STTY);
        assertThat(stty.toFile().setExecutable(true)).isTrue();

        PseudoTerminal.Screen screen = new PseudoTerminal(folder)
                .path(programs)
                .type("no more interrupts", "quit\rquit\rquit\rquit\r")
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(screen.text()).doesNotContain("internal error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"of-another-planet", "dumb", ""})
    void a_terminal_that_the_system_does_not_know_is_as_good_as_any(String kind) throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder, kind)
                .type("(0) ", "continue\r")
                .type("(10,426) ", "quit\r")
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(screen.text()).doesNotContain("Exception", "WARNING");
    }

    @Test
    void nothing_is_wider_than_the_window() throws IOException {
        PseudoTerminal.Screen screen = new PseudoTerminal(folder)
                .type("(0) ", "help\r")
                .type("walk-through", "watch x:0:64\r")
                .type("no copy", "goto 9,478\r")
                .type("(9,478) ", "show requests\r")
                .type("more", "quit\r")
                .run("step", STALE);

        assertThat(screen.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(screen.lines().stream().dropWhile(line -> !line.contains("simulated in")))
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
    }
}
