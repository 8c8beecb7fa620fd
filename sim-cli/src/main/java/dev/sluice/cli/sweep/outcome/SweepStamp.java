// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.SweepHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What a directory of results was made of, so that a sweep of which nothing is missing need not write them again: lengths and CRC-32
 * of the journal and of the files, and what the sweep was asked for. Whoever changes any of them by hand has them written anew.
 */
public final class SweepStamp {

    /** Its name. */
    public static final String NAME = "results.stamp";

    private SweepStamp() {}

    /**
     * The stamp of files that are about to be written.
     *
     * @param clean whether every point ran
     */
    public static String of(Path journal, SweepHeader header, Map<String, String> files, boolean clean)
            throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("sweep " + sum(header.line().getBytes(StandardCharsets.UTF_8)));
        lines.add("clean " + clean);
        lines.add(journal.getFileName() + " " + sum(Files.readAllBytes(journal)));
        files.forEach((name, text) -> lines.add(name + " " + sum(text.getBytes(StandardCharsets.UTF_8))));
        return String.join("\n", lines) + "\n";
    }

    /** Whether all points ran of the sweep whose results are in a directory, whole and unchanged; null if they are not. */
    public static @Nullable Boolean clean(Path folder, Path journal, SweepHeader header) {
        try {
            String stamp = Files.readString(folder.resolve(NAME));
            List<String> lines = new ArrayList<>();
            lines.add("sweep " + sum(header.line().getBytes(StandardCharsets.UTF_8)));
            boolean clean = stamp.contains("\nclean true\n");
            lines.add("clean " + clean);
            if (!stamp.startsWith(String.join("\n", lines))) {
                return null; // not worth reading the rest
            }
            lines.add(journal.getFileName() + " " + sum(Files.readAllBytes(journal)));
            for (String name : SweepFiles.NAMES) {
                lines.add(name + " " + sum(Files.readAllBytes(folder.resolve(name))));
            }
            return stamp.equals(String.join("\n", lines) + "\n") ? clean : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static String sum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return bytes.length + " " + Long.toHexString(crc.getValue());
    }
}
