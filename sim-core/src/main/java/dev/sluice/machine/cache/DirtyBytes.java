// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import java.util.ArrayList;
import java.util.List;

/** The dirty bytes of some caches, as somebody sees them who looks outside simulated time. */
public final class DirtyBytes {

    private final List<Cache> dirty = new ArrayList<>();

    /** Of those of some caches that hold any now. */
    public DirtyBytes(List<Cache> caches) {
        for (Cache cache : caches) {
            if (cache.dirtyLines() > 0) {
                dirty.add(cache);
            }
        }
    }

    /** Puts the bytes of the first cache that has them into what lies from an address on. */
    public void first(long address, byte[] into) {
        overlay(address, into, true);
    }

    /** Puts the bytes of the last cache that has them into what lies from an address on. */
    public void last(long address, byte[] into) {
        overlay(address, into, false);
    }

    private void overlay(long address, byte[] into, boolean first) {
        if (dirty.isEmpty()) {
            return;
        }
        long end = address + into.length;
        for (long sector = address & -Request.SECTOR_BYTES; sector < end; sector += Request.SECTOR_BYTES) {
            int at = (int) (sector - address);
            int wanted = -1;
            if (at < 0) {
                wanted &= -1 << -at;
            }
            if (end - sector < Request.SECTOR_BYTES) {
                wanted &= -1 >>> Request.SECTOR_BYTES - (int) (end - sector);
            }
            for (int i = 0; i < dirty.size() && wanted != 0; i++) {
                int found = dirty.get(i).contents().copyDirty(sector, wanted, into, at);
                wanted &= first ? ~found : -1;
            }
        }
    }
}
