package dev.sluice.core.command;

import dev.sluice.core.image.ImageLayout;
import dev.sluice.core.image.ImageSpec;

/**
 * An image bound to a memory.
 *
 * @param initialLayout {@code UNDEFINED} or {@code PREINITIALIZED}
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

    /** An image of which nothing is said about queue families. */
    public ImageDeclaration(
            ImageSpec spec, String memory, long offset, ImageLayout initialLayout, boolean alias, Origin origin) {
        this(spec, memory, offset, initialLayout, alias, Sharing.UNSTATED, origin);
    }

    /** The image's name. */
    public String name() {
        return spec.name();
    }
}
