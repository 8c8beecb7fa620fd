// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/captures.md} to the table; {@code -Dsluice.renew} writes it anew instead. */
class CapturesDocTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("sluice.root", "."), "docs", "captures.md");

    @Test
    void the_tables_of_the_document_are_what_the_table_of_calls_says() throws IOException {
        String document = Files.readString(DOCUMENT);
        String renewed = CallTableMarkdown.renewed(document);
        if (System.getProperty("sluice.renew") != null) {
            Files.writeString(DOCUMENT, renewed);
        } else {
            assertThat(document)
                    .as("run: mvn -pl sim-config -am test -Dtest=CapturesDocTest -Dsluice.renew"
                            + " -Dsurefire.failIfNoSpecifiedTests=false")
                    .isEqualTo(renewed);
        }
    }
}
