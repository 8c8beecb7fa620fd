// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python package, its notebook among them, against this build. */
final class PythonPackageTest {
    private static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();

    @TempDir
    private Path temporary;

    @Test
    void should_pass_the_tests_of_the_package() throws IOException {
        assumeTrue(Shell.has("python3"), "python3 is not installed: the Python package was not tested");
        Path launcher = temporary.resolve("sluice");
        Files.write(
                launcher,
                List.of(
                        "#!/bin/sh",
                        "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                                + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '"
                                + System.getProperty("java.class.path") + "' dev.sluice.cli.Main \"$@\""));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();

        Shell.Result result = new Shell(PACKAGE)
                .with("SLUICE", launcher.toString())
                .with("PYTHONDONTWRITEBYTECODE", "1")
                .with("HOME", temporary.toString())
                .run("python3", "-W", "error", "-m", "unittest");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).containsPattern("Ran (1[5-9]|[2-9]\\d) tests");
    }
}
