// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The hot path allocates nothing once every pool has grown to its size. */
final class CacheAllocationTest {

    @Test
    void a_steady_stream_through_two_levels_allocates_nothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        CacheThroughputProbe probe = new CacheThroughputProbe(true, false, 8);
        probe.run(60_000);
        long before = threads.getThreadAllocatedBytes(id);
        probe.run(25_000);
        long perRequest = (threads.getThreadAllocatedBytes(id) - before) / 200_000;
        assertThat(perRequest).isZero();
    }
}
