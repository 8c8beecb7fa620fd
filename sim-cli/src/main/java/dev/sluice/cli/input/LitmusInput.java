// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.litmus.LitmusReader;
import dev.sluice.config.source.SourceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds litmus tests: files, or presets by name. */
public final class LitmusInput {
    private LitmusInput() {}

    /**
     * Reads a test.
     *
     * @throws ConfigException when there is none, or it is wrong
     */
    public static LitmusTest read(String nameOrPath) {
        Path path = Inputs.path(nameOrPath);
        if (Files.exists(path)) {
            return LitmusReader.read(nameOrPath, SourceReader.bytesOf(path, LitmusReader.MAX_BYTES, "a litmus test"));
        }
        Optional<Presets.Preset> preset = Presets.onClasspath().find(Presets.Kind.LITMUS, nameOrPath);
        return preset.map(found -> LitmusReader.read(found.path(), found.bytes()))
                .orElseThrow(() ->
                        Inputs.noSuchFile(nameOrPath, Presets.onClasspath().list(Presets.Kind.LITMUS)));
    }
}
