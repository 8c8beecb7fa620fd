// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Command;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.image.ImageSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places that a copy, blit or resolve must not touch twice, because nothing orders what it does there (Vulkan specification,
 * chapter Copy Commands).
 *
 * <p>Two images that are made alike in one place hold the same texels. Of other resources that share memory it is the bytes
 * that count; of an image whose texels have no place of their own those of all layers or slices that a region touches.
 */
public final class TransferOverlaps {
    private final Resources resources;
    private final TransferAccesses accesses;

    /** @param resources those of the stream that the commands are of */
    public TransferOverlaps(Resources resources) {
        this.resources = resources;
        this.accesses = new TransferAccesses(resources);
    }

    /**
     * What a command both reads from its source and writes to its destination.
     *
     * @param all its accesses
     */
    public List<Region> readAndWritten(Command.Transfer command, List<MemoryAccess> all) {
        Map<Space, Space> twins = new LinkedHashMap<>();
        boolean sameTexels = command instanceof Command.ImageTransfer transfer && sameTexels(transfer, twins);
        Map<Space, Intervals> read = new LinkedHashMap<>();
        Map<Space, Intervals> written = new LinkedHashMap<>();
        for (MemoryAccess access : all) {
            if (sameTexels ? !access.has(MemoryAccess.ALIAS) : access.space().image() == null) {
                Map<Space, Intervals> side = access.writes() ? written : read;
                side.merge(twins.getOrDefault(access.space(), access.space()), access.where(), Intervals::union);
            }
        }
        List<Region> both = new ArrayList<>();
        written.forEach((space, where) -> {
            Intervals common = where.common(read.getOrDefault(space, Intervals.NONE));
            if (!common.isEmpty()) {
                both.add(new Region(space, common));
            }
        });
        return both;
    }

    /** What more than one region of a copy writes; of blits and resolves that is allowed. */
    public List<Region> writtenTwice(Command.Transfer command) {
        Map<Space, List<Intervals>> written = new LinkedHashMap<>();
        for (Command.Transfer region : regions(command)) {
            List<MemoryAccess> own = new ArrayList<>();
            if (region instanceof Command.CopyBuffer copy) {
                accesses.copy(own, copy);
            } else if (region instanceof Command.ImageTransfer transfer) {
                accesses.image(own, transfer);
            }
            for (MemoryAccess access : own) {
                if (access.writes() && !access.has(MemoryAccess.ALIAS)) {
                    written.computeIfAbsent(access.space(), space -> new ArrayList<>())
                            .add(access.where());
                }
            }
        }
        List<Region> twice = new ArrayList<>();
        written.forEach((space, sets) -> {
            Intervals where = Intervals.ofSeveral(sets);
            if (!where.isEmpty()) {
                twice.add(new Region(space, where));
            }
        });
        return twice;
    }

    /** A command of its own for each region of a copy; none where there is one region. */
    private static List<Command.Transfer> regions(Command.Transfer command) {
        List<Command.Transfer> single = new ArrayList<>();
        if (command instanceof Command.CopyBuffer copy && copy.regions().size() > 1) {
            for (Command.CopyBuffer.Region region : copy.regions()) {
                single.add(new Command.CopyBuffer(copy.origin(), copy.src(), copy.dst(), List.of(region)));
            }
        } else if (command instanceof Command.ImageTransfer transfer
                && transfer.regions().size() > 1
                && transfer.form() != Command.ImageTransfer.Form.BLIT_IMAGE
                && transfer.form() != Command.ImageTransfer.Form.RESOLVE_IMAGE) {
            for (Command.ImageTransfer.Region region : transfer.regions()) {
                single.add(new Command.ImageTransfer(
                        transfer.origin(),
                        transfer.form(),
                        transfer.src(),
                        transfer.dst(),
                        List.of(region),
                        transfer.linear()));
            }
        }
        return single;
    }

    /**
     * Whether texels of both sides are the same where their numbers are.
     *
     * @param twins is given the destination's space for each of the source's then
     */
    private boolean sameTexels(Command.ImageTransfer transfer, Map<Space, Space> twins) {
        if (transfer.form() == Command.ImageTransfer.Form.COPY_BUFFER_TO_IMAGE
                || transfer.form() == Command.ImageTransfer.Form.COPY_IMAGE_TO_BUFFER) {
            return false;
        }
        if (transfer.src().equals(transfer.dst())) {
            return true;
        }
        Resources.OfImage src = resources.image(transfer.src());
        Resources.OfImage dst = resources.image(transfer.dst());
        if (!alike(src.declaration(), dst.declaration())) {
            return false;
        }
        dst.aspects().forEach((aspect, space) -> {
            Space twin = src.aspects().get(aspect);
            if (twin != null) {
                twins.put(twin, space);
            }
        });
        return true;
    }

    private static boolean alike(ImageDeclaration one, ImageDeclaration other) {
        ImageSpec a = one.spec();
        ImageSpec b = other.spec();
        return one.memory().equals(other.memory())
                && one.offset() == other.offset()
                && a.format() == b.format()
                && a.width() == b.width()
                && a.height() == b.height()
                && a.depth() == b.depth()
                && a.layers() == b.layers()
                && a.levels() == b.levels()
                && a.samples() == b.samples()
                && a.tiling() == b.tiling();
    }
}
