// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.output.OutputPath;
import dev.sluice.config.ConfigException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where a timeline goes, and in which form, by the ending of its name.
 *
 * @param binary whether in Perfetto's format; in Chrome's otherwise
 * @param packed whether by gzip
 */
public record TimelineFile(Path path, boolean binary, boolean packed) {

    private static final String PACKED = ".gz";
    private static final String BINARY = ".pftrace";
    private static final String JSON = ".json";

    /**
     * Tells the form by the name.
     *
     * @throws ConfigException if the ending is none of those known
     */
    public static TimelineFile of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean packed = lower.endsWith(PACKED);
        String plain = packed ? lower.substring(0, lower.length() - PACKED.length()) : lower;
        if (!plain.endsWith(BINARY) && !plain.endsWith(JSON)) {
            throw new ConfigException(
                    "--trace",
                    "the ending of '" + name + "' says no format: " + BINARY + " is Perfetto's, " + JSON + " Chrome's; "
                            + PACKED + " behind either packs it");
        }
        return new TimelineFile(OutputPath.of(name), plain.endsWith(BINARY), packed);
    }
}
