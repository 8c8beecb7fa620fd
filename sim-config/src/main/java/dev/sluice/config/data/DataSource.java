// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import dev.sluice.program.Contents;

/** Bytes that a stream names: what a host write stores, what a read expects. */
public interface DataSource {
    /** The number of bytes. */
    long size();

    /** A fresh array of all bytes, multi-byte values in little-endian order. */
    byte[] bytes();

    /** The bytes for a program, which takes them when it is their turn. */
    default Contents contents() {
        DataSource source = this;
        return new Contents() {
            @Override
            public int size() {
                return Math.toIntExact(source.size());
            }

            @Override
            public byte[] bytes() {
                return source.bytes();
            }
        };
    }

    /** The type of its elements, {@code u8} where the data has none; a mismatch is printed in it. */
    DataType type();
}
