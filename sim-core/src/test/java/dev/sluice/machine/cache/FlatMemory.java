// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The bytes that were written so far, one after the other; others are what memory had. */
final class FlatMemory {

    private final Map<Long, Byte> written = new HashMap<>();

    /** Carries out an access that a cache has answered; what it should have answered instead, or an empty text. */
    String check(Access access, byte[] bytes) {
        switch (access.kind) {
            case Request.READ -> {
                for (int i = 0; i < access.data.length; i++) {
                    Byte expected = written.get(access.address + i);
                    if (expected != null && expected != access.data[i]) {
                        return "byte " + (access.address + i) + " is " + access.data[i] + ", not " + expected;
                    }
                }
            }
            case Request.WRITE -> {
                for (int i = 0; i < bytes.length; i++) {
                    written.put(access.address + i, bytes[i]);
                }
            }
            default -> {
                int old = (int) access.result;
                for (int i = 0; i < 4; i++) {
                    Byte expected = written.get(access.address + i);
                    if (expected != null && expected != (byte) (old >>> 8 * i)) {
                        return "an atomic at " + access.address + " saw " + Integer.toHexString(old);
                    }
                    written.put(access.address + i, (byte) (old + access.operand >>> 8 * i));
                }
            }
        }
        return "";
    }

    /** The addresses whose bytes a memory does not hold as they were written. */
    List<Long> differences(MockMemory memory) {
        List<Long> wrong = new ArrayList<>();
        written.forEach((address, value) -> {
            if (memory.store.data(address) != value) {
                wrong.add(address);
            }
        });
        return wrong;
    }
}
