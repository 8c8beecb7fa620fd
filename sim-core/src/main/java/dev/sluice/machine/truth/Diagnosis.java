// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.kernel.BindingAccess;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.DepthTests;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import dev.sluice.result.RunFinding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which copy of a byte was wrong, which cache action was missing, and which barrier would have caused it.
 *
 * <p>Actions are in the vocabulary of barrier profiles ({@code flush:L2}); on the host side the missing call is named.
 */
public final class Diagnosis {

    /** What the roles of host caches begin with. */
    public static final String HOST_ROLE = "HOST";

    /**
     * Two paths to memory wrote bytes of one line of a line-dirty cache without order, which the memory model allows and
     * such hardware cannot keep (Philip Taylor, Vulkan memory dependencies, section GPU memory architecture).
     */
    static final String LINE_SHARING = "LINE_SHARING";

    private static final String LOST = "the write was lost before it could be read";
    private static final String LATE = "availability: the write reached memory after the read";
    private static final String WRITE_COMBINING_ROLE = "HOST_WRITE_COMBINING";

    private static final String STORE_FENCE = "storeFence";
    private static final String FLUSH_RANGES = "flushMappedMemoryRanges";
    private static final String INVALIDATE_RANGES = "invalidateMappedMemoryRanges";

    /** What was wrong and what would have helped. */
    record Verdict(String heldIn, String missing, Cure suggestion) {
        static final Verdict NONE = new Verdict("", "", Cure.NONE);
    }

    private final ByteCopies copies;
    private final HappensBefore order;
    private final ResourceMap resources;
    private final long atom;
    private final VersionBundles bundles;
    private final StoredForm stored;

    /**
     * @param atom {@code nonCoherentAtomSize}, to which suggested ranges are rounded
     * @param bundles what the versions of encoded bytes stand for
     */
    public Diagnosis(ByteCopies copies, HappensBefore order, ResourceMap resources, long atom, VersionBundles bundles) {
        this.copies = copies;
        this.order = order;
        this.resources = resources;
        this.atom = atom;
        this.bundles = bundles;
        this.stored = new StoredForm(copies, order, resources, bundles);
    }

    VersionBundles bundles() {
        return bundles;
    }

    /** A read of what an agent gave up after {@code writer} had written it. */
    Verdict discarded(String heldIn, Agent agent, Discard why, Agent writer) {
        // a clear of one aspect takes along the other one that nobody wants
        String did = agent.id() == writer.id()
                ? " leaves undefined what it does not load: "
                : " discarded what " + writer.name() + " wrote: ";
        return new Verdict(
                heldIn,
                RunFinding.CONTENTS,
                new Cure.Note(agent.name() + " (" + agent.what() + ") at " + Origin.within(agent.where()) + did
                        + why.help() + "; no barrier brings it back"));
    }

    Verdict staleRead(Request read, long address, Agent writer, Agent reader) {
        ResourceMap.Resource neighbour = resources.neighbour(address);
        if (neighbour != null && read.client != Client.TRANSFER.ordinal() && read.client != Client.HOST.ordinal()) {
            return new Verdict(
                    "the page of " + neighbour.name(),
                    "separation by bufferImageGranularity (" + resources.pageBytes() + " bytes)",
                    new Cure.Note("place " + resources.find(address).name()
                            + " on a page of its own: accesses to the page of image " + neighbour.name()
                            + " are taken for its compressed tiles"));
        }
        if (StoredForm.encoded(read, address)) {
            return undecoded(stored.of(address, writer, StoredForm.DECOMPRESS), address, read, writer, reader);
        }
        Set<String> actions = new LinkedHashSet<>();
        boolean oldCopies = false;
        String heldIn = "memory";
        for (CacheContents cache : copies.all()) {
            if (holdsNewer(cache, address, writer) && cache.dirty(address) && !onPath(read, cache)) {
                actions.add(flushOf(cache));
                heldIn = cache.name();
            }
        }
        List<CacheContents> path = copies.path(read);
        for (int i = firstThatHas(path, address, writer) - 1; i >= 0; i--) {
            CacheContents cache = path.get(i);
            int version = held(cache, address);
            if (version != CacheContents.ABSENT && version != writer.id() && !order.before(writer.id(), version)) {
                actions.add(isHost(cache) ? INVALIDATE_RANGES : "invalidate:" + cache.role());
                oldCopies = true;
            }
        }
        List<String> missing = new ArrayList<>(actions);
        String form = missing.isEmpty() || !reachable(address, writer) ? stored.of(address, writer, "") : "";
        if (!form.isEmpty()) {
            if (!stored.understood(read, form)) {
                return undecoded(form, address, read, writer, reader);
            }
            StoredForm.Metadata metadata = stored.staleMetadata(address);
            missing.addAll(metadata.actions());
            oldCopies |= metadata.oldCopies();
        } else if (!reachable(address, writer)) {
            return new Verdict(
                    heldIn,
                    LOST,
                    new Cure.Note("see lostWrites: these bytes were overwritten before " + reader.name()));
        }
        if (missing.isEmpty()) {
            missing.add(LATE);
        }
        if (oldCopies) {
            heldIn = read.servedBy() != null ? server(read) : holder(path, address, heldIn);
        }
        return new Verdict(heldIn, String.join(", ", missing), staleSuggestion(missing, address, read, writer, reader));
    }

