// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;

/**
 * An image bound to a memory.
 *
 * @param initialLayout the layout that every subresource is found in; of one that is neither {@code UNDEFINED} nor {@code
 *     PREINITIALIZED}, earlier work that has finished left it so, with every tile raw
 * @param alias whether it may share bytes with other images
 */
public record ImageDeclaration(
        ImageSpec spec,
        String memory,
        long offset,
        ImageLayout initialLayout,
        boolean alias,
        Sharing sharing,
        Origin origin) {

    /** The image's name. */
    public String name() {
        return spec.name();
    }
}
