// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

/**
 * A buffer or an image that is bound to a memory object.
 *
 * @param memory the memory object's name
 * @param memoryBase address of the memory object's first byte
 * @param base address of the resource's first byte
 * @param size its bytes, at least 1
 */
public record PageResource(String name, Kind kind, String memory, long memoryBase, long base, long size) {

    /** What a resource is, as far as sharing a page is concerned. */
    public enum Kind {
        BUFFER("buffer"),
        LINEAR_IMAGE("linear image"),
        OPTIMAL_IMAGE("optimal image");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** As reports name it. */
        public String text() {
            return text;
        }
    }

    public PageResource {
        if (size < 1 || base < memoryBase) {
            throw new IllegalArgumentException(name + ": " + size + " bytes at " + base + " in memory " + memory);
        }
    }

    /** Whether its bytes are arranged in tiles. */
    public boolean optimal() {
        return kind == Kind.OPTIMAL_IMAGE;
    }

    /** Address past its last byte. */
    public long end() {
        return base + size;
    }
}
