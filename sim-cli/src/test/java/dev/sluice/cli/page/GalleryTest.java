// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Cli;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;

/** Makes the pictures of {@code docs/images}; {@code .ci/gallery} runs it, other builds leave it out. */
final class GalleryTest {
    private static final int MOST_BYTES = 200_000;
    private static final int COLOURS = 256;
    private static final int FREQUENT = 160;
    private static final String BROKEN = "scenarios/transfer-write-shader-read-broken";
    private static final String CURED = "scenarios/transfer-write-shader-read-cured";

    /** Times in which a page has drawn all that it draws. */
    private static final long DRAWN_MILLIS = 2500;

    @TempDir
    private Path folder;

    private record Shot(String name, String theme, String fragment, int width, int height, List<String> command) {}

    private static final List<Shot> SHOTS = List.of(
            new Shot("stepper", "light", "step=153&open=l2&set=1&way=0&tab=findings", 1280, 1000, view()),
            new Shot("stepper-dark", "dark", "step=153&open=l2&set=1&way=0&tab=findings", 1280, 1000, view()),
            new Shot("lesson", "light", "step=112&open=l1%5B0%5D&set=0", 1280, 1000, List.of("lesson", "3", "-o")),
            new Shot("report", "light", "", 1280, 1000, List.of("run", BROKEN, "--html")),
            new Shot("compare", "light", "", 1280, 1000, List.of("compare", BROKEN, CURED, "--html")),
            new Shot("sweep", "light", "", 1280, 1000, sweep()));

    private static List<String> view() {
        return List.of("view", "line-sharing-broken", "-d", "tiny-2", "-o");
    }

    /** The sweep of the README with more sizes, into a folder that the page lies in. */
    private static List<String> sweep() {
        return List.of(
                "sweep",
                "../docs/examples/reuse.yaml",
                "--vary",
                "caches.l2.size=512KiB..4MiB*2",
                "--vary",
                "caches.l2.replacement=lru,brrip,random",
                "--out");
    }

    @Test
    void pictures_of_pages_are_small() throws IOException, InterruptedException {
        assumeTrue(Boolean.getBoolean("sluice.gallery"), "left out: .ci/gallery makes pictures");
        Path images = Path.of(System.getProperty("sluice.root"), "docs/images");
        for (Shot shot : SHOTS) {
            Path page = folder.resolve(shot.name() + ".html");
            List<String> words = new ArrayList<>(shot.command());
            words.add(page.toString());
            assertThat(Cli.run(words.toArray(String[]::new)).code())
                    .as(shot.name())
                    .isLessThan(2);
            byte[] png = picture(Files.isDirectory(page) ? page.resolve("sweep.html") : page, shot);
            assertThat(png.length).as(shot.name()).isLessThan(MOST_BYTES);
            Files.write(images.resolve(shot.name() + ".png"), png);
        }
    }

    private byte[] picture(Path page, Shot shot) throws IOException, InterruptedException {
        try (Browser browser = new Browser(page, shot.fragment(), shot.width(), shot.height())) {
            browser.driver()
                    .executeCdpCommand(
                            "Emulation.setEmulatedMedia",
                            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", shot.theme()))));
            browser.open(page, shot.fragment());
            Thread.sleep(DRAWN_MILLIS);
            assertThat(browser.complaints()).as(shot.name()).isEmpty();
            byte[] png = browser.driver().getScreenshotAs(OutputType.BYTES);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageIO.write(indexed(ImageIO.read(new ByteArrayInputStream(png))), "png", out);
            return out.toByteArray();
        }
    }

    /** The picture in its most frequent colours, others as the nearest of these: a third of the bytes. */
    private static BufferedImage indexed(BufferedImage from) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < from.getHeight(); y++) {
            for (int x = 0; x < from.getWidth(); x++) {
                counts.merge(from.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        int[] frequent = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(FREQUENT)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        int[] palette = withFarthest(frequent, counts.keySet());
        byte[][] parts = new byte[3][palette.length];
        for (int i = 0; i < palette.length; i++) {
            parts[0][i] = (byte) (palette[i] >> 16);
            parts[1][i] = (byte) (palette[i] >> 8);
            parts[2][i] = (byte) palette[i];
        }
        BufferedImage to = new BufferedImage(
                from.getWidth(),
                from.getHeight(),
                BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, palette.length, parts[0], parts[1], parts[2]));
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int y = 0; y < from.getHeight(); y++) {
            for (int x = 0; x < from.getWidth(); x++) {
                int colour = from.getRGB(x, y) & 0xffffff;
                int index = nearest.computeIfAbsent(colour, wanted -> nearest(palette, wanted));
                to.getRaster().setSample(x, y, 0, index);
            }
        }
        return to;
    }

    /** The palette with those colours that it would tell least well, up to all that it may have. */
    private static int[] withFarthest(int[] frequent, Set<Integer> colours) {
        Map<Integer, Integer> distances = new TreeMap<>();
        colours.forEach(colour -> distances.put(colour, distance(frequent[nearest(frequent, colour)], colour)));
        int[] palette = Arrays.copyOf(frequent, Math.min(COLOURS, colours.size()));
        for (int i = frequent.length; i < palette.length; i++) {
            int next = distances.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            palette[i] = next;
            distances.replaceAll((colour, before) -> Math.min(before, distance(next, colour)));
        }
        return palette;
    }

    private static int nearest(int[] palette, int wanted) {
        int best = 0;
        for (int i = 1; i < palette.length; i++) {
            if (distance(palette[i], wanted) < distance(palette[best], wanted)) {
                best = i;
            }
        }
        return best;
    }

    private static int distance(int a, int b) {
        int red = (a >> 16 & 255) - (b >> 16 & 255);
        int green = (a >> 8 & 255) - (b >> 8 & 255);
        int blue = (a & 255) - (b & 255);
        return red * red + green * green + blue * blue;
    }
}
