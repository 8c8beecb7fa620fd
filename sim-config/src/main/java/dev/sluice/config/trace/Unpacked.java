// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of an archive, of which several are unpacked at a time. */
abstract class Unpacked extends InputStream {

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public abstract int read(byte[] into, int offset, int length) throws IOException;
}
