// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dash that means standard output to some options: no other makes a file of that name. */
final class DashesTest {

    @TempDir
    private Path dir;

    private String stream() throws IOException {
        return Files.writeString(dir.resolve("s.cmds"), "buffer x 64\nfill x 7\n")
                .toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "view STREAM -o",
                "lesson 1 -o",
                "run STREAM -o",
                "run STREAM --csv",
                "run STREAM --html",
                "run STREAM --steps",
                "run STREAM --record",
                "advise STREAM --csv",
                "compare STREAM STREAM --html",
                "barrier COPY>COPY -o",
                "sweep STREAM --vary seed=1,2 -o",
                "merge STREAM -o"
            })
    void are_refused_where_there_is_no_standard_output(String words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(words.replace("STREAM", stream()).split(" ")));
        command.add("-");

        Cli cli = Cli.run(command, new String[0]);

        assertThat(cli.err()).isEqualTo("-: this output goes to a file, never to stdout; './-' is one of that name\n");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    void of_pictures_are_refused_too() throws IOException {
        Cli cli = Cli.run("run", stream(), "--dump", "x=-");

        assertThat(cli.err()).startsWith("-: this output goes to a file");
        assertThat(cli.code()).isEqualTo(2);
    }

    @Test
    void in_a_folder_that_is_named_are_files() throws IOException {
        Path page = dir.resolve("-");

        assertThat(Cli.run("view", stream(), "-o", page.toString()).code()).isZero();
        assertThat(page).isRegularFile();
    }
}
