// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.CommandStep.BufferBarrier;
import dev.sluice.config.stream.CommandStep.ImageBarrier;
import dev.sluice.config.stream.CommandStep.MemoryBarrier;
import dev.sluice.config.stream.CommandStep.PipelineBarrier;
import dev.sluice.config.stream.GraphicsFile.Subresources;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pipeline barriers of both versions. */
final class BarrierCalls {
    private static final long IGNORED = 0xffff_ffffL;

    private final CaptureSession session;
    private final CommandCalls commands;
    private final Queues queues;

    BarrierCalls(CaptureSession session, CommandCalls commands, Queues queues) {
        this.session = session;
        this.commands = commands;
        this.queues = queues;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCmdPipelineBarrier", args -> barrier(args, args));
        CommandCalls.both(handlers, "vkCmdPipelineBarrier2", args -> barrier(args, args.struct("pDependencyInfo")));
    }

    /**
     * A barrier. In the first version the stages stand in the call, in the second in each barrier.
     *
     * @param info the structure with the arrays
     */
    private void barrier(Struct args, Struct info) {
        boolean first = args == info;
        List<MemoryBarrier> memory = new ArrayList<>();
        List<Late<BufferBarrier>> buffers = new ArrayList<>();
        List<Late<ImageBarrier>> images = new ArrayList<>();
        for (Struct barrier : info.structs("pMemoryBarriers")) {
            memory.add(scopes(first ? args : barrier, barrier));
        }
        for (Struct barrier : info.structs("pBufferMemoryBarriers")) {
            Buffer buffer = session.buffers().get(barrier.handle("buffer"));
            MemoryBarrier scopes = scopes(first ? args : barrier, barrier);
            if (buffer == null || buffer.memory() == null) {
                session.notes.count("barriers on unknown buffers become memory barriers");
                memory.add(scopes);
            } else {
                buffers.add(onBuffer(barrier, buffer, scopes));
            }
        }
        for (Struct barrier : info.structs("pImageMemoryBarriers")) {
            Image image = session.images().get(barrier.handle("image"));
            MemoryBarrier scopes = scopes(first ? args : barrier, barrier);
            if (image != null && image.memory() != null) {
                images.add(onImage(barrier, image, scopes));
                continue;
            }
            session.notes.count("image barriers become memory barriers where the image is not known");
            if (!memory.contains(scopes)) {
                memory.add(scopes);
            }
        }
        if (memory.isEmpty() && buffers.isEmpty() && images.isEmpty() && first) {
            memory.add(scopes(args, args));
        }
        List<String> flags = Masks.dependencyFlags(info.number("dependencyFlags", 0));
        if (!memory.isEmpty() || !buffers.isEmpty() || !images.isEmpty()) {
            commands.record(
                    args,
                    submission -> submission.add(
                            args.call(),
                            () -> new PipelineBarrier(memory, Late.all(buffers), Late.all(images), flags)));
        }
    }

    private MemoryBarrier scopes(Struct stages, Struct accesses) {
        return new MemoryBarrier(
                session.masks.stages(stages, "srcStageMask"),
                session.masks.accesses(accesses, "srcAccessMask"),
                session.masks.stages(stages, "dstStageMask"),
                session.masks.accesses(accesses, "dstAccessMask"));
    }

    private Late<BufferBarrier> onBuffer(Struct barrier, Buffer buffer, MemoryBarrier scopes) {
        Size offset = new Size(barrier.size("offset"));
        RangeSize size = new RangeSize(barrier.number("size"));
        Transfer transfer = transfer(barrier, "buffers");
        return () -> new BufferBarrier(
                buffer.name.toString(),
                offset,
                size,
                scopes.srcStage(),
                scopes.srcAccess(),
                scopes.dstStage(),
                scopes.dstAccess(),
                transfer.from(),
                transfer.to());
    }

    private Late<ImageBarrier> onImage(Struct barrier, Image image, MemoryBarrier scopes) {
        String oldLayout = session.layout(barrier.text("oldLayout"));
        String newLayout = session.layout(barrier.text("newLayout"));
        boolean transition = !newLayout.equals("UNDEFINED");
        Struct range = barrier.struct("subresourceRange");
        Subresources part = image.whole(range) ? null : CapturedTransfers.range(range, image);
        Transfer transfer = transfer(barrier, "images");
        return () -> new ImageBarrier(
                image.name.toString(),
                transition ? oldLayout : null,
                transition ? newLayout : null,
                scopes.srcStage(),
                scopes.srcAccess(),
                scopes.dstStage(),
                scopes.dstAccess(),
                transfer.from(),
                transfer.to(),
                part,
                List.of(),
                null,
                null,
                null,
                null);
    }

    /** The queue families between which a barrier transfers what it is on; null for none. */
    private record Transfer(@Nullable String from, @Nullable String to) {
        static final Transfer NONE = new Transfer(null, null);
    }

    private Transfer transfer(Struct barrier, String what) {
        long src = barrier.number("srcQueueFamilyIndex", IGNORED);
        long dst = barrier.number("dstQueueFamilyIndex", IGNORED);
        if (src != dst && src != IGNORED && dst != IGNORED) {
            String from = queues.family(src);
            String to = queues.family(dst);
            if (!from.isEmpty() && !to.isEmpty() && !from.equals(to)) {
                return new Transfer(from, to);
            }
            session.notes.count(
                    "queue family transfers of " + what + " are left out: both sides are one family of the device");
        }
        return Transfer.NONE;
    }
}
