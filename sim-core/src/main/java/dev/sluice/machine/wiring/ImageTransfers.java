// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.machine.transfer.ImageBlit;
import dev.sluice.machine.transfer.ImageClear;
import dev.sluice.machine.transfer.ImageMove;
import dev.sluice.machine.transfer.TexelPlace;
import dev.sluice.machine.transfer.TexelRegion;
import dev.sluice.machine.transfer.TransferJob;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.Command.ImageTransfer;
import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Surface;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns image transfer commands into jobs of the transfer engine. */
final class ImageTransfers {

    private final Bindings bindings;

    ImageTransfers(Bindings bindings) {
        this.bindings = bindings;
    }

    TransferJob job(Command command, GraphicsExecutor.Who who) {
        if (command instanceof Command.ClearImage clear) {
            List<ImageClear> clears = new ArrayList<>();
            for (ImageRange range : clear.ranges()) {
                clears.add(ImageClear.of(
                        bindings.surface(clear.image()),
                        clear.value(),
                        range.aspects(),
                        range.level(),
                        range.levels(),
                        range.layer(),
                        range.layers()));
            }
            return TransferJob.clear(clears, who.attribution(), who.agent());
        }
        if (!(command instanceof ImageTransfer transfer)) {
            throw new UnknownKindException(command);
        }
        return switch (transfer.form()) {
            case BLIT_IMAGE -> TransferJob.blit(blit(transfer), who.attribution(), who.agent());
            case RESOLVE_IMAGE -> TransferJob.resolve(move(transfer), who.attribution(), who.agent());
            case COPY_IMAGE, COPY_BUFFER_TO_IMAGE, COPY_IMAGE_TO_BUFFER ->
                TransferJob.image(move(transfer), who.attribution(), who.agent());
        };
    }

    /** The bytes that a transfer writes: of a buffer row by row, of an image whole subresources. */
    List<AddressRange> written(ImageTransfer transfer) {
        List<AddressRange> bytes = new ArrayList<>();
        for (ImageTransfer.Region region : transfer.regions()) {
            ImageTransfer.Box to = region.dst();
            ImageTransfer.Box from = region.src();
            ImageTransfer.Texels texels = region.buffer();
            if (to != null) {
                bytes.addAll(
                        bindings.addresses(new ImageRange(transfer.dst(), Set.of(), to.level(), 1, to.layer(), 1)));
            } else if (from != null && texels != null) {
                rows(transfer, region, from, texels, bytes);
            }
        }
        return bytes;
    }

    private void rows(
            ImageTransfer transfer,
            ImageTransfer.Region region,
            ImageTransfer.Box box,
            ImageTransfer.Texels texels,
            List<AddressRange> into) {
        long texel = region.bufferBytes(bindings.surface(transfer.src()).spec().format());
        long row = Math.max(texels.rowLength(), box.width()) * texel;
        long slice = row * Math.max(texels.imageHeight(), box.height());
        for (int z = 0; z < box.depth(); z++) {
            for (int y = 0; y < box.height(); y++) {
                long start = texels.offset() + z * slice + y * row;
                into.add(bindings.addresses(new BufferRange(transfer.dst(), start, box.width() * texel)));
            }
        }
    }

    private ImageMove move(ImageTransfer transfer) {
        List<TexelRegion> regions = new ArrayList<>();
        for (ImageTransfer.Region region : transfer.regions()) {
            ImageTransfer.Box src = region.src();
            ImageTransfer.Box dst = region.dst();
            ImageTransfer.Box size = src != null ? src : dst;
            if (size == null) {
                throw new IllegalStateException(transfer.kind() + " without an image");
            }
            regions.add(new TexelRegion(
                    place(transfer.src(), src, region.buffer()),
                    place(transfer.dst(), dst, region.buffer()),
                    size.width(),
                    size.height(),
                    size.depth(),
                    part(transfer, region)));
        }
        return new ImageMove(regions);
    }

    /** The bytes that a region moves of each texel, of images of one format where both sides are images; null for all. */
    private Format.@Nullable Part part(ImageTransfer transfer, ImageTransfer.Region region) {
        Aspect aspect = region.aspect();
        String image = region.src() != null ? transfer.src() : transfer.dst();
        return aspect == null ? null : bindings.surface(image).spec().format().part(aspect);
    }

    private TexelPlace place(String name, ImageTransfer.@Nullable Box box, ImageTransfer.@Nullable Texels texels) {
        if (box != null) {
            Surface surface = bindings.surface(name);
            return TexelPlace.image(surface, box.level(), slice(surface, box), box.x(), box.y());
        }
        if (texels == null) {
            throw new IllegalStateException("a region of " + name + " without a place");
        }
        long address =
                bindings.addresses(new BufferRange(name, texels.offset(), 1)).address();
        return TexelPlace.buffer(address, texels.rowLength(), texels.imageHeight());
    }

    private ImageBlit blit(ImageTransfer transfer) {
        Surface src = bindings.surface(transfer.src());
        Surface dst = bindings.surface(transfer.dst());
        List<ImageBlit.Region> regions = new ArrayList<>();
        for (ImageTransfer.Region region : transfer.regions()) {
            ImageTransfer.Box from = region.src();
            ImageTransfer.Box to = region.dst();
            if (from == null || to == null) {
                throw new IllegalStateException("a blit without an image");
            }
            regions.add(new ImageBlit.Region(box(src, from), box(dst, to), part(transfer, region)));
        }
        return new ImageBlit(src, dst, transfer.linear(), regions);
    }

    private static ImageBlit.Box box(Surface surface, ImageTransfer.Box box) {
        return new ImageBlit.Box(
                box.level(), slice(surface, box), box.x(), box.y(), box.width(), box.height(), box.depth());
    }

    private static int slice(Surface surface, ImageTransfer.Box box) {
        return surface.spec().depth() > 1 ? box.z() : box.layer();
    }
}
