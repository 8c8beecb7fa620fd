// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.source.SourceReader;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.ImageDeclaration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was run when steps were recorded.
 *
 * @param title what it is and on what, for the title of a page
 * @param clockHz the core clock
 * @param text the text of the stream; empty of a capture and of a trace
 * @param resources its buffers and images
 * @param images the names of those that are images
 * @param kernels the text of each kernel by name
 */
public record StepSource(
        String title,
        long clockHz,
        String text,
        List<BufferDeclaration> resources,
        Set<String> images,
        Map<String, String> kernels) {

    /** The longest text of a stream that is put into a recording. */
    private static final long MOST = 4 << 20;

    /** A stream or a capture. */
    public static StepSource of(LoadedRun loaded) {
        Map<String, String> kernels = new LinkedHashMap<>();
        loaded.stream().kernels().forEach((name, kernel) -> kernels.put(name, kernel.text()));
        return new StepSource(
                loaded.stream().name() + " on " + loaded.device().name(),
                loaded.device().clockHz(),
                text(loaded.file()),
                loaded.resources(),
                loaded.stream().images().stream().map(ImageDeclaration::name).collect(Collectors.toSet()),
                kernels);
    }

    /** A trace, which has no text, resources and kernels. */
    public static StepSource ofTrace(String trace, String device, long clockHz) {
        return new StepSource(trace + " on " + device, clockHz, "", List.of(), Set.of(), Map.of());
    }

    private static String text(String name) {
        Path file = Inputs.path(name);
        try {
            if (!Files.exists(file)) {
                return Presets.onClasspath()
                        .find(Presets.Kind.STREAMS, name)
                        .map(preset -> new String(preset.bytes(), StandardCharsets.UTF_8))
                        .orElse("");
            }
            return CaptureImporter.isCapture(file)
                    ? ""
                    : new String(SourceReader.bytesOf(file, MOST, "a text file"), StandardCharsets.UTF_8);
        } catch (ConfigException e) {
            return "";
        }
    }
}
