// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands of docs/energy.md. */
final class EnergyDocTest {
    private static final String PROGRAM = "sluice ";

    @Test
    void every_command_runs() {
        List<String> commands = Documents.lines(Documents.ROOT.resolve("docs/energy.md")).stream()
                .filter(line -> line.startsWith(PROGRAM))
                .toList();

        assertThat(commands).hasSizeGreaterThan(2).allSatisfy(line -> {
            Cli cli = Cli.run(line.substring(PROGRAM.length()).split(" ", -1));
            assertThat(cli.err()).as(line).isEmpty();
            assertThat(cli.code()).isZero();
            assertThat(cli.out()).contains("estimate for ");
        });
    }
}
