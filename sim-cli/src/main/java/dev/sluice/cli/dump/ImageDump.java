// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.dump;

import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.machine.ImageSight;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.image.ImageSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A picture to take of an image when the run is over: {@code IMAGE[LEVEL,LAYER]:SIGHT=FILE}, of which level, layer and sight
 * may be left out.
 *
 * @param layer the array layer, or the slice of a three-dimensional image
 */
public record ImageDump(String image, int level, int layer, ImageSight sight, Path file) {
    private static final Pattern SYNTAX =
            Pattern.compile("([^\\[\\]:]+)(?:\\[(\\d{1,4})(?:,(\\d{1,5}))?])?(?::(\\w+))?");
    private static final String FORM = "write IMAGE=FILE.png, IMAGE[LEVEL,LAYER]=FILE.png or IMAGE:intent=FILE.png";

    /**
     * Reads what the user wrote.
     *
     * @throws ConfigException for anything that is not of that form, or a file that cannot be written
     */
    public static ImageDump parse(String text) {
        int equals = text.indexOf('=');
        Matcher what = SYNTAX.matcher(equals < 0 ? "" : text.substring(0, equals));
        if (!what.matches() || equals == text.length() - 1) {
            throw bad("'" + text + "' says no image and file; " + FORM);
        }
        Path file = OutputPath.of(text.substring(equals + 1));
        WholeFile.checkFile(file);
        return new ImageDump(what.group(1), number(what.group(2)), number(what.group(3)), sight(what.group(4)), file);
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static ImageSight sight(@Nullable String word) {
        if (word == null) {
            return ImageSight.MACHINE;
        }
        for (ImageSight sight : ImageSight.values()) {
            if (name(sight).equals(word.toLowerCase(Locale.ROOT))) {
                return sight;
            }
        }
        throw bad("'" + word + "' is none of machine (the newest bytes anywhere), memory (the bytes that lie there) and"
                + " intent (what the program means)");
    }

    private static String name(ImageSight sight) {
        return sight.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Checks that there is such an image with such a level and layer, and gives it.
     *
     * @throws ConfigException if there is not
     */
    public ImageSpec find(List<ImageDeclaration> images) {
        List<String> names = images.stream().map(ImageDeclaration::name).toList();
        int at = names.indexOf(image);
        if (at < 0) {
            String nearest = Nearest.of(image, names);
            throw bad("the stream has no image '" + image + "'"
                    + (nearest == null
                            ? "; it has none at all"
                            : "; the nearest is '" + nearest + "' of: " + String.join(", ", names)));
        }
        ImageSpec spec = images.get(at).spec();
        int layers = spec.depth() > 1 ? spec.depth(Math.min(level, spec.levels() - 1)) : spec.layers();
        if (level >= spec.levels() || layer >= layers) {
            throw bad("image '" + image + "' has levels 0.." + (spec.levels() - 1) + " and layers 0.." + (layers - 1)
                    + ", so there is no [" + level + "," + layer + "]");
        }
        return spec;
    }

    /** What the picture shows and where it lies, for a person. */
    public String line(ImageSpec spec) {
        return "wrote " + file + ": " + image + (level + layer > 0 ? "[" + level + "," + layer + "]" : "") + " as "
                + switch (sight) {
                    case MACHINE -> "the machine holds it";
                    case MEMORY -> "it lies in memory";
                    case INTENT -> "the program means it";
                }
                + ", " + spec.width(level) + "×" + spec.height(level) + " "
                + spec.format().name();
    }

    private static ConfigException bad(String problem) {
        return new ConfigException("--dump", problem);
    }
}
