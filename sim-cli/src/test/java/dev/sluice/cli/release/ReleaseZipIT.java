// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A release, unpacked far from its sources, runs: without Maven, without a home, in a folder whose name has spaces. */
@TestInstance(Lifecycle.PER_CLASS)
final class ReleaseZipIT {
    private static final Path ZIP = Path.of(Objects.requireNonNull(System.getProperty("sluice.zip")));
    private static final String MODELINE = "# yaml-language-server: $schema=";
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    private final Path temporary;
    private final Path release;
    private final Path mavenRan;

    ReleaseZipIT(@TempDir Path temporary) {
        this.temporary = temporary;
        this.mavenRan = temporary.resolve("maven ran");
        this.release = temporary
                .resolve("un packed")
                .resolve(ZIP.getFileName().toString().replace(".zip", ""));
    }

    @BeforeAll
    void unpack() throws IOException {
        // a Maven that tells on who calls it
        Path maven = Files.createDirectory(temporary.resolve("tools")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\n: >'%s'\nexit 1\n".formatted(mavenRan));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        URI zip = URI.create("jar:" + ZIP.toUri());
        try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
                Stream<Path> entries = Files.walk(files.getPath("/"))) {
            for (Path entry : entries.toList()) {
                Path to =
                        temporary.resolve("un packed").resolve(entry.toString().substring(1));
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(entry, to);
                    Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(entry));
                }
            }
        }
    }

    @Test
    void everything_lies_in_one_folder_named_after_the_version() throws IOException {
        assertThat(names(temporary.resolve("un packed")))
                .containsExactly(release.getFileName().toString());
        assertThat(names(release))
                .containsExactlyInAnyOrder(
                        "CHANGELOG.md",
                        "CITATION.cff",
                        "LICENSE",
                        "NOTICE",
                        "README.md",
                        "SECURITY.md",
                        "configs",
                        "docs",
                        "licenses",
                        "share",
                        "sim-config",
                        "sluice",
                        "sluice.bat",
                        "sluice.cdx.json",
                        "sluice.jar");
    }

    @Test
    void editors_find_the_schema_that_each_file_names() throws IOException {
        try (Stream<Path> files = Files.walk(release.resolve("configs"))) {
            List<Path> named = files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> firstLine(file).startsWith(MODELINE))
                    .toList();

            assertThat(named)
                    .hasSizeGreaterThan(50)
                    .allSatisfy(file -> assertThat(
                                    file.resolveSibling(firstLine(file).substring(MODELINE.length())))
                            .isRegularFile());
        }
    }

    private static String firstLine(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void it_tells_its_version() throws IOException {
        assertThat(run("./sluice", "--version").out())
                .isEqualTo(release.getFileName().toString().replaceFirst("-", " ") + "\n");
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.cli.Jdks#installed")
    void it_runs_a_stream_on_any_jdk_and_leaves_its_folder_as_it_is(Path jdk) throws IOException {
        List<Path> before = below(release);

        Shell.Result result = shell().with("JAVA_HOME", jdk.toString())
                .run("./sluice", "run", "configs/streams/upload-scale-readback.yaml");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains("clean: no stale read, no lost write");
        assertThat(below(release)).isEqualTo(before);
        assertThat(mavenRan).doesNotExist();
    }

    @Test
    void it_runs_through_a_symlink_from_elsewhere() throws IOException {
        Path link = Files.createSymbolicLink(temporary.resolve("linked"), release.resolve("sluice"));

        assertThat(new Shell(temporary).run(link.toString(), "list", "devices").out())
                .contains("seed-discrete-l2");
    }

    @Test
    void bash_completes_after_sourcing_the_completion() throws IOException {
        assumeTrue(Shell.has("bash"), "bash is not installed");

        assertThat(run("bash", "-c", "source share/bash-completion/completions/sluice && complete -p sluice")
                        .out())
                .isEqualTo("complete -o default -F _complete_sluice sluice\n");
    }

    @Test
    void man_shows_the_page_of_a_command() throws IOException {
        assumeTrue(Shell.has("man") && Shell.has("groff"), "man is not installed");

        Shell.Result page = run("man", "-l", "share/man/man1/sluice-run.1");

        assertThat(page.err()).isEmpty();
        assertThat(page.out()).contains("--timing-only").contains("EXIT STATUS");
    }

    @Test
    void the_script_for_windows_has_carriage_returns_and_the_one_for_unix_has_none() throws IOException {
        String windows = Files.readString(release.resolve("sluice.bat"), StandardCharsets.US_ASCII);

        assertThat(windows.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
        assertThat(Files.readString(release.resolve("sluice"))).doesNotContain("\r");
    }

    @Test
    void the_bill_of_materials_is_that_of_the_jar() throws IOException {
        TreeSet<String> listed =
                BillOfMaterials.read(release.resolve("sluice.cdx.json")).classes();
        TreeSet<String> own = BillOfMaterials.classes(release.resolve("sluice.jar"));
        own.removeIf(name -> name.startsWith("dev/sluice/cli/"));

        assertThat(own).isEqualTo(listed);
    }

    @Test
    void the_licences_that_the_notice_speaks_of_are_there() throws IOException {
        assertThat(names(release.resolve("licenses"))).isNotEmpty();
        assertThat(Files.readString(release.resolve("NOTICE"))).contains("licenses of\na release");
    }

    @Test
    void links_of_the_readme_lead_to_files() throws IOException {
        Matcher link = LINK.matcher(Files.readString(release.resolve("README.md")));
        while (link.find()) {
            assertThat(release.resolve(link.group(1))).exists();
        }
    }

    private Shell shell() {
        return new Shell(release).withFirstOnPath(temporary.resolve("tools")).with("MANWIDTH", "100");
    }

    private Shell.Result run(String... command) throws IOException {
        Shell.Result result = shell().run(command);
        assertThat(result.code()).as(result.err()).isZero();
        return result;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }
}
