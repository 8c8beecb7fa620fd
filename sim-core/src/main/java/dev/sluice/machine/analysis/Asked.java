// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.Client;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.request.Request;
import dev.sluice.result.AccessCounters;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a command asked of a cache.
 *
 * @param readBytes in whole sectors
 * @param writtenBytes the same of stores and atomics
 * @param clients by whom
 */
public record Asked(long readBytes, long writtenBytes, Set<Client> clients) {

    /** What a node counted of a command since counters restarted. */
    public static Asked of(CacheNodeStats stats, int command) {
        long reads = 0;
        long writes = 0;
        Set<Client> clients = EnumSet.noneOf(Client.class);
        for (Client client : Client.all()) {
            AccessCounters counted = stats.counted(command, client);
            if (counted != null && counted.reads + counted.writes > 0) {
                reads += counted.reads;
                writes += counted.writes;
                clients.add(client);
            }
        }
        return new Asked(reads * Request.SECTOR_BYTES, writes * Request.SECTOR_BYTES, clients);
    }

    long bytes() {
        return readBytes + writtenBytes;
    }
}
