// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** One tile that becomes raw: what is read of it, then what is written. */
final class TileRewrite {

    final int index;
    private final @Nullable Request[] parts = new Request[Request.MAX_SECTORS];
    private @Nullable MetadataSector sector;

    long address;
    int code;
    /** The bit of its sector at which its metadata begins. */
    int bit;
    /** Requests that are in use. */
    int count;
    /** Of those, how many have not been answered. */
    int pending;

    TileRewrite(int index) {
        this.index = index;
    }

    void begin(MetadataSector of) {
        sector = of;
        count = 0;
        pending = 0;
    }

    /** Adds a request that will be answered. */
    void add(Request part) {
        parts[count++] = part;
        pending++;
    }

    Request part(int i) {
        Request part = parts[i];
        if (part == null) {
            throw new IllegalStateException("a tile has no part " + i);
        }
        return part;
    }

    MetadataSector sector() {
        MetadataSector present = sector;
        if (present == null) {
            throw new IllegalStateException("an answer for a tile that is not in use");
        }
        return present;
    }
}