    /** How many caches of a path stand above the first copy of the write: only those can be in a reader's way. */
    private int firstThatHas(List<CacheContents> path, long address, Agent writer) {
        int above = 0;
        while (above < path.size() && !holdsNewer(path.get(above), address, writer)) {
            above++;
        }
        return above;
    }

    /** Whether some cache or memory still has the write, or a newer one. */
    private boolean reachable(long address, Agent writer) {
        int inMemory = bundles.resolve(copies.memoryVersion(address), address);
        if (inMemory == writer.id() || order.before(writer.id(), inMemory)) {
            return true;
        }
        for (CacheContents cache : copies.all()) {
            if (holdsNewer(cache, address, writer)) {
                return true;
            }
        }
        return false;
    }

    private static String holder(List<CacheContents> caches, long address, String otherwise) {
        for (CacheContents cache : caches) {
            if (cache.versionOf(address) != CacheContents.ABSENT) {
                return cache.name();
            }
        }
        return otherwise;
    }

    /**
     * @param component who sent the write-back
     * @param host whether the host did
     */
    Verdict lostWrite(String component, boolean host, long address, Agent lost, Agent dirtier) {
        String holder = component;
        String role = node(component);
        if (host) {
            holder = holder(copies.all().stream().filter(Diagnosis::isHost).toList(), address, component);
        }
        for (CacheContents cache : copies.all()) {
            if (cache.name().equals(holder)) {
                role = cache.role();
            }
        }
        boolean writtenIntoStaleLine = order.before(lost.id(), dirtier.id());
        boolean flushedTooLate = order.before(dirtier.id(), lost.id());
        if (host) {
            if (writtenIntoStaleLine) {
                return new Verdict(holder, INVALIDATE_RANGES, invalidate(address, Spot.before(dirtier.name())));
            }
            if (flushedTooLate) {
                return new Verdict(
                        holder,
                        FLUSH_RANGES,
                        flush(address, Spot.after(dirtier.name()).andBefore(lost.name())));
            }
            return new Verdict(
                    holder,
                    "separation by nonCoherentAtomSize (" + atom + " bytes)",
                    new Cure.Note("place what the host and what the device writes " + atom
                            + " bytes apart: no barrier orders two writers of one atom"));
        }
        if (writtenIntoStaleLine) {
            return new Verdict(
                    holder,
                    "invalidate:" + role,
                    barrier(lost, dirtier.stages(), dirtier.writeAccess(), null, Spot.before(dirtier.name())));
        }
        if (!flushedTooLate) {
            return new Verdict(holder, LINE_SHARING, new Cure.SeparateLines(lost.name(), dirtier.name(), node(holder)));
        }
        return new Verdict(
                holder,
                "flush:" + role,
                barrier(dirtier, lost.stages(), lost.writeAccess(), null, Spot.before(lost.name())));
    }

    /** Whose contents answered a read. */
    static String server(Request read) {
        Component component = read.servedBy();
        return component == null ? "memory" : component.name();
    }

    /** The node that an instance belongs to: {@code l1} of {@code l1[3]}. */
    static String node(String instance) {
        int bracket = instance.indexOf('[');
        return bracket < 0 ? instance : instance.substring(0, bracket);
    }

    private Cure staleSuggestion(List<String> missing, long address, Request read, Agent writer, Agent reader) {
        if (missing.contains(STORE_FENCE)) {
            return new Cure.InsertOperation(new HostOperation.StoreFence(Origin.NOWHERE), Spot.after(writer.name()));
        }
        if (missing.contains(FLUSH_RANGES)) {
            return flush(address, Spot.after(writer.name()));
        }
        if (missing.contains(INVALIDATE_RANGES)) {
            return invalidate(address, Spot.before(reader.name()));
        }
        if (reader.host()) {
            return barrier(
                    writer,
                    Stage.HOST.mask(),
                    Access.HOST_READ.mask(),
                    null,
                    Spot.after(writer.name()).remarked("in the same submission or a later one before the fence"));
        }
        return barrier(
                writer,
                reader.stages(),
                readAccess(read, reader),
                null,
                Spot.after(writer.name()).andBefore(reader.name()));
    }

    /** A reader met tiles in a form that it does not know: names the transition that would have rewritten them. */
    private Verdict undecoded(String form, long address, Request read, Agent writer, Agent reader) {
        ResourceMap.Resource image = resources.image(address);
        String name = (image == null ? resources.find(address) : image).name();
        return new Verdict(
                "memory",
                form,
                barrier(
                        writer,
                        reader.stages(),
                        readAccess(read, reader),
                        new ImageTransition(
                                new ImageRange(name, Set.of(), 0, 1, 0, 1),
                                layoutOf(writer),
                                layoutFor(Client.all().get(read.client))),
                        Spot.after(writer.name()).andBefore(reader.name())));
    }

