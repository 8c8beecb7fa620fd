// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep.BufferBarrier;
import dev.sluice.config.stream.CommandStep.ImageBarrier;
import dev.sluice.config.stream.CommandStep.MemoryBarrier;
import dev.sluice.config.stream.GraphicsFile.Subresources;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns the barriers of pipeline barriers and of events into those of a stream. */
final class CapturedDependencies {
    private static final long IGNORED = 0xffff_ffffL;

    private final CaptureSession session;
    private final Queues queues;

    CapturedDependencies(CaptureSession session, Queues queues) {
        this.session = session;
        this.queues = queues;
    }

    /** Where the barriers of a command have their stages. */
    enum Stages {
        /** In the call, the same for all: the first version of pipeline barriers. */
        CALL,
        /** In each barrier: the second version. */
        BARRIER,
        /** In the call, and so in the command of the stream: the first version of waits for events. */
        COMMAND
    }

    /**
     * The barriers of a structure.
     *
     * @param call the call's arguments
     * @param info the structure with the arrays
     */
    CapturedDependency of(Struct call, Struct info, Stages stages) {
        return of(call, info, stages, barrier -> true);
    }

    /** Those of the barriers of a structure that are {@code among} some. */
    CapturedDependency of(Struct call, Struct info, Stages stages, Predicate<Struct> among) {
        boolean event = stages == Stages.COMMAND || call.call().name().contains("Event");
        boolean allStages = Masks.flagged(info, Masks.TRANSFER_USES_ALL_STAGES);
        List<MemoryBarrier> memory = new ArrayList<>();
        List<CapturedDependency.OnQueue<BufferBarrier>> buffers = new ArrayList<>();
        List<CapturedDependency.OnQueue<ImageBarrier>> images = new ArrayList<>();
        for (Struct barrier : some(info, "pMemoryBarriers", among)) {
            memory.add(scopes(call, barrier, stages));
        }
        for (Struct barrier : some(info, "pBufferMemoryBarriers", among)) {
            Buffer buffer = session.buffers().get(barrier.handle("buffer"));
            MemoryBarrier scopes = scopes(call, barrier, stages);
            if (buffer == null || buffer.memory() == null) {
                session.lost(call.call(), "barriers on buffers that are not known only order stages");
                memory.add(stagesOf(scopes));
            } else {
                Transfer transfer = transfer(barrier, "buffers", event, buffer.concurrent());
                buffers.add(onBuffer(barrier, buffer, scopes, transfer));
                if (allStages && transfer.isOne()) {
                    memory.add(stagesOf(scopes));
                }
            }
        }
        List<CapturedDependency.Transition> transitions = new ArrayList<>();
        for (Struct barrier : some(info, "pImageMemoryBarriers", among)) {
            Image image = session.images().get(barrier.handle("image"));
            MemoryBarrier scopes = scopes(call, barrier, stages);
            if (image != null && image.memory() != null) {
                image.use();
                if (image.lacksLevel(barrier.struct("subresourceRange").number("baseMipLevel"))) {
                    memory.add(stagesOf(scopes));
                } else {
                    Transfer transfer = transfer(barrier, "images", event, image.concurrent());
                    images.add(onImage(barrier, image, scopes, transfer));
                    transition(barrier, image, transitions);
                    if (allStages && transfer.isOne()) {
                        memory.add(stagesOf(scopes));
                    }
                }
                continue;
            }
            session.lost(call.call(), "barriers on images that are not known only order stages");
            if (!memory.contains(stagesOf(scopes))) {
                memory.add(stagesOf(scopes));
            }
        }
        return new CapturedDependency(memory, buffers, images, session.masks.dependencyFlags(info), transitions);
    }

    private static List<Struct> some(Struct info, String key, Predicate<Struct> among) {
        return info.structs(key).stream().filter(among).toList();
    }

    /** What a barrier orders of everything but what it is on: its accesses are those of that alone. */
    private static MemoryBarrier stagesOf(MemoryBarrier scopes) {
        return new MemoryBarrier(scopes.srcStage(), List.of(), scopes.dstStage(), List.of());
    }

    /** The scopes of a barrier. */
    MemoryBarrier scopes(Struct call, Struct barrier, Stages where) {
        Struct stages = where == Stages.BARRIER ? barrier : call;
        Struct more = barrier.chained("VK_STRUCTURE_TYPE_MEMORY_BARRIER_ACCESS_FLAGS_3_KHR");
        // no bit of these masks has a meaning yet
        if (more != null && (more.number("srcAccessMask3", 0) | more.number("dstAccessMask3", 0)) != 0) {
            session.unordered(call.call(), "accesses of VkMemoryBarrierAccessFlags3KHR are left out");
        }
        boolean written = where != Stages.COMMAND;
        return new MemoryBarrier(
                written ? session.masks.stages(stages, "srcStageMask") : List.of(),
                session.masks.accesses(barrier, "srcAccessMask"),
                written ? session.masks.stages(stages, "dstStageMask") : List.of(),
                session.masks.accesses(barrier, "dstAccessMask"));
    }

