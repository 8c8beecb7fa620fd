// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

/**
 * What an entry point does with one resource.
 *
 * @param set descriptor set
 * @param binding binding number
 * @param name the variable's or its block's debug name; empty for none
 * @param kind what sort of resource it is
 * @param reads whether it may be read
 * @param writes whether it may be written
 */
public record ResourceAccess(int set, int binding, String name, Kind kind, boolean reads, boolean writes) {
    /** Sorts of resources. */
    public enum Kind {
        /** A uniform block. */
        UNIFORM_BUFFER,
        /** A storage block. */
        STORAGE_BUFFER,
        /** An image, a texel buffer, a sampler or anything else that is opaque. */
        OPAQUE
    }
}
