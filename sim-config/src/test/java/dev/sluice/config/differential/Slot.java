// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

/** Bytes of a buffer of a {@link RandomStream}. */
record Slot(String buffer, int offset, int size) {
    /** Where the buffers lie, as {@link RandomDeclarations} says; host memory is far away. */
    private int base() {
        return switch (buffer) {
            case "a" -> 0;
            case "alias" -> 1024;
            case "b" -> 4096;
            case "c" -> 8192;
            case "args" -> 16384;
            case "h" -> 1 << 20;
            default -> 2 << 20;
        };
    }

    boolean overlaps(Slot other) {
        return base() + offset < other.base() + other.offset + other.size
                && other.base() + other.offset < base() + offset + size;
    }

    @Override
    public String toString() {
        return "{buffer: " + buffer + ", offset: " + offset + ", size: " + size + "}";
    }
}
