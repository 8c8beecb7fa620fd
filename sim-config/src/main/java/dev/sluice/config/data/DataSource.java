// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

/** Bytes that a stream names: what a host write stores, what a read expects. */
public interface DataSource {
    /** The number of bytes. */
    long size();

    /** A fresh array of all bytes, multi-byte values in little-endian order. */
    byte[] bytes();

    /** The type of its elements, {@code u8} where the data has none; a mismatch is printed in it. */
    DataType type();
}
