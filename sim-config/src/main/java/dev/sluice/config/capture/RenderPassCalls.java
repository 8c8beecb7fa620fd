// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.stream.GraphicsFile;
import dev.sluice.config.stream.PassStep;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Render passes, framebuffers and their instances. */
final class RenderPassCalls {
    static final String LACKING = "layers or views that attachments have not are not drawn to";
    /** All views that a mask can name here: 31, where Vulkan has bits for 32. */
    static final long MOST_VIEWS = (1L << 31) - 1;

    private final CaptureSession session;
    private final CommandCalls commands;
    private final Map<Long, CapturedRenderPass> passes = new HashMap<>();
    private final Map<Long, Framebuffer> framebuffers = new HashMap<>();
    private final Map<List<Object>, Named> declared = new LinkedHashMap<>();

    /**
     * A {@code VkFramebuffer}.
     *
     * @param views handles of views; none for one that learns them when a render pass begins
     */
    private record Framebuffer(Named name, long handle, List<Long> views, int width, int height, int layers) {
        private Framebuffer {
            views = List.copyOf(views);
        }
    }

    /**
     * A render pass instance in a command buffer.
     *
     * @param layers those of the framebuffer
     */
    private record Instance(CapturedRenderPass renderPass, List<View> views, int layers, Struct begin) {
        @Nullable
        Pass pass(int number) {
            CapturedRenderPass.Subpass subpass = renderPass.subpass(number);
            if (subpass == null) {
                return null;
            }
            List<View> colors = new ArrayList<>();
            for (int attachment : subpass.colors()) {
                if (attachment >= views.size()) {
                    return null;
                }
                colors.add(views.get(attachment));
            }
            View depth = subpass.depth() >= 0 && subpass.depth() < views.size() ? views.get(subpass.depth()) : null;
            return new Pass(
                    Pass.rect(begin.struct("renderArea")),
                    colors,
                    subpass.locations(),
                    depth,
                    Set.of(Aspect.DEPTH, Aspect.STENCIL),
                    renderPass.viewMask() == 0 ? layers : 1);
        }
    }

    RenderPassCalls(CaptureSession session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateRenderPass", this::create);
        CommandCalls.both(handlers, "vkCreateRenderPass2", this::create);
        handlers.put("vkCreateFramebuffer", this::createFramebuffer);
        handlers.put("vkCmdBeginRenderPass", this::begin);
        CommandCalls.both(handlers, "vkCmdBeginRenderPass2", this::begin);
        handlers.put("vkCmdNextSubpass", this::next);
        CommandCalls.both(handlers, "vkCmdNextSubpass2", this::next);
        handlers.put("vkCmdEndRenderPass", args -> end(args, new PassStep.EndRenderPass()));
        CommandCalls.both(handlers, "vkCmdEndRenderPass2", args -> end(args, new PassStep.EndRenderPass()));
        new RenderingCalls(session, commands).register(handlers);
        CommandCalls.both(handlers, "vkCmdEndRendering", args -> end(args, new PassStep.EndRendering()));
        handlers.put("vkCmdEndRendering2EXT", args -> end(args, new PassStep.EndRendering()));
        handlers.put("vkCmdEndRendering2KHR", args -> end(args, new PassStep.EndRendering()));
    }

    private void create(Struct args) {
        long handle = args.handle("pRenderPass");
        passes.put(
                handle,
                new CapturedRenderPass(session, session.named("renderPass", handle), args.struct("pCreateInfo")));
    }

    private void createFramebuffer(Struct args) {
        Struct info = args.struct("pCreateInfo");
        long handle = args.handle("pFramebuffer");
        framebuffers.put(
                handle,
                new Framebuffer(
                        session.named("framebuffer", handle),
                        handle,
                        info.handles("pAttachments"),
                        DescriptorCalls.small(info, "width"),
                        DescriptorCalls.small(info, "height"),
                        DescriptorCalls.small(info, "layers")));
    }

