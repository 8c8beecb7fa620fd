// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The accesses of copies, blits, resolves, fills, updates and clears (Vulkan specification, section Access Types). */
final class TransferAccesses {
    private final Resources resources;

    TransferAccesses(Resources resources) {
        this.resources = resources;
    }

    void copy(List<MemoryAccess> to, Command.CopyBuffer copy) {
        Intervals.Builder reads = new Intervals.Builder();
        Intervals.Builder writes = new Intervals.Builder();
        for (Command.CopyBuffer.Region region : copy.regions()) {
            reads.add(region.srcOffset(), region.srcOffset() + region.size());
            writes.add(region.dstOffset(), region.dstOffset() + region.size());
        }
        resources.buffer(to, copy.src(), reads.build(), Stage.COPY, Access.TRANSFER_READ, 0);
        resources.buffer(to, copy.dst(), writes.build(), Stage.COPY, Access.TRANSFER_WRITE, 0);
    }

    void fill(List<MemoryAccess> to, Command.FillBuffer fill) {
        long start = fill.dst().offset();
        resources.buffer(
                to,
                fill.dst().buffer(),
                Intervals.of(start, start + fill.dst().size()),
                Stage.CLEAR,
                Access.TRANSFER_WRITE,
                0);
    }

    void update(List<MemoryAccess> to, Command.UpdateBuffer update) {
        resources.buffer(
                to,
                update.dst(),
                Intervals.of(update.offset(), update.offset() + update.data().size()),
                Stage.CLEAR,
                Access.TRANSFER_WRITE,
                0);
    }

    void clear(List<MemoryAccess> to, Command.ClearImage clear) {
        for (ImageRange range : clear.ranges()) {
            Resources.OfImage image = resources.image(range.image());
            image.aspects().forEach((aspect, space) -> {
                if (range.aspects().contains(aspect)) {
                    Intervals texels = space.subresources(range.level(), range.levels(), range.layer(), range.layers());
                    image(to, space, texels, Stage.CLEAR, Access.TRANSFER_WRITE);
                }
            });
        }
    }

    /** Copies that involve images, in the stage of their kind. */
    void image(List<MemoryAccess> to, Command.ImageTransfer transfer) {
        side(to, transfer, true);
        side(to, transfer, false);
    }

    private void side(List<MemoryAccess> to, Command.ImageTransfer transfer, boolean source) {
        Stage stage = transfer.stage();
        String name = source ? transfer.src() : transfer.dst();
        Access access = source ? Access.TRANSFER_READ : Access.TRANSFER_WRITE;
        Command.ImageTransfer.Form ofBuffer = source
                ? Command.ImageTransfer.Form.COPY_BUFFER_TO_IMAGE
                : Command.ImageTransfer.Form.COPY_IMAGE_TO_BUFFER;
        if (transfer.form() == ofBuffer) {
            resources.buffer(to, name, texelsInBuffer(transfer, source), stage, access, 0);
            return;
        }
        for (Map.Entry<Aspect, Space> entry : resources.image(name).aspects().entrySet()) {
            Space space = entry.getValue();
            Intervals.Builder texels = new Intervals.Builder();
            for (Command.ImageTransfer.Region region : transfer.regions()) {
                Command.ImageTransfer.Box box = source ? region.src() : region.dst();
                if (box != null && region.moves(entry.getKey())) {
                    add(texels, space, box, source && transfer.linear() ? region.dst() : null);
                }
            }
            image(to, space, texels.build(), stage, access);
        }
    }

    /**
     * Adds the texels of a box, whose edges are negative where a blit mirrors.
     *
     * @param filtered the box that it is filtered into; null for none. Where it is longer than the source's, the texels beside
     *     the source's are read as well
     */
    private static void add(
            Intervals.Builder to,
            Space space,
            Command.ImageTransfer.Box box,
            Command.ImageTransfer.@Nullable Box filtered) {
        int left = reach(box.width(), filtered == null ? 0 : filtered.width());
        int above = reach(box.height(), filtered == null ? 0 : filtered.height());
        ImageSpec spec = space.image();
        int first = box.layer();
        int last = first;
        if (spec != null && spec.depth() > 1) {
            int before = reach(box.depth(), filtered == null ? 0 : filtered.depth());
            first = Math.max(0, Math.min(box.z(), box.z() + box.depth()) - before);
            last = Math.min(spec.depth(box.level()), Math.max(box.z(), box.z() + box.depth()) + before) - 1;
        }
        for (int plane = first; plane <= last; plane++) {
            space.addRect(
                    to,
                    box.level(),
                    plane,
                    Math.min(box.x(), (long) box.x() + box.width()) - left,
                    Math.min(box.y(), (long) box.y() + box.height()) - above,
                    Math.abs((long) box.width()) + 2L * left,
                    Math.abs((long) box.height()) + 2L * above);
        }
    }

    /** How many texels beside an edge of a length are read when it is filtered into another; 0 for an edge that is not. */
    private static int reach(int length, int filtered) {
        return Math.abs((long) filtered) > Math.abs((long) length) ? 1 : 0;
    }

    private Intervals texelsInBuffer(Command.ImageTransfer transfer, boolean source) {
        Resources.OfImage image = resources.image(source ? transfer.dst() : transfer.src());
        Format format = image.declaration().spec().format();
        Intervals.Builder bytes = new Intervals.Builder();
        for (Command.ImageTransfer.Region region : transfer.regions()) {
            Command.ImageTransfer.Box box = source ? region.dst() : region.src();
            Command.ImageTransfer.Texels where = region.buffer();
            if (box == null || where == null) {
                continue;
            }
            long texel = region.bufferBytes(format);
            long row = Math.max(where.rowLength(), box.width()) * texel;
            long slice = row * Math.max(where.imageHeight(), box.height());
            for (int z = 0; z < box.depth(); z++) {
                for (int y = 0; y < box.height(); y++) {
                    long start = where.offset() + z * slice + y * row;
                    bytes.add(start, start + box.width() * texel);
                }
            }
        }
        return bytes.build();
    }

    private void image(List<MemoryAccess> to, Space space, Intervals texels, Stage stage, Access access) {
        resources.image(to, space, texels, stage, access, 0, MemoryAccess.NO_SUBPASS);
    }
}
