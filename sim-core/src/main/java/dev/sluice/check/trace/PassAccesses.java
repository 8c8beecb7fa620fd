// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Map;

/**
 * The accesses of load, store and resolve operations and of clears within a render pass (Vulkan specification, sections
 * Render Pass Load Operations and Render Pass Store Operations).
 */
final class PassAccesses {
    private final Resources resources;

    PassAccesses(Resources resources) {
        this.resources = resources;
    }

    /** Load operations. */
    void begin(List<MemoryAccess> to, RenderTargets targets, int subpass) {
        targets.all()
                .forEach(attachment -> spaces(attachment.slice()).forEach((aspect, space) -> {
                    Attachment.LoadOp load = aspect == Aspect.STENCIL ? attachment.stencilLoad() : attachment.load();
                    if (load != Attachment.LoadOp.NONE) {
                        boolean reads = load == Attachment.LoadOp.LOAD;
                        Stage stage =
                                aspect == Aspect.COLOR ? Stage.COLOR_ATTACHMENT_OUTPUT : Stage.EARLY_FRAGMENT_TESTS;
                        rect(
                                to,
                                space,
                                attachment.slice(),
                                targets.area(),
                                stage,
                                access(aspect, !reads),
                                subpass,
                                MemoryAccess.PASS);
                    }
                }));
    }

    /** Resolve and store operations. */
    void end(List<MemoryAccess> to, RenderTargets targets, int subpass) {
        targets.all().forEach(attachment -> {
            ImageSlice resolved = attachment.resolve();
            if (resolved != null) {
                resolve(to, attachment.slice(), Access.COLOR_ATTACHMENT_READ, targets.area(), subpass);
                resolve(to, resolved, Access.COLOR_ATTACHMENT_WRITE, targets.area(), subpass);
            }
            spaces(attachment.slice()).forEach((aspect, space) -> {
                Attachment.StoreOp store = aspect == Aspect.STENCIL ? attachment.stencilStore() : attachment.store();
                if (store != Attachment.StoreOp.NONE) {
                    Stage stage = aspect == Aspect.COLOR ? Stage.COLOR_ATTACHMENT_OUTPUT : Stage.LATE_FRAGMENT_TESTS;
                    rect(
                            to,
                            space,
                            attachment.slice(),
                            targets.area(),
                            stage,
                            access(aspect, true),
                            subpass,
                            MemoryAccess.PASS);
                }
            });
        });
    }

    private void resolve(List<MemoryAccess> to, ImageSlice slice, Access access, Rect area, int subpass) {
        // those of depth are in COLOR_ATTACHMENT_OUTPUT as well (Vulkan specification, section Render Pass Multisample
        // Resolve Operations)
        spaces(slice)
                .forEach((aspect, space) -> rect(
                        to, space, slice, area, Stage.COLOR_ATTACHMENT_OUTPUT, access, subpass, MemoryAccess.PASS));
    }

    /** Clears of rectangles. */
    void clear(List<MemoryAccess> to, Command.ClearAttachments command, int subpass) {
        for (Command.ClearAttachments.Clear clear : command.clears()) {
            spaces(clear.slice()).forEach((aspect, space) -> {
                if (clear.aspects().contains(aspect)) {
                    for (Rect rect : clear.rects()) {
                        Stage stage =
                                aspect == Aspect.COLOR ? Stage.COLOR_ATTACHMENT_OUTPUT : Stage.EARLY_FRAGMENT_TESTS;
                        rect(to, space, clear.slice(), rect, stage, access(aspect, true), subpass, 0);
                    }
                }
            });
        }
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
