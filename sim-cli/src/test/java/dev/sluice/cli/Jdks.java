// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The JDKs of this machine that the program should run on. */
public final class Jdks {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /** Those of Java 17 and newer in the usual place, and the one that runs this. */
    public static Stream<Path> installed() throws IOException {
        List<Path> found =
                new ArrayList<>(List.of(Path.of(System.getProperty("java.home")).toRealPath()));
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> jdks = Files.list(INSTALLED)) {
                for (Path jdk : jdks.sorted().toList()) {
                    if (isRecent(jdk)) {
                        found.add(jdk.toRealPath());
                    }
                }
            }
        }
        return found.stream().distinct();
    }

    private static boolean isRecent(Path jdk) throws IOException {
        Path release = jdk.resolve("release");
        return Files.isExecutable(jdk.resolve("bin/java"))
                && Files.exists(release)
                && Files.readAllLines(release).stream()
                        .anyMatch(line -> line.matches("JAVA_VERSION=\"(1[7-9]|[2-9][0-9])\\b.*"));
    }
}
