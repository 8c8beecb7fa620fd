package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Render passes, framebuffers and their instances. */
final class RenderPassCalls {
    private final Session session;
    private final CommandCalls commands;
    private final Map<Long, RenderPass> passes = new HashMap<>();
    private final Map<Long, Framebuffer> framebuffers = new HashMap<>();
    private final Map<List<Object>, Named> declared = new LinkedHashMap<>();

    /**
     * A {@code VkFramebuffer}.
     *
     * @param views handles of views; none for one that learns them when a render pass begins
     */
    private record Framebuffer(Named name, long handle, List<Long> views, long width, long height, long layers) {
        private Framebuffer {
            views = List.copyOf(views);
        }
    }

    /** A render pass instance in a command buffer. */
    private record Instance(RenderPass renderPass, List<View> views, Struct begin) {
        @Nullable
        Pass pass(int number) {
            RenderPass.Subpass subpass = renderPass.subpass(number);
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
            return new Pass(Pass.rect(begin.struct("renderArea")), colors, subpass.locations(), depth);
        }
    }

    RenderPassCalls(Session session, CommandCalls commands) {
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
        handlers.put("vkCmdEndRenderPass", args -> end(args, "endRenderPass"));
        CommandCalls.both(handlers, "vkCmdEndRenderPass2", args -> end(args, "endRenderPass"));
        new RenderingCalls(session, commands).register(handlers);
        CommandCalls.both(handlers, "vkCmdEndRendering", args -> end(args, "endRendering"));
    }

    private void create(Struct args) {
        long handle = args.handle("pRenderPass");
        passes.put(handle, new RenderPass(session, session.named("renderPass", handle), args.struct("pCreateInfo")));
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
                        info.number("width"),
                        info.number("height"),
                        info.number("layers")));
    }

    private void begin(Struct args) {
        Struct begin = args.struct("pRenderPassBegin");
        RenderPass renderPass = passes.get(begin.handle("renderPass"));
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
        Instance instance = new Instance(renderPass, views, begin);
        Pass first = instance.pass(0);
        if (views.size() < handles.size() || first == null) {
            session.notes.count("render passes on images that are not known are left out");
            return;
        }
        commands.record(args, submission -> {
            Map<String, Object> arguments = Session.map(
                    "renderPass", renderPass.name,
                    "framebuffer", framebuffer(renderPass, framebuffer, views),
                    "renderArea", area(first));
            List<Object> clears = clears(instance);
            if (!clears.isEmpty()) {
                arguments.put("clearValues", clears);
            }
            submission.add(args.call(), "beginRenderPass", arguments, false);
            submission.begin(first, instance::pass);
            views.forEach(view -> view.image.deviceWrote());
        });
    }

    /** Declares the render pass and the framebuffer; one without views of its own once for each set of views. */
    private Named framebuffer(RenderPass renderPass, Framebuffer framebuffer, List<View> views) {
        session.declare("renderPasses", renderPass.name, renderPass.declaration());
        return declared.computeIfAbsent(List.of(framebuffer.name, views), key -> {
            Named name = framebuffer.views().isEmpty() && !views.isEmpty()
                    ? session.extra("framebuffer", framebuffer.handle())
                    : framebuffer.name;
            List<Object> names = new ArrayList<>();
            views.forEach(view -> names.add(view.use()));
            session.declare(
                    "framebuffers",
                    name,
                    Session.map(
                            "renderPass",
                            renderPass.name,
                            "attachments",
                            names,
                            "width",
                            framebuffer.width(),
                            "height",
                            framebuffer.height(),
                            "layers",
                            framebuffer.layers()));
            return name;
        });
    }

    static List<Integer> area(Pass pass) {
        return List.of(
                pass.area().x(),
                pass.area().y(),
                pass.area().width(),
                pass.area().height());
    }

    /** Values for all attachments up to the last one that the render pass clears. */
    private List<Object> clears(Instance instance) {
        List<Struct> values = instance.begin().structs("pClearValues");
        List<Object> clears = new ArrayList<>();
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
                submission.add(args.call(), "nextSubpass", Session.map(), false);
            }
        });
    }

    private void end(Struct args, String kind) {
        commands.record(args, submission -> {
            if (submission.pass() != null) {
                submission.add(args.call(), kind, Session.map(), false);
                submission.end();
            }
        });
    }
}
