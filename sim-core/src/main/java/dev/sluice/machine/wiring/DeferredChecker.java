// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.rop.transition.Discards;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import org.jspecify.annotations.Nullable;

/** Stands for the checker while the device is wired: the checker explains findings by the device, so it comes after. */
final class DeferredChecker implements AccessChecker {

    private @Nullable AccessChecker delegate;
    private @Nullable Discards discards;
    private @Nullable Discards returns;

    void delegate(AccessChecker checker, Discards discarding, Discards returning) {
        delegate = checker;
        discards = discarding;
        returns = returning;
    }

    /** Contents are undefined from here on; of no consequence in a run without bytes. */
    void discard(long address, long size, int agent) {
        Discards to = discards;
        if (to != null) {
            to.discard(address, size, agent);
        }
    }

    /** Contents are there again that were undefined for some time. */
    void restore(long address, long size, int agent) {
        Discards to = returns;
        if (to != null) {
            to.discard(address, size, agent);
        }
    }

    private AccessChecker delegate() {
        AccessChecker checker = delegate;
        if (checker == null) {
            throw new IllegalStateException("an access before the device was wired");
        }
        return checker;
    }

    @Override
    public void wrote(Request request) {
        delegate().wrote(request);
    }

    @Override
    public void overtakes(Request write, int reader, int[] bytes) {
        delegate().overtakes(write, reader, bytes);
    }

    @Override
    public void read(Request request, MeantTexels meant) {
        delegate().read(request, meant);
    }

    @Override
    public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
        return delegate().isMeant(address, sectors, store, slot);
    }

    @Override
    public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
        delegate().overwrites(request, sector, mask, store, slot);
    }

    @Override
    public boolean mayLose(int incoming, int present) {
        return delegate().mayLose(incoming, present);
    }
}
