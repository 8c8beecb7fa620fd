// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A message of Protocol Buffers that is being put together; used again for the next. */
final class Message {

    private final byte[] bytes;
    private CodedOutputStream out;

    /** @param most bytes that it will ever have */
    Message(int most) {
        bytes = new byte[most];
        out = CodedOutputStream.newInstance(bytes);
    }

    void clear() {
        out = CodedOutputStream.newInstance(bytes);
    }

    int size() {
        return out.getTotalBytesWritten();
    }

    byte[] bytes() {
        return bytes;
    }

    void number(int field, long value) {
        try {
            out.writeInt64(field, value);
        } catch (IOException e) {
            throw tooLong(e);
        }
    }

    void fixed(int field, long value) {
        try {
            out.writeFixed64(field, value);
        } catch (IOException e) {
            throw tooLong(e);
        }
    }

    void text(int field, String value) {
        try {
            out.writeString(field, value);
        } catch (IOException e) {
            throw tooLong(e);
        }
    }

    void message(int field, Message inner) {
        try {
            out.writeByteArray(field, inner.bytes, 0, inner.size());
        } catch (IOException e) {
            throw tooLong(e);
        }
    }

    private static UncheckedIOException tooLong(IOException e) {
        return new UncheckedIOException("a message of a trace is longer than any can be", e);
    }
}
