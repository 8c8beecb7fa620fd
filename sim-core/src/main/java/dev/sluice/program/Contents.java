// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/** Bytes that a program puts into memory; they may lie in a file until somebody wants them. */
public interface Contents {
    /** The number of bytes. */
    int size();

    /** A fresh array of all bytes. */
    byte[] bytes();

    /** Bytes that are at hand. */
    static Contents of(byte[] bytes) {
        return new Contents() {
            @Override
            public int size() {
                return bytes.length;
            }

            @Override
            public byte[] bytes() {
                return bytes.clone();
            }
        };
    }
}
