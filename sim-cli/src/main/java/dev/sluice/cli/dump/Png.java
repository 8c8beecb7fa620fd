// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.dump;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * PNG files: the same pixels give the same bytes on the same JDK. They are opaque, since many an image holds something
 * else than coverage in its alpha channel, and viewers would hide its colours.
 */
final class Png {
    private Png() {}

    /**
     * A file's bytes.
     *
     * @param argb pixels row after row; the high byte is left out
     */
    static byte[] of(int width, int height, int[] argb) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(0, 0, width, height, argb, 0, width);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        // a stream of one's own: the default one keeps temporary files
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(picture);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
