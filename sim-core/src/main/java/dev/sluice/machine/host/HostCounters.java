// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.request.Request;

/** What the host's cores did, and in how many cycles. */
final class HostCounters {

    long begun;
    long ended;
    long loads;
    long stores;
    long uncachedLoads;
    long sectors;

    private int active;
    private long activeSince;
    private long busyCycles;

    void began(long now) {
        begun++;
        if (active++ == 0) {
            activeSince = now;
        }
    }

    void ended(long now) {
        ended++;
        if (--active == 0) {
            busyCycles += now - activeSince;
        }
    }

    /** Counts an access to (part of) a line. */
    void count(long address, int bytes, boolean write) {
        if (write) {
            stores++;
        } else {
            loads++;
        }
        sectors += (address + bytes - 1) / Request.SECTOR_BYTES - address / Request.SECTOR_BYTES + 1;
    }

    /** Cycles in which at least one operation was under way. */
    long busyCycles(long now) {
        return busyCycles + (active > 0 ? now - activeSince : 0);
    }

    /** Begins a region of interest; what is under way stays so. */
    void reset(long now) {
        loads = 0;
        stores = 0;
        uncachedLoads = 0;
        sectors = 0;
        busyCycles = 0;
        activeSince = now;
    }
}
