// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.cache.policy.Policies;
import dev.sluice.machine.cache.policy.PolicyProvider;
import dev.sluice.plugin.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds the table of policies in {@code docs/policies.md} to their providers; {@code -Dsluice.renew} writes it anew instead. */
final class PoliciesDocTest {
    private static final Path DOCUMENT = Documents.ROOT.resolve("docs/policies.md");
    private static final String BEGIN = "<!-- policies: generated -->\n";
    private static final String END = "<!-- policies: end -->\n";

    @Test
    void the_table_is_what_the_providers_say() throws IOException {
        String document = Files.readString(DOCUMENT);
        String renewed = document.substring(0, document.indexOf(BEGIN) + BEGIN.length())
                + table()
                + document.substring(document.indexOf(END));
        if (System.getProperty("sluice.renew") != null) {
            Files.writeString(DOCUMENT, renewed);
        } else {
            assertThat(document)
                    .as("run: mvn -pl sim-cli -am test -Dtest=PoliciesDocTest -Dsluice.renew"
                            + " -Dsurefire.failIfNoSpecifiedTests=false")
                    .isEqualTo(renewed);
        }
    }

    private static String table() {
        StringBuilder text = new StringBuilder("\n| `replacement` | | parameters |\n|---|---|---|\n");
        for (PolicyProvider policy : Policies.providers()) {
            if (policy.getClass().getPackage().equals(PolicyProvider.class.getPackage())) {
                text.append("| `" + policy.name() + "` | " + policy.description() + " | ");
                String separator = "";
                for (Parameter parameter : policy.parameters()) {
                    text.append(separator + "`" + parameter.name() + "` " + parameter.standard() + " ("
                            + parameter.range() + "): " + parameter.meaning());
                    separator = "; ";
                }
                text.append(" |\n");
            }
        }
        return text + "\n";
    }
}
