// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import org.jspecify.annotations.Nullable;

/** The bytes of one page of memory: at hand, or where the capture has them, because a program may upload more than fits here. */
sealed interface PageBytes {
    /** Nothing but zeros. */
    PageBytes ZERO = new Held(new byte[MemoryShadow.PAGE]);

    /** The bytes, which must not be changed. */
    byte[] bytes();

    /** Bytes at hand. */
    record Held(byte[] bytes) implements PageBytes {}

    /** Bytes in the binary capture. */
    record Filed(GfxrFile file, long position) implements PageBytes {
        @Override
        public byte[] bytes() {
            return file.page(position);
        }
    }

    /** Where pages of a block of contents are. */
    @FunctionalInterface
    interface Source {
        /** Bytes are at hand, and nowhere else. */
        Source NONE = from -> null;

        /** The page that begins so many bytes into the block; null if it must be held. */
        @Nullable
        PageBytes at(long from);
    }
}
