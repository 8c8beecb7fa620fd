// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import java.util.List;

/**
 * An image bound to a memory.
 *
 * @param initialLayout the layout that every subresource is found in; of one that is neither {@code UNDEFINED} nor {@code
 *     PREINITIALIZED}, earlier work that has finished left it so, with every tile raw
 * @param alias whether it may share bytes with other images
 * @param data what it holds before the program begins; empty for nothing that was ever written
 */
public record ImageDeclaration(
        ImageSpec spec,
        String memory,
        long offset,
        ImageLayout initialLayout,
        boolean alias,
        Sharing sharing,
        List<ImageContents> data,
        Origin origin) {

    public ImageDeclaration {
        data = List.copyOf(data);
    }

    /** An image that nobody wrote before the program, or of which nothing is said but its layout. */
    public ImageDeclaration(
            ImageSpec spec,
            String memory,
            long offset,
            ImageLayout initialLayout,
            boolean alias,
            Sharing sharing,
            Origin origin) {
        this(spec, memory, offset, initialLayout, alias, sharing, List.of(), origin);
    }

    /** The image's name. */
    public String name() {
        return spec.name();
    }
}
