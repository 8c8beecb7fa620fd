// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.request.MeantBytes;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.program.image.MeantTexels;

/**
 * What clients and memories tell about the bytes they handle, so that stale reads and lost writes come to light.
 *
 * <p>Called only in runs with bytes. A client calls {@link #wrote} when a store is issued, before it is sent, and {@link
 * #read} when a load's reply arrives; whoever merges a {@link Request#WRITE_BACK} into its own contents calls {@link
 * #overwrites} just before, sector by sector.
 */
public interface AccessChecker extends MeantBytes {

    /** A program's own write: the bytes of the mask now have {@code request.agent} as their newest intended version. */
    void wrote(Request request);

    /** A program's own read was answered: compares the versions of the bytes of the mask with the intended ones. */
    default void read(Request request) {
        read(request, MeantTexels.ALL);
    }

    /** The same of a read of whole texels, as far as it means them. */
    void read(Request request, MeantTexels meant);

    /**
     * The same of a write whose client has sent a read of some of its bytes before it, in an order that caches keep, and has no
     * answer yet: told before {@link #wrote}, after which what the read should have found is not known any more.
     *
     * @param reader who reads
     * @param bytes masks of what is read of each sector of the write
     */
    default void overtakes(Request write, int reader, int[] bytes) {}

    /** A write-back is about to put the request's sector (bytes {@code mask}) over {@code store}'s slot. */
    void overwrites(Request request, int sector, int mask, SectorStore store, int slot);

    /**
     * Whether a write-back could lose a write: only then {@link #overwrites} has to be called.
     *
     * @param incoming the one version of all bytes that are written back, or {@link dev.sluice.machine.request.Payload#MIXED}
     * @param present that of those they are put over
     */
    default boolean mayLose(int incoming, int present) {
        return true;
    }
}
