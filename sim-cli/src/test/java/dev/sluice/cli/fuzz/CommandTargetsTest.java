// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.fuzz.FuzzTarget;
import dev.sluice.config.fuzz.KnownInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The fuzz targets without a fuzzer: see {@code docs/testing.md}. */
final class CommandTargetsTest {

    @TestFactory
    Stream<DynamicNode> known_inputs_give_a_result_or_a_fault_of_one_line() {
        return KnownInputs.tests("sim-cli", CommandTargets.all());
    }

    @Test
    void every_target_has_a_name_of_its_own_and_seeds_that_it_takes(@TempDir Path folder) throws Exception {
        FuzzDriver.main(new String[] {folder.toString()});

        for (FuzzTarget target : CommandTargets.ofAllModules()) {
            FuzzDriver.fuzzerInitialize(new String[] {target.name()});
            FuzzDriver.fuzzerTestOneInput(
                    Files.readAllBytes(folder.resolve(target.name()).resolve("seeds/seed-0")));
        }
        assertThat(CommandTargets.ofAllModules()).extracting(FuzzTarget::name).doesNotHaveDuplicates();
    }
}
