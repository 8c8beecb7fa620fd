// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The soak finds what it should, on programs that are made for that, and tells it reduced. */
final class SoakTest {
    private static final Cli FINE = new Cli(0, "{\"cycles\": 7}", "");
    private static final long SEED = 3;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int soak(Invocation program) throws IOException {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new Soak(folder, out, program, program).run(SEED, 0);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private static boolean in(String[] arguments, Predicate<String> stream) {
        try {
            return arguments[1].endsWith("stream.yaml") && stream.test(Files.readString(Path.of(arguments[1])));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_program_without_faults_has_no_findings() throws IOException {
        assertThat(soak(arguments -> FINE)).isZero();
        assertThat(said()).isEqualTo("soak: seeds 3 to 3, nothing found\n");
    }

    @Test
    void an_internal_error_is_told_with_the_lines_that_it_needs() throws IOException {
        Invocation fails = arguments ->
                in(arguments, text -> text.contains("memory:")) ? new Cli(70, "", "internal error: 17") : FINE;

        assertThat(soak(fails)).isEqualTo(1);
        assertThat(said())
                .contains("seed 3: validate ends with 70: internal error: N; reducing")
                .contains("stream.yaml:\n  memory:\n");
        assertThat(folder.resolve("seed-3/stream.yaml")).content().isEqualTo("memory:\n");
        assertThat(folder.resolve("seed-3/device.yaml")).isNotEmptyFile();
    }

    @Test
    void other_cycles_without_bytes_are_a_finding() throws IOException {
        Invocation differs = arguments ->
                arguments[arguments.length - 1].equals("--timing-only") ? new Cli(0, "{\"cycles\": 8}", "") : FINE;

        assertThat(soak(differs)).isEqualTo(1);
        assertThat(said()).contains("other cycles with --timing-only").contains("7 cycles, 8 with --timing-only");
    }

    @Test
    void a_program_that_does_not_end_is_a_finding() throws IOException {
        Invocation hangs = arguments -> {
            if (arguments[0].equals("run")) {
                throw new Invocation.HangException("  at Engine.run");
            }
            return FINE;
        };

        assertThat(soak(hangs)).isEqualTo(1);
        assertThat(said()).contains("run does not end").contains("at Engine.run");
    }

    @Test
    void bad_input_that_takes_two_lines_is_a_finding() throws IOException {
        assertThat(soak(arguments -> arguments[0].equals("check") ? new Cli(2, "", "a\nb\n") : FINE))
                .isEqualTo(1);
        assertThat(said()).contains("check says what is wrong in 2 lines");
    }

    @Test
    void the_real_program_survives_some_cases() throws IOException {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        Soak soak = new Soak(folder, out, Patience::here, Patience::apart);

        for (long seed = 0; seed < 10; seed++) {
            assertThat(soak.run(seed, 0)).as(said()).isZero();
        }
    }
}
