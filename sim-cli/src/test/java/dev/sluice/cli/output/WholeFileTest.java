// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WholeFileTest {
    @TempDir
    private Path dir;

    private static boolean posix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void a_file_is_replaced_whole_and_leaves_nothing_beside_it() throws IOException {
        Path file = Files.writeString(dir.resolve("out.txt"), "a longer text of before");

        WholeFile.write(file, "new");

        assertThat(file).content().isEqualTo("new");
        assertThat(names()).containsExactly("out.txt");
    }

    @Test
    void a_file_keeps_its_permissions() throws IOException {
        assumeTrue(posix(dir));
        for (String mode : List.of("rw-------", "rw-rw-rw-", "rwxr-xr-x")) {
            Path file = Files.writeString(dir.resolve("out.txt"), "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

            WholeFile.write(file, "new");

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo(mode);
        }
    }

    @Test
    void a_link_stays_a_link_and_its_file_is_written() throws IOException {
        assumeTrue(posix(dir));
        Path folder = Files.createDirectory(dir.resolve("folder"));
        Path file = Files.writeString(folder.resolve("real.txt"), "old");
        Path link = Files.createSymbolicLink(dir.resolve("link.txt"), Path.of("folder", "real.txt"));

        WholeFile.write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(file).content().isEqualTo("new");
        assertThat(names()).containsExactly("folder", "link.txt");
    }

    @Test
    void a_link_to_a_file_that_is_not_there_makes_the_file() throws IOException {
        assumeTrue(posix(dir));
        Path link = Files.createSymbolicLink(dir.resolve("link.txt"), Path.of("later.txt"));

        WholeFile.checkFile(link);
        WholeFile.write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(dir.resolve("later.txt")).content().isEqualTo("new");
    }

    @Test
    void links_that_go_round_in_circles_are_refused() throws IOException {
        assumeTrue(posix(dir));
        Path one = Files.createSymbolicLink(dir.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(dir.resolve("two"), Path.of("one"));

        assertThatThrownBy(() -> WholeFile.checkFile(one))
                .isInstanceOf(ConfigException.class)
                .hasMessage(one + ": cannot be written: its links go round in circles");
    }

    @Test
    void a_directory_behind_a_link_that_leads_nowhere_is_told() throws IOException {
        assumeTrue(posix(dir));
        Path link = Files.createSymbolicLink(dir.resolve("link"), Path.of("nowhere"));
        Path inside = link.resolve("out");

        for (Path directory : List.of(link, inside)) {
            assertThatThrownBy(() -> WholeFile.checkDirectory(directory))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(directory + ": cannot be written to: " + link + " is a link that leads nowhere");
        }
    }

    @Test
    void a_device_stays_a_device() {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));

        WholeFile.checkFile(device);
        WholeFile.write(device, "gone");

        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @Test
    void a_pipe_is_written_as_it_is() throws Exception {
        Path pipe = dir.resolve("pipe");
        assumeTrue(posix(dir) && Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        CompletableFuture<String> reader = CompletableFuture.supplyAsync(() -> read(pipe));

        WholeFile.write(pipe, "through the pipe");

        assertThat(reader.get(10, TimeUnit.SECONDS)).isEqualTo("through the pipe");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_full_device_is_the_users_to_mend() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));

        assertThatThrownBy(() -> WholeFile.write(full, "text"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("/dev/full: cannot be written: No space left on device");
    }

    @Test
    void of_several_files_all_are_written_or_none() throws IOException {
        Files.createDirectory(dir.resolve("b.csv"));
        Files.writeString(dir.resolve("a.csv"), "old");
        Map<String, String> files = new TreeMap<>(Map.of("a.csv", "new", "b.csv", "new", "c.csv", "new"));

        assertThatThrownBy(() -> WholeFile.writeAll(dir, files))
                .isInstanceOf(ConfigException.class)
                .hasMessage(dir.resolve("b.csv") + ": cannot be written: is a directory");

        assertThat(names()).containsExactly("a.csv", "b.csv");
        assertThat(dir.resolve("a.csv")).content().isEqualTo("old");
    }

    @Test
    void directories_that_were_made_for_nothing_go_away() throws IOException {
        Path deep = dir.resolve("made/for/nothing");

        assertThatThrownBy(() -> WholeFile.writeAll(deep, Map.of("no/such/folder.csv", "x")))
                .isInstanceOf(ConfigException.class);

        assertThat(names()).isEmpty();
    }

    @Test
    void an_input_is_not_written_over_by_whatever_name() throws IOException {
        assumeTrue(posix(dir));
        Path input = Files.writeString(dir.resolve("capture.jsonl"), "kept");
        Path link = Files.createSymbolicLink(dir.resolve("link"), input);

        for (Path output : List.of(input, link, dir.resolve("./x/../capture.jsonl"))) {
            if (Files.exists(output)) {
                assertThatThrownBy(() -> WholeFile.refuseInputs(output, List.of(input)))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("is also an input");
            }
        }
        WholeFile.refuseInputs(dir.resolve("other.yaml"), List.of(input));
    }
}
