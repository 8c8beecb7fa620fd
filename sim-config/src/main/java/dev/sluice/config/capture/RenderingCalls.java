// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.Node;
import dev.sluice.config.stream.PassStep;
import dev.sluice.config.stream.PassStep.RenderingAttachment;
import dev.sluice.program.Attachment.LoadOp;
import dev.sluice.program.Attachment.StoreOp;
import dev.sluice.program.image.Aspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Dynamic rendering: render passes without objects. */
final class RenderingCalls {
    private static final long SUSPENDING = 2;
    private static final long RESUMING = 4;

    private final CaptureSession session;
    private final CommandCalls commands;

    RenderingCalls(CaptureSession session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
    }

    void register(Map<String, Handler> handlers) {
        CommandCalls.both(handlers, "vkCmdBeginRendering", this::begin);
        CommandCalls.both(
                handlers,
                "vkCmdSetRenderingAttachmentLocations",
                args -> commands.state(args).locations = AttachmentLocations.of(args.struct("pLocationInfo")));
    }

    private void begin(Struct args) {
        commands.state(args).locations = AttachmentLocations.OWN;
        Struct info = args.struct("pRenderingInfo");
        boolean resuming = (info.number("flags", 0) & RESUMING) != 0;
        boolean suspending = (info.number("flags", 0) & SUSPENDING) != 0;
        List<View> colors = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        List<Struct> colorInfos = new ArrayList<>();
        int number = 0;
        for (Struct attachment : info.structs("pColorAttachments")) {
            View view = view(attachment, "imageView");
            if (view != null) {
                colors.add(view);
                numbers.add(number);
                colorInfos.add(attachment);
            }
            number++;
        }
        View depth = view(info, Aspect.DEPTH);
        View stencil = view(info, Aspect.STENCIL);
        View either = depth != null ? depth : stencil;
        if (colors.isEmpty() && either == null) {
            session.lost(args.call(), "rendering without attachments that are known is left out");
            return;
        }
        int attached = Stream.concat(colors.stream(), Stream.of(either))
                .filter(Objects::nonNull)
                .mapToInt(view -> view.layers)
                .min()
                .orElse(1);
        long views = info.number("viewMask", 0);
        int viewMask = (int) (views & (1L << Math.min(attached, 31)) - 1);
        int layers = views == 0
                ? (int) Math.max(1, Math.min(info.number("layerCount", 1), Math.min(attached, PassStep.MOST_LAYERS)))
                : 1;
        if (viewMask != views || views == 0 && layers < info.number("layerCount", 1)) {
            session.lost(args.call(), RenderPassCalls.LACKING);
        }
        Pass pass = new Pass(
                Pass.rect(info.struct("renderArea")),
                colors,
                numbers,
                either,
                Aspect.depthStencil(depth != null, stencil != null),
                layers);
        commands.record(args, submission -> {
            if (resuming && submission.resume()) {
                if (suspending) {
                    submission.suspends();
                }
                return;
            }
            submission.settle();
            List<Late<RenderingAttachment>> colorList = new ArrayList<>();
            for (int i = 0; i < colors.size(); i++) {
                colorList.add(attachment(colorInfos.get(i), colors.get(i), Aspect.COLOR));
            }
            Late<RenderingAttachment> depthAttachment =
                    depth == null ? null : attachment(info.struct("pDepthAttachment"), depth, Aspect.DEPTH);
            Late<RenderingAttachment> stencilAttachment =
                    stencil == null ? null : attachment(info.struct("pStencilAttachment"), stencil, Aspect.STENCIL);
            submission.add(
                    args.call(),
                    () -> new PassStep.BeginRendering(
                            RenderPassCalls.rectangle(pass.area()),
                            layers,
                            viewMask,
                            Late.all(colorList),
                            Late.optional(depthAttachment),
                            Late.optional(stencilAttachment)));
            submission.begin(pass, subpass -> null);
            if (suspending) {
                submission.suspends();
            }
            pass.written();
        });
    }

    /** What is attached for an aspect; null where that is nothing, or its format lacks the aspect here. */
    private @Nullable View view(Struct info, Aspect aspect) {
        String key = aspect == Aspect.DEPTH ? "pDepthAttachment" : "pStencilAttachment";
        View view = info.has(key) ? view(info.struct(key), "imageView") : null;
        return view == null || !view.image.format().has(aspect) ? null : view;
    }

    private @Nullable View view(Struct attachment, String key) {
        View view = session.views().get(attachment.handle(key));
        if (view != null && view.image.memory() != null) {
            return view;
        }
        if (attachment.handle(key) != 0) {
            session.lost(attachment.call(), "attachments that are not known are left out");
        }
        return null;
    }

    private Late<RenderingAttachment> attachment(Struct attachment, View view, Aspect aspect) {
        LoadOp load = CapturedRenderPass.load(attachment, "loadOp");
        StoreOp store = CapturedRenderPass.store(attachment, "storeOp");
        String layout = session.layout(attachment.text("imageLayout"));
        Node clear = load == LoadOp.CLEAR ? ClearValues.of(attachment.struct("clearValue"), view.format) : null;
        View resolve = attachment.text("resolveMode").endsWith("NONE") ? null : view(attachment, "resolveImageView");
        String mode = resolve == null
                ? null
                : CapturedRenderPass.resolveMode(session, attachment, "resolveMode", view.format, aspect);
        view.use();
        if (resolve != null) {
            resolve.use();
            resolve.image.deviceWrote();
        }
        return () -> new RenderingAttachment(
                null,
                view.name.toString(),
                null,
                null,
                null,
                layout,
                null,
                load,
                store,
                clear,
                null,
                resolve == null ? null : new PassStep.Resolve(resolve.name.toString(), null, null, null, mode));
    }
}
