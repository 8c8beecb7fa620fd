// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Tests that feed targets what they once fell over, {@code src/test/resources/fuzz/TARGET/*}, and their seeds. */
public final class KnownInputs {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private KnownInputs() {}

    /** The tests of a module. */
    public static Stream<DynamicNode> tests(String module, List<FuzzTarget> targets) {
        return targets.stream().map(target -> DynamicContainer.dynamicContainer(target.name(), of(module, target)));
    }

    private static List<DynamicNode> of(String module, FuzzTarget target) {
        List<DynamicNode> tests = new ArrayList<>();
        for (Path file : regressions(module, target.name())) {
            tests.add(DynamicTest.dynamicTest(
                    String.valueOf(file.getFileName()), () -> feed(target, Files.readAllBytes(file))));
        }
        tests.add(DynamicTest.dynamicTest("seeds", () -> {
            for (byte[] seed : target.seeds().get()) {
                feed(target, seed);
            }
        }));
        return tests;
    }

    private static void feed(FuzzTarget target, byte[] input) {
        assertTimeoutPreemptively(LIMIT, () -> target.accepts(input));
    }

    /** The inputs that a target once fell over, sorted by name. */
    static List<Path> regressions(String module, String target) {
        Path folder = Path.of(System.getProperty("sluice.root", "."), module, "src/test/resources/fuzz", target);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
