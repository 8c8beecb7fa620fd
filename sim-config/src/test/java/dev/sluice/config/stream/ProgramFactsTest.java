// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgramFactsTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/sluice/config");
    private static final Pattern ASKED =
            Pattern.compile("\\bdevice(?:\\(\\))?\\s*\\.([a-z]\\w*)\\(\\)(?:\\s*\\.([a-z]\\w*))?");

    /** Programs are shared between devices of which these are equal, so that nothing else may decide. */
    @Test
    void resolvers_ask_devices_for_nothing_else() throws IOException {
        Set<String> asked = new TreeSet<>();
        for (String room : new String[] {"stream", "compact", "capture/CaptureTarget.java", "data"}) {
            try (Stream<Path> files = Files.walk(SOURCES.resolve(room))) {
                for (Path file :
                        (Iterable<Path>) files.filter(one -> one.toString().endsWith(".java"))::iterator) {
                    if (!file.endsWith("ProgramFacts.java")) {
                        Matcher matcher = ASKED.matcher(Files.readString(file));
                        while (matcher.find()) {
                            boolean part = matcher.group(1).equals("rop");
                            asked.add(part ? matcher.group(1) + "." + matcher.group(2) : matcher.group(1));
                        }
                    }
                }
            }
        }

        assertThat(asked)
                .isSubsetOf("name", "clockHz", "heaps", "memoryTypes", "queueFamilies", "limits", "rop.tileBytes");
    }
}
