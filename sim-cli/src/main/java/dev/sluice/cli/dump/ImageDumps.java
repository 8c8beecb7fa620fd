// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.dump;

import dev.sluice.cli.output.OutputSet;
import dev.sluice.config.ConfigException;
import dev.sluice.machine.Simulation;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.image.ImageSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All pictures of a run: read and checked before it, written after it. */
public final class ImageDumps {
    private final List<ImageDump> dumps = new ArrayList<>();

    /** @throws ConfigException for what cannot be read, or two pictures in one file */
    public ImageDumps(List<String> texts) {
        Set<Path> files = new HashSet<>();
        for (String text : texts) {
            ImageDump dump = ImageDump.parse(text);
            if (!files.add(dump.file().toAbsolutePath().normalize())) {
                throw new ConfigException("--dump", "two images would be written to " + dump.file());
            }
            dumps.add(dump);
        }
    }

    /** The files that will be written. */
    public List<Path> files() {
        return dumps.stream().map(ImageDump::file).toList();
    }

    /**
     * Refuses what the stream does not have, before it runs.
     *
     * @throws ConfigException for an unknown image, level or layer
     */
    public void check(List<ImageDeclaration> images) {
        dumps.forEach(dump -> dump.find(images));
    }

    /** Adds every picture to the outputs; what to say of each when they are written. */
    public List<String> addTo(OutputSet outputs, Simulation machine, List<ImageDeclaration> images) {
        List<String> lines = new ArrayList<>();
        for (ImageDump dump : dumps) {
            ImageSpec spec = dump.find(images);
            int[] pixels = machine.pixels(dump.image(), dump.level(), dump.layer(), dump.sight());
            outputs.add(dump.file(), Png.of(spec.width(dump.level()), spec.height(dump.level()), pixels));
            lines.add(dump.line(spec));
        }
        return lines;
    }
}
