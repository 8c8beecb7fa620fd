// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Reads timelines. */
final class Timelines {

    private Timelines() {}

    static DecodedTimeline perfetto(byte[] bytes) throws IOException {
        try {
            Path root = Path.of(
                            Timelines.class.getResource("/perfetto/trace.proto").toURI())
                    .getParent();
            return new PerfettoDecoder(root, "trace.proto").decode(bytes);
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    static DecodedTimeline chrome(byte[] bytes) {
        return new ChromeDecoder().decode(bytes);
    }
}
