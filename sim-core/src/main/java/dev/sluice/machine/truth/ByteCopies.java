// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.request.Request;
import java.util.List;

/** The machine's copies of a byte, looked at outside simulated time to explain a finding. */
public interface ByteCopies {

    /** The caches that a reader's request goes through, nearest first. */
    List<CacheContents> path(Request read);

    /** Every cache of the machine, the host's included. */
    List<CacheContents> all();

    /** The version of a byte in memory. */
    int memoryVersion(long address);
}
