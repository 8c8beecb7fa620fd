// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings of the terminal while somebody presses Ctrl-C, with a program in place of {@code stty}. It ends with what Java tells of a
 * program that an interrupt ended: where a build was started in the background, interrupts end nothing.
 */
@DisabledOnOs(OS.WINDOWS)
final class SteadyPtyTest {

    @TempDir
    private Path folder;

    @Test
    void a_program_that_an_interrupt_ended_runs_again() throws IOException {
        SteadyPty terminal = terminal("""
                echo >>"$0.calls"
                [ "$(wc -l <"$0.calls")" -gt 3 ] || exit 130
                echo 'speed 38400 baud; rows 24; columns 80; isig -echo'""");

        Attributes attributes = terminal.getAttr();

        assertThat(attributes.getLocalFlag(Attributes.LocalFlag.ISIG)).isTrue();
        assertThat(attributes.getLocalFlag(Attributes.LocalFlag.ECHO)).isFalse();
        assertThat(folder.resolve("stty.calls")).hasContent("\n\n\n\n");
    }

    @Test
    void one_that_ends_otherwise_does_not() throws IOException {
        SteadyPty terminal = terminal("""
                echo >>"$0.calls"
                echo 'not a terminal'
                exit 1""");

        assertThatThrownBy(terminal::getAttr)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 1: not a terminal");
        assertThat(folder.resolve("stty.calls")).hasContent("\n");
    }

    @Test
    void one_that_interrupts_always_end_is_given_up() throws IOException {
        SteadyPty terminal = terminal("exit 130");

        assertThatThrownBy(terminal::getAttr).isInstanceOf(IOException.class).hasMessageContaining("130");
    }

    @Test
    void a_thread_that_is_interrupted_waits_and_stays_interrupted() throws IOException {
        SteadyPty terminal = terminal("""
                [ "$1" != -a ] || { echo "speed 38400 baud; isig $(cat "$0.set" 2>/dev/null || echo -echo)"; exit; }
                echo "$@" >"$0.set\"""");
        Attributes echoing = new Attributes();
        echoing.setLocalFlag(Attributes.LocalFlag.ISIG, true);
        echoing.setLocalFlag(Attributes.LocalFlag.ECHO, true);

        Thread.currentThread().interrupt();
        terminal.setAttr(echoing);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(folder.resolve("stty.set")).hasContent("echo\n");
        assertThat(terminal.getAttr().getLocalFlag(Attributes.LocalFlag.ECHO)).isTrue();
    }

    @Test
    void a_terminal_that_does_not_say_how_large_it_is_has_80_columns_and_24_lines() throws IOException {
        assertThat(terminal("echo 'speed 38400 baud; rows 0; columns 0;'").getSize())
                .isEqualTo(Size.of(80, 24));
        assertThat(terminal("echo 'speed 38400 baud; rows 30; columns 100;'").getSize())
                .isEqualTo(Size.of(100, 30));
    }

    private SteadyPty terminal(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("stty"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new SteadyPty(program.toString());
    }
}
