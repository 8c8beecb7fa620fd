// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.capture.CaptureImporter;
import dev.sluice.config.capture.CapturePlaces;
import dev.sluice.program.CodeSite;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Places as SARIF has them: a file from the folder in which Sluice runs, line and column; of a capture the line of the call. */
final class SarifLocations {
    /** What stands for the stream's folder where that is not below the one in which Sluice runs. */
    private static final String BASE = "STREAM_FOLDER";

    private final Path stream;
    private final String file;
    private final Map<Long, Integer> lines;

    /**
     * The locations of a stream's findings.
     *
     * @param file the stream as the user named it
     * @param sites all that will be asked for
     */
    SarifLocations(String file, List<CodeSite> sites) {
        this.file = file;
        stream = Inputs.path(file);
        lines = Files.exists(stream) && CaptureImporter.isCapture(stream)
                ? CapturePlaces.lines(
                        stream,
                        sites.stream()
                                .map(CodeSite::captureIndex)
                                .filter(Objects::nonNull)
                                .toList())
                : new TreeMap<>();
    }

    /** Puts a place into a location. */
    void put(ObjectNode location, CodeSite at) {
        ObjectNode physical = location.putObject("physicalLocation");
        artifact(physical.putObject("artifactLocation"), at.file().isEmpty() ? stream : Inputs.path(at.file()));
        Long index = at.captureIndex();
        int line = index == null ? at.line() : lines.getOrDefault(index, at.line());
        if (line > 0) {
            ObjectNode region = physical.putObject("region");
            region.put("startLine", line);
            if (at.column() > 0) {
                region.put("startColumn", at.column());
            }
        }
        if (!at.labels().isEmpty()) {
            ObjectNode logical = location.putArray("logicalLocations").addObject();
            logical.put("name", at.labels().get(at.labels().size() - 1));
            logical.put("fullyQualifiedName", String.join(CodeSite.LABEL_SEPARATOR, at.labels()));
        }
        if (index != null) {
            location.putObject("properties").put("captureIndex", index);
        }
    }

    private void artifact(ObjectNode to, Path written) {
        // code scanning matches names with those of a repository, in which no step leads nowhere or back
        Path path = written.normalize();
        Path shown = path;
        if (path.isAbsolute()) {
            Path here = Path.of("").toAbsolutePath();
            Path last = path.getFileName();
            boolean below = path.startsWith(here);
            shown = below || last == null ? here.relativize(path) : last;
            if (!below) {
                to.put("uriBaseId", BASE);
            }
        }
        String text = shown.toString().replace(shown.getFileSystem().getSeparator(), "/");
        try {
            // a first segment with a colon would read as a scheme
            String safe = text.indexOf(':') >= 0 ? "./" + text : text;
            to.put("uri", new URI(null, null, safe, null).toASCIIString());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(file + " has no URI", e);
        }
    }
}
