// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The accesses of load, store and resolve operations and of clears within a render pass (Vulkan specification, sections
 * Render Pass Load Operations and Render Pass Store Operations).
 */
final class PassAccesses {
    private final Resources resources;
    private final ImageLayouts layouts;

    PassAccesses(Resources resources, ImageLayouts layouts) {
        this.resources = resources;
        this.layouts = layouts;
    }

    /** Load operations. */
    void begin(List<MemoryAccess> to, RenderTargets targets, int subpass) {
        targets.all().forEach(attachment -> {
            Set<Aspect> written = EnumSet.noneOf(Aspect.class);
            spaces(attachment.slice()).forEach((aspect, space) -> {
                Attachment.LoadOp load = aspect == Aspect.STENCIL ? attachment.stencilLoad() : attachment.load();
                if (load != Attachment.LoadOp.NONE) {
                    boolean reads = load == Attachment.LoadOp.LOAD;
                    int traits = MemoryAccess.LOAD | contents(reads, load == Attachment.LoadOp.DONT_CARE);
                    operation(to, space, attachment, targets.area(), begin(aspect), !reads, subpass, traits);
                    if (!reads) {
                        written.add(aspect);
                    }
                }
            });
            along(to, attachment, written, targets.area(), Stage.EARLY_FRAGMENT_TESTS, subpass);
        });
    }

    private static int contents(boolean keeps, boolean discards) {
        return keeps ? MemoryAccess.KEEP : discards ? MemoryAccess.DISCARD : 0;
    }

    private static Stage begin(Aspect aspect) {
        return aspect == Aspect.COLOR ? Stage.COLOR_ATTACHMENT_OUTPUT : Stage.EARLY_FRAGMENT_TESTS;
    }

    /** Resolve and store operations. */
    void end(List<MemoryAccess> to, RenderTargets targets, int subpass) {
        targets.all().forEach(attachment -> {
            Attachment.Resolve resolve = attachment.resolve();
            if (resolve != null) {
                Set<Aspect> aspects = resolve.aspects();
                resolve(to, attachment.slice(), aspects, Access.COLOR_ATTACHMENT_READ, targets.area(), subpass);
                resolve(to, resolve.to(), aspects, Access.COLOR_ATTACHMENT_WRITE, targets.area(), subpass);
                alongResolve(to, resolve, targets.area(), subpass);
            }
            Set<Aspect> written = EnumSet.noneOf(Aspect.class);
            spaces(attachment.slice()).forEach((aspect, space) -> {
                Attachment.StoreOp store = aspect == Aspect.STENCIL ? attachment.stencilStore() : attachment.store();
                if (store != Attachment.StoreOp.NONE) {
                    Stage stage = aspect == Aspect.COLOR ? Stage.COLOR_ATTACHMENT_OUTPUT : Stage.LATE_FRAGMENT_TESTS;
                    int traits = contents(store == Attachment.StoreOp.STORE, store == Attachment.StoreOp.DONT_CARE);
                    operation(to, space, attachment, targets.area(), stage, true, subpass, traits);
                    written.add(aspect);
                }
            });
            along(to, attachment, written, targets.area(), Stage.LATE_FRAGMENT_TESTS, subpass);
        });
    }

    private void along(
            List<MemoryAccess> to, Attachment attachment, Set<Aspect> written, Rect area, Stage stage, int subpass) {
        resources
                .image(attachment.slice().image())
                .along(written, attachment, layouts)
                .forEach(space -> operation(to, space, attachment, area, stage, true, subpass, MemoryAccess.ALONG));
    }

    private void operation(
            List<MemoryAccess> to,
            Space space,
            Attachment attachment,
            Rect area,
            Stage stage,
            boolean writes,
            int subpass,
            int traits) {
        Access access = access(space.aspect(), writes);
        rect(to, space, attachment.slice(), area, stage, access, subpass, MemoryAccess.PASS | traits);
    }

    private void resolve(
            List<MemoryAccess> to, ImageSlice slice, Set<Aspect> aspects, Access access, Rect area, int subpass) {
        // those of depth are in COLOR_ATTACHMENT_OUTPUT as well (Vulkan specification, section Render Pass Multisample
        // Resolve Operations)
        spaces(slice).forEach((aspect, space) -> {
            if (aspects.contains(aspect)) {
                rect(to, space, slice, area, Stage.COLOR_ATTACHMENT_OUTPUT, access, subpass, MemoryAccess.PASS);
            }
        });
    }

    private void alongResolve(List<MemoryAccess> to, Attachment.Resolve resolve, Rect area, int subpass) {
        ImageSlice slice = resolve.to();
        Stage stage = Stage.COLOR_ATTACHMENT_OUTPUT;
        int traits = MemoryAccess.PASS | MemoryAccess.ALONG;
        for (Space space : resources.image(slice.image()).along(resolve.aspects(), slice, layouts)) {
            rect(to, space, slice, area, stage, Access.COLOR_ATTACHMENT_WRITE, subpass, traits);
        }
    }

    /** Clears of rectangles. */
    void clear(List<MemoryAccess> to, Command.ClearAttachments command, int subpass) {
        for (Command.ClearAttachments.Clear clear : command.clears()) {
            Resources.OfImage image = resources.image(clear.slice().image());
            Set<Aspect> written = EnumSet.copyOf(image.aspects().keySet());
            written.retainAll(clear.aspects());
            List<Space> along = image.along(written, clear.attachment(), layouts);
            for (Rect rect : clear.rects()) {
                for (Aspect aspect : written) {
                    clear(to, Objects.requireNonNull(image.aspects().get(aspect)), clear.slice(), rect, subpass, 0);
                }
                for (Space space : along) {
                    clear(to, space, clear.slice(), rect, subpass, MemoryAccess.ALONG);
                }
            }
        }
    }

    private void clear(List<MemoryAccess> to, Space space, ImageSlice slice, Rect rect, int subpass, int traits) {
        rect(to, space, slice, rect, begin(space.aspect()), access(space.aspect(), true), subpass, traits);
    }

    private Map<Aspect, Space> spaces(ImageSlice slice) {
        return resources.image(slice.image()).aspects();
    }

    private void rect(
            List<MemoryAccess> to,
            Space space,
            ImageSlice slice,
            Rect rect,
            Stage stage,
            Access access,
            int subpass,
            int traits) {
        Intervals.Builder texels = new Intervals.Builder();
        space.addRect(texels, slice.level(), slice.layer(), rect.x(), rect.y(), rect.width(), rect.height());
        resources.image(to, space, texels.build(), stage, access, traits, subpass);
    }

    private static Access access(Aspect aspect, boolean writes) {
        if (aspect == Aspect.COLOR) {
            return writes ? Access.COLOR_ATTACHMENT_WRITE : Access.COLOR_ATTACHMENT_READ;
        }
        return writes ? Access.DEPTH_STENCIL_ATTACHMENT_WRITE : Access.DEPTH_STENCIL_ATTACHMENT_READ;
    }
}
