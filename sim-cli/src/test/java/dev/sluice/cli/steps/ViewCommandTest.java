// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code sluice view} and {@code run --steps}. */
class ViewCommandTest {

    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("sluice.root")));

    @TempDir
    private Path folder;

    private String page() {
        return folder.resolve("page.html").toString();
    }

    @Test
    void view_writes_a_page_and_says_what_is_in_it() throws IOException {
        Cli cli = Cli.run("view", "stale-l1-broken", "-o", page());

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).matches("(?s).*page\\.html: [\\d,]+ steps, cycles 0 to [\\d,]+\n");
        assertThat(Files.readString(Path.of(page()))).contains("sluice-steps/1", "id=\"steps\"");
    }

    @Test
    void a_capture_can_be_viewed() throws IOException {
        Cli cli = Cli.run(
                "view",
                ROOT.resolve("configs/streams/captures/fillcopy-good.jsonl").toString(),
                "-o",
                page());

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(Files.size(Path.of(page()))).isPositive();
    }

    @Test
    void run_writes_the_page_beside_its_report() {
        Cli cli = Cli.run("run", "stale-l1-broken", "--steps", page(), "--max-steps", "10");

        assertThat(cli.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(cli.out())
                .contains("stale read")
                .containsPattern("page\\.html: 10 steps, cycles 0 to [\\d,]+; then --max-steps was reached");
        assertThat(Path.of(page())).exists();
    }

    @Test
    void equal_calls_write_equal_pages() throws IOException {
        Cli.run("view", "stale-l1-broken", "-o", page());
        byte[] first = Files.readAllBytes(Path.of(page()));

        Cli.run("view", "stale-l1-broken", "-o", page());

        assertThat(Files.readAllBytes(Path.of(page()))).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--watch nothing:0:4 | --watch: stream stale-l1-broken has no buffer or image 'nothing'",
                "--watch x: | --watch: 'x:' is not RESOURCE:OFFSET:LENGTH (x:64:4)",
                "--from 20 --to 10 | --from 20 lies behind --to 10",
                "--from now | --from: 'now' is neither a cycle nor the id of a command or host operation (submit0.3)",
                "--max-steps 0 | --max-steps must be at least 1, not 0",
                "--max-cycles 0 | --max-cycles must be at least 1, not 0",
                "--from submit99.3 | nothing was recorded: the run never came to --from",
                "--from 9000 --to 9001 | nothing was recorded: nothing happens between --from and --to",
            })
    void what_cannot_be_is_said_in_one_line(String options, String said) {
        Cli cli = Cli.run(("view stale-l1-broken -o " + page() + " " + options).split(" "));

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains(said));
        assertThat(Path.of(page())).doesNotExist();
    }

    @Test
    void an_end_that_the_run_never_comes_to_is_told() {
        Cli cli = Cli.run("view", "lessons/set", "-o", page(), "--to", "submit0.99");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).endsWith("; the run never came to --to submit0.99\n");
        assertThat(Cli.run("view", "lessons/set", "-o", page(), "--to", "submit0.end")
                        .out())
                .endsWith("; --to ended it\n");
    }

    @Test
    void bytes_beyond_the_end_cannot_be_watched() {
        Cli cli = Cli.run("view", "upload-scale-readback", "-o", page(), "--watch", "x:99999999999:4");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err()).contains("does not lie within the");
    }

    @Test
    void bounds_without_a_page_are_refused() {
        Cli cli = Cli.run("run", "stale-l1-broken", "--from", "3");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err()).contains("--from, --to, --watch and --max-steps bound the page of --steps");
    }

    @Test
    void a_page_never_replaces_its_stream() throws IOException {
        Path stream = folder.resolve("s.yaml");
        Files.copy(ROOT.resolve("configs/streams/scenarios/stale-l1-broken.yaml"), stream);
        byte[] before = Files.readAllBytes(stream);

        Cli cli = Cli.run("view", stream.toString(), "-o", stream.toString());

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(Files.readAllBytes(stream)).isEqualTo(before);
    }
}