    private void begin(Struct args) {
        Struct begin = args.struct("pRenderPassBegin");
        CapturedRenderPass renderPass = passes.get(begin.handle("renderPass"));
        Framebuffer framebuffer = framebuffers.get(begin.handle("framebuffer"));
        if (renderPass == null || framebuffer == null) {
            throw args.error("pRenderPassBegin", "names no render pass or framebuffer that the capture has created");
        }
        Struct late = begin.chained("VK_STRUCTURE_TYPE_RENDER_PASS_ATTACHMENT_BEGIN_INFO");
        List<Long> handles = late == null ? framebuffer.views() : late.handles("pAttachments");
        List<View> views = new ArrayList<>();
        for (long handle : handles) {
            View view = session.views().get(handle);
            if (view != null && view.image.memory() != null) {
                views.add(view);
            }
        }
        Instance instance = new Instance(renderPass, views, framebuffer.layers(), begin);
        Pass first = instance.pass(0);
        if (views.size() < handles.size() || first == null) {
            session.lost(args.call(), "render passes on images that are not known are left out");
            return;
        }
        long mask = renderPass.viewMask();
        long needed = mask == 0 ? framebuffer.layers() : last(mask) + 1L;
        if (needed > PassStep.MOST_LAYERS
                || mask > MOST_VIEWS
                || views.stream().anyMatch(view -> view.layers < needed)) {
            session.lost(args.call(), "render passes whose attachments have not all of their layers are left out");
            return;
        }
        List<Node> clears = clears(instance);
        commands.record(args, submission -> {
            Named name = framebuffer(renderPass, framebuffer, views);
            submission.settle();
            submission.add(
                    args.call(),
                    () -> new PassStep.BeginRenderPass(
                            renderPass.name.toString(), name.toString(), rectangle(first.area()), clears));
            submission.begin(first, instance::pass);
            for (int i = 0; i < views.size(); i++) {
                View view = views.get(i);
                view.image.deviceWrote();
                view.image.layoutsNow().become(view.part, renderPass.layoutAfter(i));
            }
        });
    }

    /** Declares the render pass and the framebuffer; one without views of its own once for each set of views. */
    private Named framebuffer(CapturedRenderPass renderPass, Framebuffer framebuffer, List<View> views) {
        session.renderPasses().put(renderPass.name, renderPass.declaration());
        return declared.computeIfAbsent(List.of(framebuffer.name, views), key -> {
            Named name = framebuffer.views().isEmpty() && !views.isEmpty()
                    ? session.extra("framebuffer", framebuffer.handle())
                    : framebuffer.name;
            views.forEach(View::use);
            session.framebuffers()
                    .put(
                            name,
                            () -> new GraphicsFile.Framebuffer(
                                    renderPass.name.toString(),
                                    views.stream()
                                            .map(view -> view.name.toString())
                                            .toList(),
                                    framebuffer.width(),
                                    framebuffer.height(),
                                    views.isEmpty() ? 1 : framebuffer.layers()));
            return name;
        });
    }

    /** The last view of a mask that has one. */
    private static int last(long mask) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(mask);
    }

    /** {@code [x, y, width, height]}. */
    static ListNode rectangle(Rect area) {
        return ListNode.of(area.x(), area.y(), area.width(), area.height());
    }

    /** Values for all attachments up to the last one that the render pass clears. */
    private static List<Node> clears(Instance instance) {
        List<Struct> values = instance.begin().structs("pClearValues");
        List<Node> clears = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < instance.views().size(); i++) {
            boolean used = instance.renderPass().clears(i) && i < values.size();
            last = used ? i : last;
            clears.add(
                    used
                            ? ClearValues.of(values.get(i), instance.views().get(i).format)
                            : ClearValues.none(instance.views().get(i).format));
        }
        return clears.subList(0, last + 1);
    }

    private void next(Struct args) {
        commands.record(args, submission -> {
            if (submission.nextSubpass()) {
                submission.add(args.call(), PassStep.NextSubpass::new);
            }
        });
    }

    private void end(Struct args, PassStep end) {
        commands.record(args, submission -> submission.end(args.call(), end));
    }
}
