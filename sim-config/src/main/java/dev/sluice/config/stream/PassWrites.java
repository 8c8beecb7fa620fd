// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.kernel.KernelProgram;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a render pass instance writes to its attachments: where it writes anything, the store operation {@code NONE} is
 * {@code DONT_CARE} (Vulkan specification, section Render Pass Store Operations).
 */
final class PassWrites {

    private record Part(ImageSlice slice, Aspect aspect) {}

    private final Set<Part> written = new HashSet<>();

    /** Attachments that an instance begins to use. */
    void begun(@Nullable RenderTargets targets) {
        if (targets != null) {
            targets.all().forEach(attachment -> {
                Set<Aspect> cleared = new HashSet<>(attachment.cleared());
                cleared.removeAll(attachment.undefinedBefore());
                wrote(attachment, cleared);
            });
        }
    }

    void drawn(Command.Draw draw, @Nullable KernelProgram fragment) {
        draw.targets().layers().forEach(layer -> drawn(draw, layer, fragment));
    }

    private void drawn(Command.Draw draw, RenderTargets layer, @Nullable KernelProgram fragment) {
        List<Attachment> colors = layer.colors();
        for (int i = 0; fragment != null && i < colors.size(); i++) {
            Format format = colors.get(i).slice().format();
            if ((fragment.colorOutputs() >> i & 1) != 0 && draw.state().colors().writes(i, format)) {
                wrote(colors.get(i), Set.of(Aspect.COLOR));
            }
        }
        Attachment depth = layer.depthStencil();
        if (depth != null && draw.state().depthWrite()) {
            wrote(depth, Set.of(Aspect.DEPTH));
        }
        if (depth != null && draw.state().writesStencil(depth.slice().format())) {
            wrote(depth, Set.of(Aspect.STENCIL));
        }
    }

    void cleared(Command.ClearAttachments clears) {
        clears.clears().forEach(clear -> wrote(clear.attachment(), clear.aspects()));
    }

    private void wrote(Attachment attachment, Set<Aspect> aspects) {
        for (Aspect aspect : aspects) {
            if (attachment.aspects().contains(aspect)) {
                written.add(new Part(attachment.slice(), aspect));
            }
        }
    }

    /** Attachments that an instance ends to use, with what their store operations come to. */
    @Nullable
    RenderTargets ended(@Nullable RenderTargets targets) {
        return targets == null ? null : targets.map(this::ended);
    }

    private Attachment ended(Attachment attachment) {
        Set<Aspect> aspects = new HashSet<>();
        for (Aspect aspect : Aspect.values()) {
            if (written.contains(new Part(attachment.slice(), aspect))) {
                aspects.add(aspect);
            }
        }
        return attachment.writing(aspects);
    }
}
