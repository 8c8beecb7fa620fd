// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/** Says what is wrong with an image, and with which of its properties. */
public final class InvalidImageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** The property that is wrong. */
    public enum Property {
        EXTENT,
        LEVELS,
        SAMPLES
    }

    private final Property property;

    InvalidImageException(Property property, String message) {
        super(message);
        this.property = property;
    }

    /** The property that is wrong. */
    public Property property() {
        return property;
    }
}
