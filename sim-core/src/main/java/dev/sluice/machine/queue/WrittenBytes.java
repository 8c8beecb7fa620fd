// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Attachment;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes that transfers and attachment writes may write: of buffers exactly, of images whole subresources. */
final class WrittenBytes {

    private final BufferAddresses buffers;
    private final GraphicsExecutor graphics;

    WrittenBytes(BufferAddresses buffers, GraphicsExecutor graphics) {
        this.buffers = buffers;
        this.graphics = graphics;
    }

    /** What a command writes with an access; nothing for kernels, whose stores only they know. */
    List<AddressRange> by(Command command, Access write) {
        if (command instanceof Command.Compute) {
            return List.of();
        }
        return switch (write) {
            case TRANSFER_WRITE -> byTransfer(command);
            case COLOR_ATTACHMENT_WRITE -> byAttachments(command, false);
            case DEPTH_STENCIL_ATTACHMENT_WRITE -> byAttachments(command, true);
            default -> List.of();
        };
    }

    private List<AddressRange> byTransfer(Command command) {
        if (command instanceof Command.FillBuffer fill) {
            return List.of(buffers.addresses(fill.dst()));
        }
        if (command instanceof Command.UpdateBuffer update) {
            return List.of(buffers.addresses(
                    new BufferRange(update.dst(), update.offset(), update.data().size())));
        }
        if (command instanceof Command.CopyBuffer copy) {
            return copy.regions().stream()
                    .map(region -> buffers.addresses(new BufferRange(copy.dst(), region.dstOffset(), region.size())))
                    .toList();
        }
        if (command instanceof Command.ImageTransfer transfer) {
            return graphics.written(transfer);
        }
        if (command instanceof Command.ClearImage clear) {
            List<AddressRange> bytes = new ArrayList<>();
            clear.ranges().forEach(range -> bytes.addAll(graphics.addresses(range)));
            return bytes;
        }
        throw new UnknownKindException(command);
    }

    private List<AddressRange> byAttachments(Command command, boolean depth) {
        List<ImageSlice> slices = new ArrayList<>();
        if (command instanceof Command.Draw draw) {
            slices(draw.targets(), depth, slices);
        } else if (command instanceof Command.PassStep step) {
            slices(step.ends(), depth, slices);
            slices(step.begins(), depth, slices);
        } else if (command instanceof Command.ClearAttachments clear) {
            clear.clears().forEach(part -> slices.add(part.slice()));
        } else {
            throw new UnknownKindException(command);
        }
        List<AddressRange> bytes = new ArrayList<>();
        for (ImageSlice slice : slices) {
            bytes.addAll(graphics.addresses(slice));
        }
        return bytes;
    }

    /** Attachments of one kind, and what they are resolved to: a resolve writes in COLOR_ATTACHMENT_OUTPUT, of depth as well. */
    private static void slices(@Nullable RenderTargets targets, boolean depth, List<ImageSlice> into) {
        if (targets == null) {
            return;
        }
        targets.all()
                .map(Attachment::slice)
                .filter(slice -> slice.format().color() != depth)
                .forEach(into::add);
        if (!depth) {
            targets.all().map(Attachment::resolve).forEach(resolve -> {
                if (resolve != null) {
                    into.add(resolve.to());
                }
            });
        }
    }
}
