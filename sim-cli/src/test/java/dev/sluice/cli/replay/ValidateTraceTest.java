// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import dev.sluice.config.trace.TraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code validate} of traces. */
final class ValidateTraceTest {

    @TempDir
    private Path folder;

    private Cli validate(String name, String text, String... more) throws IOException {
        String file = Files.writeString(folder.resolve(name), text).toString();
        String[] words = new String[more.length + 2];
        words[0] = "validate";
        words[1] = file;
        System.arraycopy(more, 0, words, 2, more.length);
        return Cli.run(words);
    }

    @Test
    void its_format_and_accesses_are_told() throws IOException {
        Cli cli = validate("t.csv", "kind,address\nr,0\nf,4\nw,8\n");

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out().replaceAll("\\s+", " "))
                .contains("t.csv: ok, trace of format csv, 2 accesses")
                .contains("1 instruction fetch is left out");
    }

    @Test
    void a_trace_without_a_name_for_its_format_is_told_by_its_contents() throws IOException {
        assertThat(validate("accesses", " L 1000,4\n S 2000,4\n").out()).contains("trace of format lackey, 2 accesses");
    }

    @Test
    void a_bad_line_is_named_wherever_it_stands() throws IOException {
        Cli cli = validate("t.csv", "address\n" + "64\n".repeat(1000) + "x\n");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).contains("t.csv:1002:1: 'x' is no number; the address was expected");
    }

    @Test
    void kernels_and_blocks_are_counted() throws IOException {
        Files.writeString(folder.resolve("kernel-1.traceg"), TraceBytes.KERNEL);

        Cli cli = validate("kernelslist.g", "kernel-1.traceg\nkernel-1.traceg\n");

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out().replaceAll("\\s+", " "))
                .contains("kernelslist.g: ok, trace of format accelsim, 2 kernels, 2 blocks");
    }

    @Test
    void nothing_of_it_can_be_changed() throws IOException {
        Cli cli = validate("t.csv", "address\n0\n", "--set", "caches.l1.ways=4");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err()).contains("t.csv: is a trace, and").contains("changes devices");
    }
}