    private static CapturedDependency.OnQueue<BufferBarrier> onBuffer(
            Struct barrier, Buffer buffer, MemoryBarrier scopes, Transfer transfer) {
        Size offset = new Size(barrier.size("offset"));
        RangeSize size = new RangeSize(barrier.number("size"));
        return family -> new BufferBarrier(
                buffer.name.toString(),
                offset,
                size,
                scopes.srcStage(),
                scopes.srcAccess(),
                scopes.dstStage(),
                scopes.dstAccess(),
                transfer.from(family),
                transfer.to(family));
    }

    private static void transition(Struct barrier, Image image, List<CapturedDependency.Transition> to) {
        ImageLayout layout = ImageLayout.of(barrier.text("newLayout"));
        if (layout != ImageLayout.UNDEFINED) {
            Struct range = barrier.struct("subresourceRange");
            boolean all = image.aspects(range.number("aspectMask")).equals(image.aspects(-1));
            to.add(new CapturedDependency.Transition(image, image.part(range), all ? layout : null));
        }
    }

    private CapturedDependency.OnQueue<ImageBarrier> onImage(
            Struct barrier, Image image, MemoryBarrier scopes, Transfer transfer) {
        String oldLayout = session.layout(barrier.text("oldLayout"));
        String newLayout = session.layout(barrier.text("newLayout"));
        boolean transition = !newLayout.equals("UNDEFINED");
        boolean mayBeDone = !oldLayout.equals("UNDEFINED");
        Struct range = barrier.struct("subresourceRange");
        Subresources part = image.whole(range) ? null : CapturedTransfers.range(range, image);
        return family -> new ImageBarrier(
                image.name.toString(),
                transition ? mayBeDone && transfer.takesOver(family) ? newLayout : oldLayout : null,
                transition ? newLayout : null,
                scopes.srcStage(),
                scopes.srcAccess(),
                scopes.dstStage(),
                scopes.dstAccess(),
                transfer.from(family),
                transfer.to(family),
                part,
                List.of(),
                null,
                null,
                null,
                null);
    }

    /**
     * Who gives up and who takes over what a barrier is on.
     *
     * @param src the family before; {@link #SHARING} for those that share the resource, null for no transfer
     * @param dst the family after, likewise
     * @param withinTo the captured family after, where both families are one of the device, so that this is no transfer; or -1
     */
    private record Transfer(@Nullable String src, @Nullable String dst, long withinTo) {
        static final Transfer NONE = within(-1);
        static final String SHARING = "";

        Transfer(String src, String dst) {
            this(src, dst, -1);
        }

        /** A transfer within a family of the device. */
        static Transfer within(long to) {
            return new Transfer(null, null, to);
        }

        /** Whether this is what is left of a transfer's second half: the first one has changed the layout for both. */
        boolean takesOver(SubmittedFamily family) {
            return withinTo >= 0 && withinTo == family.captured();
        }

        boolean isOne() {
            return src != null && dst != null;
        }

        /** The family before, on a queue of a family: one that shares the resource stands for all that do. */
        @Nullable
        String from(SubmittedFamily family) {
            return SHARING.equals(src) ? family.name() : src;
        }

        /** The family after, likewise. */
        @Nullable
        String to(SubmittedFamily family) {
            return SHARING.equals(dst) ? family.name() : dst;
        }
    }

    /**
     * The transfer of a barrier. An event cannot transfer ownership; what several families share goes from all of them to an
     * owner outside of the device, and back (Vulkan specification, section Queue Family Ownership Transfer).
     */
    private Transfer transfer(Struct barrier, String what, boolean event, boolean concurrent) {
        long src = barrier.number("srcQueueFamilyIndex", IGNORED);
        long dst = barrier.number("dstQueueFamilyIndex", IGNORED);
        boolean toOutside = concurrent && src == IGNORED && Queues.outside(dst);
        boolean fromOutside = concurrent && dst == IGNORED && Queues.outside(src);
        if (toOutside || fromOutside || (src != dst && src != IGNORED && dst != IGNORED)) {
            if (event) {
                session.notes.count("queue family transfers by events are left out: only pipeline barriers transfer");
                return Transfer.NONE;
            }
            if (toOutside) {
                return new Transfer(Transfer.SHARING, queues.family(dst));
            }
            if (fromOutside) {
                return new Transfer(queues.family(src), Transfer.SHARING);
            }
            String from = queues.family(src);
            String to = queues.family(dst);
            if (!from.isEmpty() && !to.isEmpty() && !from.equals(to)) {
                return new Transfer(from, to);
            }
            session.notes.count(
                    "queue family transfers of " + what + " are left out: both sides are one family of the device");
            return Transfer.within(dst);
        }
        return Transfer.NONE;
    }
}
