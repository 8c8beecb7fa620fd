// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.image.SurfaceLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Where the texels lie that a person names: {@code image:3,5}, of level 0. */
public final class Texels {

    /** Of a stream without images. */
    public static final Texels NONE = new Texels(List.of(), 0);

    private final Map<String, ImageDeclaration> images = new LinkedHashMap<>();
    private final int tileBytes;

    /** @param tileBytes bytes of a tile of the device */
    public Texels(List<ImageDeclaration> images, int tileBytes) {
        images.forEach(image -> this.images.put(image.name(), image));
        this.tileBytes = tileBytes;
    }

    /** Whether the parts of a text, between its colons, name a texel. */
    public boolean named(String[] parts) {
        return parts.length == 2 && images.containsKey(parts[0]) && parts[1].indexOf(',') >= 0;
    }

    /**
     * The offset in its image of a texel.
     *
     * @throws IllegalArgumentException if the image has none there
     */
    public long offset(String[] parts) {
        ImageDeclaration image = image(parts[0]);
        String[] at = parts[1].split(",", -1);
        int x = at.length == 2 ? coordinate(at[0]) : -1;
        int y = at.length == 2 ? coordinate(at[1]) : -1;
        if (x < 0 || y < 0 || x >= image.spec().width() || y >= image.spec().height()) {
            throw new IllegalArgumentException("'" + String.join(":", parts) + "' is no texel of " + image.name()
                    + ", which has " + image.spec().width() + " x "
                    + image.spec().height() + "; write " + image.name()
                    + ":X,Y");
        }
        return new SurfaceLayout(image.spec(), tileBytes).offset(0, 0, x, y, 0);
    }

    /** Bytes of a texel of an image. */
    public int bytes(String image) {
        return image(image).spec().format().texelBytes();
    }

    private ImageDeclaration image(String name) {
        return Objects.requireNonNull(images.get(name), name);
    }

    private static int coordinate(String text) {
        try {
            // Java's parser would take a sign
            return text.strip().startsWith("+") ? -1 : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
