// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fuzz targets without a fuzzer: see {@code docs/testing.md}. */
final class ReaderTargetsTest {

    @TestFactory
    Stream<DynamicNode> known_inputs_give_a_result_or_a_fault_of_one_line() {
        return KnownInputs.tests("sim-config", ReaderTargets.all());
    }

    static Stream<FuzzTarget> targets() {
        return ReaderTargets.all().stream();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void seeds_are_what_the_reader_takes(FuzzTarget target) throws Exception {
        assertThat(target.seeds().get()).isNotEmpty();
        int taken = 0;
        for (byte[] seed : target.seeds().get()) {
            taken += target.accepts(seed) ? 1 : 0;
        }
        assertThat(taken).isPositive();
    }

    @Test
    void every_folder_of_known_inputs_belongs_to_a_target() throws IOException {
        List<String> names = targets().map(FuzzTarget::name).toList();
        Path folder = Path.of(System.getProperty("sluice.root", "."), "sim-config/src/test/resources/fuzz");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).isSubsetOf(names);
        }
        assertThat(names).doesNotHaveDuplicates();
    }
}
