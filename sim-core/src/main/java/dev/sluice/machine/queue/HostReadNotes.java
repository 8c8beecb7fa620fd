// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.Agent;
import dev.sluice.program.Barrier;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;

/**
 * Notes where the host read fresh bytes of the device although no barrier made them visible to the host: the program was
 * lucky with this device (a fence alone reaches the device domain only: Vulkan specification, section Fences).
 */
public final class HostReadNotes implements AccessChecker {

    private static final long HOST_READS = Access.HOST_READ.mask() | Access.MEMORY_READ.mask();

    private final AccessChecker next;
    private final RunContext run;
    private int lastNoted;

    public HostReadNotes(AccessChecker next, RunContext run) {
        this.next = next;
        this.run = run;
    }

    /** Whether a barrier makes device writes available to the host. */
    static boolean reachesHost(Barrier barrier) {
        return (Stages.normaliseDst(barrier.dstStages()) & Stage.HOST.mask()) != 0
                && (barrier.dstAccess() & HOST_READS) != 0;
    }

    @Override
    public void wrote(Request request) {
        next.wrote(request);
    }

    @Override
    public void overtakes(Request write, int reader, int[] bytes) {
        next.overtakes(write, reader, bytes);
    }

    @Override
    public void read(Request request, MeantTexels meant) {
        next.read(request, meant);
        Payload payload = request.payload;
        if (request.client != Client.HOST.ordinal() || payload == null) {
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int version = payload.version(Integer.numberOfTrailingZeros(rest));
            if (version > 0 && version != lastNoted && !VersionBundles.encoded(version)) {
                look(version, request.agent);
            }
        }
    }

    @Override
    public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
        return next.isMeant(address, sectors, store, slot);
    }

    private void look(int version, int reader) {
        Agent writer = run.agents.get(version);
        if (writer.host()
                || run.hostDomain.at(run.order.strand(version)) >= run.order.position(version)
                || !run.order.before(version, reader)) {
            return;
        }
        lastNoted = version;
        run.note(run.agents.get(reader).name() + " reads what " + writer.name() + " (" + writer.what()
                + ") wrote, with no HOST_READ barrier in between: what it returns is this device's doing (profile "
                + run.profile.name() + ", " + reason() + "), not the program's");
    }

    private String reason() {
        if (run.profile.implicitAssumed()) {
            return "assumed to flush everything at a submission's end";
        }
        var end = run.profile.implicitActions(dev.sluice.program.sync.ImplicitPoint.SUBMIT_END);
        var fence = run.profile.implicitActions(dev.sluice.program.sync.ImplicitPoint.FENCE_SIGNAL);
        if (end.isEmpty() && fence.isEmpty()) {
            return "no implicit action";
        }
        return (fence.isEmpty() ? "submission end: " + end : "fence signal: " + fence).replaceAll("[\\[\\]]", "");
    }

    @Override
    public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
        next.overwrites(request, sector, mask, store, slot);
    }

    @Override
    public boolean mayLose(int incoming, int present) {
        return next.mayLose(incoming, present);
    }
}
