// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.fuzz;

import dev.sluice.Sluice;
import dev.sluice.cli.baseline.Baseline;
import dev.sluice.cli.input.FileCheck;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.Presets.Kind;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.fuzz.Folder;
import dev.sluice.config.fuzz.FuzzTarget;
import dev.sluice.config.fuzz.ReaderTargets;
import dev.sluice.config.fuzz.Seeds;
import dev.sluice.config.sweep.Combinations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the command line reads itself, and whole files as {@code validate} takes them, with the machine that it builds. */
public final class CommandTargets {
    private static final String BASELINE = """
            {"hazards": [{"id": "waw-1a2b"}], "lint": [{"id": "redundant-77"}],
             "baseline": {"hazards": {"known": ["war-3c"], "gone": []}, "lint": {"known": [], "gone": ["x"]}}}
            """;

    private CommandTargets() {}

    /** The targets of this module. */
    public static List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget(
                        "baseline",
                        () -> List.of(BASELINE.getBytes(StandardCharsets.UTF_8)),
                        input -> Baseline.read(file("baseline", "fuzz.json", input))),
                new FuzzTarget(
                        "validate-device",
                        () -> Seeds.presets(Kind.DEVICES, ".yaml"),
                        input -> validate(file("device", "fuzz.yaml", input))),
                new FuzzTarget(
                        "validate-stream",
                        () -> Seeds.presets(Kind.STREAMS, ".yaml"),
                        input -> validate(file("stream", "fuzz.yaml", input))));
    }

    /** The targets of all modules. */
    static List<FuzzTarget> ofAllModules() {
        List<FuzzTarget> all = new ArrayList<>(ReaderTargets.all());
        all.addAll(all());
        return all;
    }

    private static Path file(String folder, String name, byte[] content) throws IOException {
        return Files.write(Folder.of(folder).resolve(name), content);
    }

    private static void validate(Path file) {
        FileCheck.of(
                file.toString(),
                null,
                Overrides.NONE,
                run -> StreamRun.wire(run, Sluice::simulation),
                sweep -> Combinations.of(sweep).size());
    }
}
