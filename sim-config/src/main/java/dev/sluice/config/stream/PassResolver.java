// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Rect;
import org.jspecify.annotations.Nullable;

/** Follows the render passes and dynamic renderings of one list of commands: what is drawn to at each point. */
final class PassResolver {
    private final StreamContext context;
    private final RenderingAttachments renderings;
    private final RenderPassTable passes;

    private @Nullable Object opened;
    private @Nullable RenderTargets targets;
    private @Nullable RenderPassInstance instance;
    private TargetLayers layers = TargetLayers.ONE;
    private PassWrites writes = new PassWrites();

    PassResolver(StreamContext context, ImageTable images, RenderPassTable passes) {
        this.context = context;
        this.renderings = new RenderingAttachments(context, images);
        this.passes = passes;
    }

    /** One of two keys that say the same. */
    static <T> @Nullable T either(
            Object user, String key, @Nullable T value, String otherKey, @Nullable T other, StreamContext context) {
        if (value != null && other != null) {
            throw context.where.error(user, otherKey, "'" + key + "' and '" + otherKey + "' exclude each other");
        }
        return value != null ? value : other;
    }

    static String text(Rect rect) {
        return "[" + rect.x() + ", " + rect.y() + ", " + rect.width() + ", " + rect.height() + "]";
    }

    /** What is drawn to here. */
    RenderTargets targets(Object step, String kind) {
        if (targets == null) {
            throw context.where
                    .node(step)
                    .error(kind + " belongs between beginRendering and endRendering, or into a render pass");
        }
        return targets;
    }

    /** What stands for the subpass or rendering here, another for each; null outside of render passes. */
    @Nullable
    Object subpass() {
        return targets;
    }

    /** Refuses a command that cannot stand within a render pass. */
    void outside(Object step, String kind) {
        if (opened != null) {
            throw context.where
                    .node(step)
                    .error(kind + " cannot stand within a render pass; this one began at " + context.place(opened));
        }
    }

    /**
     * Refuses a barrier in a subpass that declares no dependency with itself (Vulkan specification, chapter Render
     * Pass).
     */
    void barrier(Object step) {
        if (instance != null && !instance.dependsOnItself()) {
            throw context.where
                    .node(step)
                    .error("pipelineBarrier: subpass " + instance.subpass()
                            + " has no dependency with itself, so that no barrier can stand in it");
        }
    }

    /** What is open at one point of a list of commands. */
    record Place(@Nullable Object opened) {}

    /** What is open here. */
    Place place() {
        return new Place(opened);
    }

    /** Refuses a secondary command buffer that ends what it did not begin, or leaves open what it began. */
    void same(Place before) {
        Object began = before.opened();
        if (opened != began) {
            Object at = opened == null ? began : opened;
            throw context.where
                    .node(at == null ? context.file : at)
                    .error("what begins here must end in the same command buffer");
        }
    }

    /** Refuses a list of commands that leaves a render pass open. */
    void finish() {
        if (opened != null) {
            throw context.where
                    .node(opened)
                    .error("what begins here does not end; " + (instance == null ? "endRendering" : "endRenderPass")
                            + " is missing");
        }
    }

    Command begin(PassStep.BeginRendering step, Origin origin) {
        outside(step, "beginRendering");
        layers = TargetLayers.of(step.layerCount(), step.viewMask());
        RenderTargets made = renderings.targets(step, layers);
        opened = step;
        targets = made;
        return begun(new Command.PassStep(origin, Command.PassStep.Form.BEGIN_RENDERING, null, null, made));
    }

    /** Which layers are drawn to here. */
    TargetLayers layers() {
        return layers;
    }

    Command end(PassStep.EndRendering step, Origin origin) {
        RenderTargets ended = targets;
        if (opened == null || ended == null || instance != null) {
            throw context.where.node(step).error("endRendering: no beginRendering comes before it");
        }
        opened = null;
        targets = null;
        return ended(new Command.PassStep(origin, Command.PassStep.Form.END_RENDERING, ended, null, null));
    }

    private Command.PassStep begun(Command.PassStep step) {
        writes = new PassWrites();
        writes.begun(step.begins());
        return step;
    }

    /** The step with what the store operations come to. */
    private Command.PassStep ended(Command.PassStep step) {
        return new Command.PassStep(
                step.origin(), step.form(), writes.ended(step.ends()), step.dependency(), step.begins());
    }

    /** What is written within the pass that is open. */
    PassWrites writes() {
        return writes;
    }

    Command begin(PassStep.BeginRenderPass step, Origin origin) {
        outside(step, "beginRenderPass");
        RenderPassInstance made = passes.instance(step);
        Command begin = begun(made.begin(origin));
        opened = step;
        instance = made;
        targets = made.targets();
        layers = made.layers();
        return begin;
    }

    Command next(PassStep.NextSubpass step, Origin origin) {
        RenderPassInstance open = open(step, "nextSubpass");
        if (open.last()) {
            throw context.where
                    .node(step)
                    .error("nextSubpass: subpass " + open.subpass() + " is the last of the render pass");
        }
        Command.PassStep next = ended(open.next(origin));
        writes.begun(next.begins());
        targets = open.targets();
        layers = open.layers();
        return next;
    }

    Command end(PassStep.EndRenderPass step, Origin origin) {
        RenderPassInstance open = open(step, "endRenderPass");
        if (!open.last()) {
            throw context.where
                    .node(step)
                    .error("endRenderPass: subpass " + open.subpass() + " is not the last of the render pass");
        }
        Command end = ended(open.end(origin));
        opened = null;
        instance = null;
        targets = null;
        return end;
    }

    private RenderPassInstance open(Object step, String kind) {
        if (instance == null) {
            throw context.where.node(step).error(kind + ": no beginRenderPass comes before it");
        }
        return instance;
    }

    /** The area that is written, which must lie within the whole, or the whole. */
    static Rect area(@Nullable Node written, Rect whole) {
        if (written == null) {
            return whole;
        }
        Rect area = Shapes.rect(written, "renderArea");
        if (!area.intersect(whole).equals(area)) {
            throw written.error("renderArea: " + text(area) + " leaves the attachments, which have " + whole.width()
                    + " x " + whole.height() + " pixels");
        }
        return area;
    }
}
