// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How presets are named on the command line. */
final class PresetNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "validate", "advise"})
    void the_last_part_of_several_presets_is_told_with_all_of_them(String command) {
        Cli cli = Cli.run(command, "stencil");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .isEqualToIgnoringWhitespace(
                        "stencil: 2 presets are called that; choose one of: limits/stencil, workloads/stencil");
    }
}
