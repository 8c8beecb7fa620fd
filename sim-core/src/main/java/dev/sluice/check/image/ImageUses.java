// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.image;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.program.Attachment;
import dev.sluice.program.Bound;
import dev.sluice.program.Command;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.UnknownKindException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which images a command uses, and how. */
public final class ImageUses {
    private final AccessTrace trace;

    /** For the commands of a stream. */
    public ImageUses(AccessTrace trace) {
        this.trace = trace;
    }

    /** The uses of a command other than the steps of a render pass. */
    public List<ImageUse> of(Command command) {
        List<ImageUse> uses = new ArrayList<>();
        if (command instanceof Command.Compute dispatch) {
            bindings(uses, List.of(dispatch.kernel()), dispatch.bindings());
        } else if (command instanceof Command.Draw draw) {
            draw(uses, draw);
        } else if (command instanceof Command.ClearImage clear) {
            for (ImageRange range : clear.ranges()) {
                uses.add(new ImageUse(range, null, ImageLayout.User.TRANSFER_WRITE, "destination of the clear"));
            }
        } else if (command instanceof Command.ImageTransfer transfer) {
            transfer(uses, transfer);
        } else if (!imageless(command)) {
            throw new UnknownKindException(command);
        }
        return uses;
    }

    /** Whether a command names no image, or only attachments that its render pass uses. */
    private static boolean imageless(Command command) {
        return command instanceof Command.ResetEvent
                || command instanceof Command.Marker
                || command instanceof Command.CopyBuffer
                || command instanceof Command.FillBuffer
                || command instanceof Command.UpdateBuffer
                || command instanceof Command.ClearAttachments;
    }

    /** The display's use of an image. */
    public ImageUse presented(String image) {
        return new ImageUse(
                new ImageRange(image, aspects(image), 0, 1, 0, 1), null, ImageLayout.User.PRESENT, "presented image");
    }

    /** The attachments that a step of a render pass begins or ends to use, and what it resolves to. */
    private List<ImageUse> attachments(@Nullable RenderTargets targets) {
        List<ImageUse> uses = new ArrayList<>();
        if (targets != null) {
            targets.all().forEach(attachment -> attachment(uses, attachment));
        }
        return uses;
    }

    /**
     * The attachments of a step of a render pass. One that its subpass has in a layout for reading is an input attachment
     * there, whose load or store operation asks for no other layout.
     */
    public List<ImageUse> attachments(Command.PassStep step, @Nullable RenderTargets targets) {
        List<ImageUse> uses = attachments(targets);
        if (!step.dynamic()) {
            uses.removeIf(use -> use.promised() != null
                    && !use.promised().users().contains(use.user())
                    && use.promised().users().contains(ImageLayout.User.INPUT));
        }
        return uses;
    }

    private void attachment(List<ImageUse> uses, Attachment attachment) {
        boolean color = format(attachment.slice().image()).color();
        ImageRange whole = whole(attachment.slice());
        Map<ImageLayout, Set<Aspect>> layouts = new EnumMap<>(ImageLayout.class);
        for (Aspect aspect : attachment.aspects()) {
            ImageLayout layout = attachment.layout(aspect);
            if (layout.concerns(aspect)) {
                layouts.computeIfAbsent(layout, own -> EnumSet.noneOf(Aspect.class))
                        .add(aspect);
            }
        }
        layouts.forEach((layout, aspects) -> uses.add(new ImageUse(
                whole.of(aspects),
                layout,
                color ? ImageLayout.User.COLOR : ImageLayout.User.DEPTH,
                color ? "color attachment" : "depth/stencil attachment")));
        Attachment.Resolve resolve = attachment.resolve();
        if (resolve != null) {
            ImageSlice to = resolve.to();
            uses.add(new ImageUse(
                    to.subresource(resolve.aspects()),
                    null,
                    color ? ImageLayout.User.COLOR : ImageLayout.User.DEPTH,
                    "attachment to resolve to"));
        }
    }

    private void draw(List<ImageUse> uses, Command.Draw draw) {
        uses.addAll(attachments(draw.targets()));
        List<String> kernels = new ArrayList<>();
        draw.geometry().shaders().forEach(shader -> kernels.add(shader.kernel()));
        String fragment = draw.fragment();
        if (fragment != null) {
            kernels.add(fragment);
        }
        bindings(uses, kernels, draw.bindings());
    }

    private void bindings(List<ImageUse> uses, List<String> kernels, Map<String, Bound> bindings) {
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        for (String name : kernels) {
            KernelProgram kernel = trace.stream().kernels().get(name);
            if (kernel != null) {
                kernel.bindings().forEach(binding -> kinds.put(binding.name(), binding.kind()));
            }
        }
        bindings.forEach((name, bound) -> {
            BindingKind kind = kinds.get(name);
            if (bound instanceof ImageBinding image && kind != null) {
                uses.add(new ImageUse(
                        new ImageRange(
                                image.image(),
                                image.aspects(),
                                image.level(),
                                image.levels(),
                                image.layer(),
                                image.layers()),
                        promised(image, kind),
                        user(kind),
                        "binding " + name));
            }
        });
    }

    /** What a binding says of the layout; the one that stands for a stream's silence promises nothing. */
    private static @Nullable ImageLayout promised(ImageBinding image, BindingKind kind) {
        ImageLayout silent =
                kind == BindingKind.STORAGE_IMAGE ? ImageLayout.GENERAL : ImageLayout.SHADER_READ_ONLY_OPTIMAL;
        return image.layout() == silent ? null : image.layout();
    }

    private static ImageLayout.User user(BindingKind kind) {
        return switch (kind) {
            case STORAGE_IMAGE -> ImageLayout.User.STORAGE;
            case INPUT_ATTACHMENT -> ImageLayout.User.INPUT;
            case SAMPLED, UNIFORM, STORAGE, ACCELERATION_STRUCTURE, SHADER_BINDING_TABLE -> ImageLayout.User.SAMPLED;
        };
    }

    private void transfer(List<ImageUse> uses, Command.ImageTransfer transfer) {
        for (Command.ImageTransfer.Region region : transfer.regions()) {
            box(
                    uses,
                    transfer.src(),
                    region.src(),
                    region.aspect(),
                    ImageLayout.User.TRANSFER_READ,
                    "source of the " + transfer.kind());
            box(
                    uses,
                    transfer.dst(),
                    region.dst(),
                    region.aspect(),
                    ImageLayout.User.TRANSFER_WRITE,
                    "destination of the " + transfer.kind());
        }
    }

    private void box(
            List<ImageUse> uses,
            String image,
            Command.ImageTransfer.@Nullable Box box,
            @Nullable Aspect aspect,
            ImageLayout.User user,
            String what) {
        if (box != null) {
            Set<Aspect> aspects = aspect == null ? aspects(image) : Set.of(aspect);
            uses.add(new ImageUse(new ImageRange(image, aspects, box.level(), 1, box.layer(), 1), null, user, what));
        }
    }

    private ImageRange whole(ImageSlice slice) {
        return slice.subresource(aspects(slice.image()));
    }

    private Format format(String image) {
        return trace.resources().image(image).declaration().spec().format();
    }

    /** The aspects of an image's format. */
    private Set<Aspect> aspects(String image) {
        return format(image).aspects();
    }
}
