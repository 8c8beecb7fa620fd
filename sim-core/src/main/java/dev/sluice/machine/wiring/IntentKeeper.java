// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;

/**
 * Has the program's intent kept for a run for time alone, which needs to know who wrote counts and indices, and judges
 * nothing of what is read. The host's reads are looked at for what a run notes of them.
 */
final class IntentKeeper implements AccessChecker {

    private static final int HOST = Client.HOST.ordinal();

    private final AccessChecker checker;

    IntentKeeper(AccessChecker checker) {
        this.checker = checker;
    }

    @Override
    public void wrote(Request request) {
        checker.wrote(request);
    }

    @Override
    public void read(Request request, MeantTexels meant) {
        if (request.client == HOST) {
            checker.read(request, meant);
        }
    }

    @Override
    public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
        return true; // what units read is not judged
    }

    @Override
    public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {}

    @Override
    public boolean mayLose(int incoming, int present) {
        return false;
    }
}
