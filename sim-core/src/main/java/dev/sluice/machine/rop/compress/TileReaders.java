// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.Client;
import dev.sluice.device.RopSpec;
import java.util.Set;

/**
 * Which clients understand compressed tiles, and which also those that are only marked as cleared; bits by {@link
 * Client#ordinal}. Several clients may enter one cache, so that a unit below it must tell them apart.
 */
public record TileReaders(int compressed, int cleared) {

    /** Whoever comes understands everything, as with the caches of render output units. */
    public static final TileReaders EVERYBODY = new TileReaders(-1, -1);

    /** Those that a device names. */
    public static TileReaders of(RopSpec spec) {
        return new TileReaders(bits(spec.readers()), bits(spec.clearReaders()));
    }

    private static int bits(Set<Client> clients) {
        int bits = 0;
        for (Client client : Client.all()) {
            if (clients.contains(client)) {
                bits |= 1 << client.ordinal();
            }
        }
        return bits;
    }

    /** Whether a client, by its ordinal, understands compressed tiles. */
    boolean compressed(int client) {
        return (compressed >>> client & 1) != 0;
    }

    /** Whether a client, by its ordinal, understands tiles that are only marked as cleared. */
    boolean cleared(int client) {
        return (cleared >>> client & 1) != 0;
    }
}
