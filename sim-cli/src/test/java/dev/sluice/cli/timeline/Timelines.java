// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** Reads timelines. */
final class Timelines {

    private Timelines() {}

    static DecodedTimeline perfetto(byte[] bytes) throws IOException {
        try {
            URL schema = Objects.requireNonNull(Timelines.class.getResource("/perfetto/trace.proto"));
            Path root = Objects.requireNonNull(Path.of(schema.toURI()).getParent());
            return new PerfettoDecoder(root, "trace.proto").decode(bytes);
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    static DecodedTimeline chrome(byte[] bytes) {
        return new ChromeDecoder().decode(bytes);
    }
}
