// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.Agent;
import dev.sluice.machine.truth.AgentTable;
import dev.sluice.machine.truth.FindingLog;
import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.MeantTexels;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds reads of exclusive resources whose contents are undefined for the reader's queue family, whatever this machine
 * returns: another family wrote them and no transfer passed them on, or the reader's own family has released them
 * (Vulkan specification, section Queue Family Ownership Transfer).
 */
public final class OwnershipChecker implements AccessChecker {

    private final AccessChecker next;
    private final RunContext run;
    private final FindingLog findings;
    private final LongPredicate exclusive;

    /** @param exclusive whether an address belongs to exclusive resources only */
    public OwnershipChecker(AccessChecker next, RunContext run, FindingLog findings, LongPredicate exclusive) {
        this.next = next;
        this.run = run;
        this.findings = findings;
        this.exclusive = exclusive;
    }

    @Override
    public void wrote(Request request) {
        next.wrote(request);
    }

    @Override
    public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
        next.overwrites(request, sector, mask, store, slot);
    }

    @Override
    public boolean mayLose(int incoming, int present) {
        return next.mayLose(incoming, present);
    }

    @Override
    public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
        return false; // it depends on who reads
    }

    @Override
    public void overtakes(Request write, int reader, int[] bytes) {
        next.overtakes(write, reader, bytes);
    }

    @Override
    public void read(Request request, MeantTexels meant) {
        next.read(request, meant);
        Payload payload = request.payload;
        String family = payload == null ? null : family(request.agent);
        if (payload == null || family == null) {
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            int mask = request.sectorBytes(sector) & meant.bytes();
            int version = payload.version(sector);
            if (mask == 0 || (version != Payload.MIXED && !suspect(version, request.agent, family))) {
                continue;
            }
            for (int bytes = mask; bytes != 0; bytes &= bytes - 1) {
                int index = (sector << 5) + Integer.numberOfTrailingZeros(bytes);
                look(request, index, payload.byteVersion(index), payload.value(index), family);
            }
        }
    }

    private @Nullable String family(int agent) {
        return run.ownership.family(run.order.strand(agent));
    }

    /** Whether a version may be undefined for a reader; most are its own family's, which has released nothing. */
    private boolean suspect(int version, int reader, String family) {
        if (version == AgentTable.NOBODY || VersionBundles.encoded(version) || !run.order.before(version, reader)) {
            return false;
        }
        String writer = family(version);
        return writer != null
                && (!writer.equals(family) || !run.ownership.releases().isEmpty());
    }

    private void look(Request request, int index, int version, byte value, String family) {
        long address = request.address + index;
        if (!suspect(version, request.agent, family) || !exclusive.test(address)) {
            return;
        }
        String owner = String.valueOf(family(version));
        Course course = new Course(owner);
        FamilyOwnership.Release own = null;
        Clock known = run.order.known(request.agent);
        for (FamilyOwnership.Half half : run.ownership.halves()) {
            if (half.covers(address) && half.point().knownTo(known)) {
                boolean owned = course.ownedBy(family);
                course.take(half, version);
                if (owned && half instanceof FamilyOwnership.Release release && !course.ownedBy(family)) {
                    own = release;
                }
            }
        }
        if (course.ownedBy(family)) {
            return;
        }
        if (own != null) {
            report(
                    request,
                    address,
                    value,
                    version,
                    "acquire by queue family " + family,
                    family,
                    own.command() + " released it to " + own.barrier().dstQueueFamily());
            return;
        }
        FamilyOwnership.Release release = released(address, version);
        FamilyOwnership.Acquire acquire = acquiredWithout(address, family);
        boolean half = release != null && family.equals(release.barrier().dstQueueFamily());
        String families = " of queue family " + owner + " -> " + family;
        String missing;
        String help;
        if (release != null && half && acquire == null) {
            missing = "acquire" + families;
            help = release.command() + " released it, and nothing acquires it";
        } else if (release != null && acquire != null && half) {
            missing = "dependency from release " + release.command() + " to acquire " + acquire.command();
            help = "let a semaphore order them, signalled and waited for at ALL_COMMANDS, with the same range and"
                    + " layouts in both";
        } else if (acquire != null) {
            missing = "release" + families;
            help = acquire.command() + " acquired what nothing released";
        } else {
            missing = "release and acquire" + families;
            help = "release it there and acquire it here, or declare it with sharingMode: CONCURRENT";
        }
        report(request, address, value, version, missing, family, help);
    }

    /** Whose the contents of a write are: who owns them can release them, and whom they were released to can acquire them. */
    private final class Course {
        private @Nullable String owner;
        /** The release that nobody has taken up. */
        private FamilyOwnership.@Nullable Release open;

        private Course(String writer) {
            owner = writer;
        }

        private boolean ownedBy(String family) {
            return family.equals(owner);
        }

        private void take(FamilyOwnership.Half half, int version) {
            Barrier barrier = half.barrier();
            if (half instanceof FamilyOwnership.Release release) {
                if (Objects.equals(barrier.srcQueueFamily(), owner) && knows(release.before(), version)) {
                    owner = null;
                    open = release;
                }
            } else if (half instanceof FamilyOwnership.Acquire acquire && acquire.transferred()) {
                boolean unseen = acquire.release() == null && knows(acquire.before(), version);
                if (unseen || takesUp(barrier)) {
                    owner = barrier.dstQueueFamily();
                    open = null;
                }
            }
        }

        private boolean takesUp(Barrier acquire) {
            return open != null
                    && Objects.equals(open.barrier().srcQueueFamily(), acquire.srcQueueFamily())
                    && Objects.equals(open.barrier().dstQueueFamily(), acquire.dstQueueFamily());
        }
    }

    /** A release after the write. */
    private FamilyOwnership.@Nullable Release released(long address, int version) {
        for (FamilyOwnership.Release release : run.ownership.releases()) {
            if (release.covers(address) && knows(release.before(), version)) {
                return release;
            }
        }
        return null;
    }

    private FamilyOwnership.@Nullable Acquire acquiredWithout(long address, String family) {
        for (FamilyOwnership.Acquire acquire : run.ownership.acquires()) {
            if (!acquire.transferred()
                    && family.equals(acquire.barrier().dstQueueFamily())
                    && acquire.covers(address)) {
                return acquire;
            }
        }
        return null;
    }

    private boolean knows(Clock clock, int version) {
        return clock.at(run.order.strand(version)) >= run.order.position(version);
    }

    private void report(
            Request request, long address, byte value, int version, String missing, String family, String help) {
        Agent writer = run.agents.get(version);
        findings.undefined(
                request,
                address,
                value,
                version,
                missing,
                new Cure.Note("what " + writer.name() + " (" + writer.what() + ") wrote is undefined on queue family "
                        + family + ": " + help));
    }
}
