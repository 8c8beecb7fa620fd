// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

import dev.sluice.device.Client;

/**
 * A request as an observer sees it, for the length of one call: requests are pooled, so what is kept must be copied.
 *
 * <p>A request names up to 256 bytes of one line, by sectors of {@value #SECTOR_BYTES} bytes.
 */
public interface ObservedRequest {

    /** Bytes of a sector, the unit of {@link #sectors}. */
    int SECTOR_BYTES = 32;

    /** The longest run of bytes that a request can name. */
    int MAX_BYTES = 256;

    /** What a request asks for. */
    enum Kind {
        READ,
        WRITE,
        ATOMIC
    }

    /** Its number among the requests under way; another request has it when this one is over. */
    int number();

    /** What it asks for. */
    Kind operation();

    /** Address of its first byte, a multiple of {@link #SECTOR_BYTES}. */
    long address();

    /** Bit i: sector i from {@link #address} takes part. */
    int sectors();

    /**
     * Whether the byte at {@code offset} from {@link #address} is written, or read by the program; a fill, which is about its
     * sectors, has none.
     */
    boolean takesByte(int offset);

    /** Who asked. */
    Client client();

    /** The command on whose behalf, as an index into the run's command table; -1 for none. */
    int command();

    /** Whether it is served where all units' accesses meet, and never by a first-level cache. */
    boolean coherent();

    /** Whether it allocates nowhere above memory. */
    boolean bypass();

    /** Whether its line is to be evicted first. */
    boolean streaming();

    /** Whether it carries dirty bytes of a cache, not a program's own write. */
    boolean writeBack();

    /** Whether it is a cache's fill, not a program's own read. */
    boolean fill();

    /** Whether it has bytes; none has in a timing-only run. */
    boolean hasData();

    /** The byte at {@code offset} from {@link #address}; what a sector that does not take part holds is undefined. */
    byte data(int offset);

    /**
     * The agent whose write the byte at {@code offset} is of, 0 for nobody; negative of a byte of a coded tile, which is many agents'.
     * A write of the program's own is of its agent, whatever it carries.
     */
    int writer(int offset);
}