    /** The layout in which an agent writes to an image. */
    private static ImageLayout layoutOf(Agent writer) {
        long access = writer.writeAccess();
        if ((access & Access.COLOR_ATTACHMENT_WRITE.mask()) != 0) {
            return ImageLayout.COLOR_ATTACHMENT_OPTIMAL;
        }
        if ((access & Access.DEPTH_STENCIL_ATTACHMENT_WRITE.mask()) != 0) {
            return ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
        }
        return (access & Access.TRANSFER_WRITE.mask()) != 0 ? ImageLayout.TRANSFER_DST_OPTIMAL : ImageLayout.GENERAL;
    }

    /** The layout in which a client reads an image. */
    private static ImageLayout layoutFor(Client client) {
        return switch (client) {
            case TRANSFER -> ImageLayout.TRANSFER_SRC_OPTIMAL;
            case SAMPLED, INPUT_ATTACHMENT -> ImageLayout.SHADER_READ_ONLY_OPTIMAL;
            case DISPLAY -> ImageLayout.PRESENT_SRC_KHR;
            case COLOR_ATTACHMENT -> ImageLayout.COLOR_ATTACHMENT_OPTIMAL;
            case DEPTH_STENCIL_ATTACHMENT -> ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
            case STORAGE,
                    UNIFORM,
                    ACCELERATION_STRUCTURE,
                    SHADER_BINDING_TABLE,
                    INDEX,
                    VERTEX_ATTRIBUTE,
                    INDIRECT,
                    HOST,
                    MAINTENANCE -> ImageLayout.GENERAL;
        };
    }

    private static Cure barrier(
            Agent first, long dstStages, long dstAccess, @Nullable ImageTransition image, Spot spot) {
        Barrier barrier = new Barrier(
                DepthTests.both(first.stages(), first.writeAccess()),
                first.writeAccess(),
                DepthTests.both(dstStages, dstAccess),
                dstAccess,
                null,
                image,
                null,
                null);
        return new Cure.InsertCommand(new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier), false), null, spot);
    }

    private static long readAccess(Request read, Agent reader) {
        return switch (Client.all().get(read.client)) {
            case UNIFORM -> Access.UNIFORM_READ.mask();
            case SAMPLED -> Access.SHADER_SAMPLED_READ.mask();
            case INPUT_ATTACHMENT -> Access.INPUT_ATTACHMENT_READ.mask();
            case INDIRECT -> Access.INDIRECT_COMMAND_READ.mask();
            case INDEX -> Access.INDEX_READ.mask();
            case VERTEX_ATTRIBUTE -> Access.VERTEX_ATTRIBUTE_READ.mask();
            case TRANSFER -> Access.TRANSFER_READ.mask();
            case HOST -> Access.HOST_READ.mask();
            case STORAGE ->
                BindingAccess.read(
                                BindingKind.STORAGE,
                                Stages.list(reader.stages()).get(0))
                        .mask();
            case ACCELERATION_STRUCTURE -> Access.ACCELERATION_STRUCTURE_READ_KHR.mask();
            case SHADER_BINDING_TABLE -> Access.SHADER_BINDING_TABLE_READ_KHR.mask();
            case COLOR_ATTACHMENT -> Access.COLOR_ATTACHMENT_READ.mask();
            case DEPTH_STENCIL_ATTACHMENT -> Access.DEPTH_STENCIL_ATTACHMENT_READ.mask();
            case DISPLAY, MAINTENANCE -> Access.MEMORY_READ.mask();
        };
    }

    private boolean holdsNewer(CacheContents cache, long address, Agent writer) {
        int version = held(cache, address);
        return version == writer.id() || (version > 0 && order.before(writer.id(), version));
    }

    /** The agent whose byte a cache holds, or {@link CacheContents#ABSENT}. */
    private int held(CacheContents cache, long address) {
        int version = cache.versionOf(address);
        return version == CacheContents.ABSENT ? version : bundles.resolve(version, address);
    }

    private static boolean isHost(CacheContents cache) {
        return cache.role().startsWith(HOST_ROLE);
    }

    private boolean onPath(Request read, CacheContents cache) {
        return copies.path(read).contains(cache);
    }

    private static String flushOf(CacheContents cache) {
        if (cache.role().equals(WRITE_COMBINING_ROLE)) {
            return STORE_FENCE;
        }
        return isHost(cache) ? FLUSH_RANGES : "flush:" + cache.role();
    }

    private Cure flush(long address, Spot spot) {
        return new Cure.InsertOperation(
                new HostOperation.FlushMappedMemoryRanges(Origin.NOWHERE, mapped(address)), spot);
    }

    private Cure invalidate(long address, Spot spot) {
        return new Cure.InsertOperation(
                new HostOperation.InvalidateMappedMemoryRanges(Origin.NOWHERE, mapped(address)), spot);
    }

    private List<MemoryRange> mapped(long address) {
        ResourceMap.Resource resource = resources.find(address);
        long first = Math.floorDiv(Math.max(resource.base(), 0) - resource.memoryBase(), atom) * atom;
        long last = -Math.floorDiv(-(resource.base() + resource.size() - resource.memoryBase()), atom) * atom;
        return List.of(new MemoryRange(resource.memory(), first, last - first));
    }
}
