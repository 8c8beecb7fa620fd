// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The arguments of an indirect command as they lie in memory when it is submitted.
 *
 * @param known whether nothing but the host, fills, copies and updates wrote them; else they are what the host wrote there, as
 *     far as it did
 */
record IndirectCounts(boolean known, ByteBuffer words) {
    static IndirectCounts of(Buffer buffer, long offset, int size) {
        Memory memory = buffer.memory();
        if (memory == null) {
            return new IndirectCounts(false, ByteBuffer.allocate(size));
        }
        byte[] bytes = memory.shadow.known(buffer.offset() + offset, size);
        boolean known = bytes.length == size;
        byte[] found = known ? bytes : memory.shadow.hostSaw(buffer.offset() + offset, size);
        return new IndirectCounts(known, ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** An unsigned word. */
    long word(int at) {
        return Integer.toUnsignedLong(words.getInt(at));
    }

    /** A signed word. */
    int signed(int at) {
        return words.getInt(at);
    }
}
