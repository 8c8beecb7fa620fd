// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.Command.PassStep.Form;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A render pass instance under way, which turns its steps into load and store operations and barriers (Vulkan
 * specification, chapter Render Pass).
 *
 * <p>An attachment is loaded in the step into the first subpass that uses it and stored in the step out of the last. Each
 * step is a barrier of the subpass dependencies that end in the subpass entered, with the transitions of the attachments
 * that change their layout there; transitions from initial layouts that no dependency orders are part of the first step,
 * those to final layouts of the last.
 */
final class RenderPassInstance {
    /** What the implicit dependencies of Vulkan make available or visible. */
    private static final long ATTACHMENT_ACCESSES = Accesses.of(
            Access.INPUT_ATTACHMENT_READ,
            Access.COLOR_ATTACHMENT_READ,
            Access.COLOR_ATTACHMENT_WRITE,
            Access.DEPTH_STENCIL_ATTACHMENT_READ,
            Access.DEPTH_STENCIL_ATTACHMENT_WRITE);

    private final RenderPass pass;
    private final List<Viewed> images;
    private final Rect area;
    private final List<ClearValue> clears;
    private final int framebufferLayers;
    private int subpass = RenderPass.EXTERNAL;

    /** @param framebufferLayers layers of the attachments that are drawn to, unless subpasses have views */
    RenderPassInstance(
            RenderPass pass, List<Viewed> images, Rect area, List<ClearValue> clears, int framebufferLayers) {
        this.framebufferLayers = framebufferLayers;
        this.pass = pass;
        this.images = List.copyOf(images);
        this.area = area;
        this.clears = List.copyOf(clears);
    }

    int subpass() {
        return subpass;
    }

    boolean last() {
        return subpass == pass.subpasses().size() - 1;
    }

    /** Whether the current subpass has a dependency with itself. */
    boolean dependsOnItself() {
        return pass.dependencies().stream()
                .anyMatch(dependency -> dependency.src() == subpass && dependency.dst() == subpass);
    }

    /** What the current subpass draws to. */
    RenderTargets targets() {
        RenderPass.Subpass current = pass.subpasses().get(subpass);
        List<Attachment> colors = new ArrayList<>();
        for (RenderPass.Use color : current.colors()) {
            colors.add(attachment(color, true, true, current.resolve(color)));
        }
        RenderPass.Use depth = current.depth();
        return made(colors, depth == null ? null : attachment(depth, true, true, current.resolve(depth)), List.of())
                .in(layers().numbers());
    }

    /** Which layers the current subpass draws to. */
    TargetLayers layers() {
        return TargetLayers.of(framebufferLayers, pass.subpasses().get(subpass).viewMask());
    }

    Command.PassStep begin(Origin origin) {
        subpass = 0;
        return new Command.PassStep(origin, Form.BEGIN_RENDER_PASS, null, dependency(origin), begins());
    }

    Command.PassStep next(Origin origin) {
        RenderTargets ends = ends();
        subpass++;
        return new Command.PassStep(origin, Form.NEXT_SUBPASS, ends, dependency(origin), begins());
    }

    Command.PassStep end(Origin origin) {
        return new Command.PassStep(origin, Form.END_RENDER_PASS, ends(), finalDependency(origin), null);
    }

    /** The attachments whose first use is the current subpass. */
    private @Nullable RenderTargets begins() {
        List<Attachment> begun = new ArrayList<>();
        for (RenderPass.Use use : pass.subpasses().get(subpass).uses()) {
            if (pass.firstUse(use.attachment()) == subpass) {
                begun.add(attachment(use, true, false, null));
            }
        }
        return made(begun);
    }

    /** The attachments whose last use is the current subpass, and those that it resolves. */
    private @Nullable RenderTargets ends() {
        RenderPass.Subpass current = pass.subpasses().get(subpass);
        List<Attachment> ended = new ArrayList<>();
        for (RenderPass.Use use : current.uses()) {
            boolean over = pass.lastUse(use.attachment(), pass.subpasses().size()) == subpass;
            RenderPass.Use resolve = current.resolve(use);
            if (over || resolve != null) {
                ended.add(attachment(use, over, over, resolve));
            }
        }
        return made(ended);
    }

    /** Attachments by what the current subpass does with them; null for none. */
    private @Nullable RenderTargets made(List<Attachment> attachments) {
        RenderPass.Subpass current = pass.subpasses().get(subpass);
        List<Attachment> colors = new ArrayList<>();
        List<Attachment> others = new ArrayList<>();
        RenderPass.Use drawn = current.depth();
        Attachment depth = null;
        for (Attachment attachment : attachments) {
            if (drawn != null && slice(drawn.attachment()).equals(attachment.slice())) {
                depth = attachment;
            } else if (current.colors().stream()
                    .anyMatch(use -> slice(use.attachment()).equals(attachment.slice()))) {
                colors.add(attachment);
            } else {
                others.add(attachment);
            }
        }
        // load and store operations are of all views of the render pass (Vulkan specification,
        // VkRenderPassMultiviewCreateInfo)
        TargetLayers all = TargetLayers.of(framebufferLayers, pass.viewMask());
        return attachments.isEmpty() ? null : made(colors, depth, others).in(all.numbers());
    }

    private RenderTargets made(List<Attachment> colors, @Nullable Attachment depth, List<Attachment> others) {
        RenderPass.Subpass current = pass.subpasses().get(subpass);
        RenderPass.Use first =
                current.colors().isEmpty() ? current.depth() : current.colors().get(0);
        int samples =
                first == null ? 1 : pass.attachments().get(first.attachment()).samples();
        return new RenderTargets(area, colors, depth, others, samples);
    }

    private Attachment attachment(RenderPass.Use use, boolean loads, boolean stores, RenderPass.@Nullable Use resolve) {
        RenderPass.Description description = pass.attachments().get(use.attachment());
        return new Attachment(
                slice(use.attachment()),
                images.get(use.attachment()).range().aspects(),
                use.layouts().layout(),
                use.layouts().stencil(),
                loads ? description.load() : Attachment.LoadOp.LOAD,
                stores ? description.store() : Attachment.StoreOp.NONE,
                loads ? description.stencilLoad() : Attachment.LoadOp.LOAD,
                stores ? description.stencilStore() : Attachment.StoreOp.NONE,
                clears.get(use.attachment()),
                resolve == null
                        ? null
                        : new Attachment.Resolve(
                                slice(resolve.attachment()),
                                pass.subpasses().get(subpass).modes(use, description.format())));
    }

    private ImageSlice slice(int attachment) {
        return images.get(attachment)
                .slice(0, 0, pass.attachments().get(attachment).format());
    }

    /** The dependencies that end in the current subpass and the transitions into its layouts. */
    private Command.@Nullable PipelineBarrier dependency(Origin origin) {
        List<Barrier> barriers = new ArrayList<>();
        boolean byRegion = true;
        for (RenderPass.Dependency dependency : pass.dependencies()) {
            if (dependency.dst() == subpass && dependency.src() != subpass) {
                barriers.add(global(dependency));
                byRegion &= dependency.byRegion();
            }
        }
        for (int i = 0; i < pass.attachments().size(); i++) {
            RenderPass.Dependency scopes = scopes(i);
            RenderPass.Use use =
                    scopes == null ? null : pass.subpasses().get(scopes.dst()).use(i);
            if (scopes != null && use != null) {
                List<Barrier> transitions = transitions(scopes, i, layoutsAfter(i, scopes.src()), use.layouts());
                addNew(barriers, transitions);
                byRegion &= transitions.isEmpty() || scopes.byRegion();
            }
        }
        return barriers.isEmpty() ? null : new Command.PipelineBarrier(origin, barriers, byRegion);
    }

    /**
     * What orders an attachment's transition if the current step is the one to make it, else null. Without a dependency
     * from outside there is an implicit one from nothing to everything (Vulkan specification, VkSubpassDependency): it
     * waits for nobody, and its transition is made as the render pass begins, lest it make a later step
     * framebuffer-global.
     */
    private RenderPass.@Nullable Dependency scopes(int attachment) {
        int first = pass.firstUse(attachment);
        if (first == pass.subpasses().size()) {
            return null;
        }
        RenderPass.Dependency entry = joined(RenderPass.EXTERNAL, first);
        if (entry == null && subpass == 0) {
            return new RenderPass.Dependency(
                    RenderPass.EXTERNAL,
                    first,
                    Stage.TOP_OF_PIPE.mask(),
                    0,
                    Stage.ALL_COMMANDS.mask(),
                    ATTACHMENT_ACCESSES,
                    false);
        }
        if (first == subpass) {
            return entry;
        }
        int before = pass.lastUse(attachment, subpass);
        if (before == RenderPass.EXTERNAL) {
            return null;
        }
        RenderPass.Dependency between = between(before, subpass);
        // nothing orders a transition between subpasses that no dependency joins
        return between != null
                ? between
                : new RenderPass.Dependency(
                        before, subpass, Stage.TOP_OF_PIPE.mask(), 0, Stage.BOTTOM_OF_PIPE.mask(), 0, true);
    }

    /**
     * What orders a transition between two subpasses, of which a chain of dependencies says which is first: it comes after
     * what is made available out of the one, and before what is made visible into the other (Vulkan specification,
     * VkSubpassDependency). Null without a chain.
     */
    private RenderPass.@Nullable Dependency between(int src, int dst) {
        RenderPass.Dependency out = null;
        RenderPass.Dependency in = null;
        for (RenderPass.Dependency dependency : pass.dependencies()) {
            if (dependency.src() == src && dependency.dst() != src && pass.leads(dependency.dst(), dst)) {
                out = out == null ? dependency : out.with(dependency);
            }
            if (dependency.dst() == dst && dependency.src() != dst && pass.leads(src, dependency.src())) {
                in = in == null ? dependency : in.with(dependency);
            }
        }
        return out == null || in == null
                ? null
                : new RenderPass.Dependency(
                        src,
                        dst,
                        out.srcStages(),
                        out.srcAccess(),
                        in.dstStages(),
                        in.dstAccess(),
                        out.byRegion() && in.byRegion());
    }

    /** The dependencies that end outside and the transitions into final layouts. */
    private Command.@Nullable PipelineBarrier finalDependency(Origin origin) {
        List<Barrier> barriers = new ArrayList<>();
        boolean byRegion = true;
        for (RenderPass.Dependency dependency : pass.dependencies()) {
            if (dependency.dst() == RenderPass.EXTERNAL) {
                barriers.add(global(dependency));
                byRegion &= dependency.byRegion();
            }
        }
        int end = pass.subpasses().size();
        for (int i = 0; i < pass.attachments().size(); i++) {
            int last = pass.lastUse(i, end);
            if (last != RenderPass.EXTERNAL) {
                RenderPass.Dependency declared = joined(last, RenderPass.EXTERNAL);
                // without a dependency to outside there is an implicit one from everything to nothing (Vulkan
                // specification, VkSubpassDependency)
                RenderPass.Dependency scopes = declared != null
                        ? declared
                        : new RenderPass.Dependency(
                                last,
                                RenderPass.EXTERNAL,
                                Stage.ALL_COMMANDS.mask(),
                                ATTACHMENT_ACCESSES,
                                Stage.BOTTOM_OF_PIPE.mask(),
                                0,
                                false);
                List<Barrier> transitions = transitions(
                        scopes,
                        i,
                        layoutsAfter(i, last),
                        pass.attachments().get(i).end());
                addNew(barriers, transitions);
                byRegion &= transitions.isEmpty() || scopes.byRegion();
            }
        }
        return barriers.isEmpty() ? null : new Command.PipelineBarrier(origin, barriers, byRegion);
    }

    private RenderPass.Layouts layoutsAfter(int attachment, int last) {
        RenderPass.Use use =
                last == RenderPass.EXTERNAL ? null : pass.subpasses().get(last).use(attachment);
        return use == null ? pass.attachments().get(attachment).initial() : use.layouts();
    }

    /** All dependencies from one subpass to another as one, or null where there is none. */
    private RenderPass.@Nullable Dependency joined(int src, int dst) {
        RenderPass.Dependency all = null;
        for (RenderPass.Dependency dependency : pass.dependencies()) {
            if (dependency.src() == src && dependency.dst() == dst) {
                all = all == null ? dependency : all.with(dependency);
            }
        }
        return all;
    }

    private Barrier global(RenderPass.Dependency dependency) {
        return new Barrier(
                dependency.srcStages(),
                dependency.srcAccess(),
                dependency.dstStages(),
                dependency.dstAccess(),
                null,
                null,
                null,
                null,
                new SubpassScopes(
                        Set.of(dependency.src()), dependency.dst(), pass.storing(dependency.src(), dependency.dst())));
    }

    /** One of all aspects while they are in one layout, else one of each aspect whose layout changes. */
    private List<Barrier> transitions(
            RenderPass.Dependency scopes, int attachment, RenderPass.Layouts from, RenderPass.Layouts to) {
        ImageRange range = images.get(attachment).range();
        // whatever used the attachment up to then is over, although the dependency may be of the last of them alone
        Set<Integer> before = scopes.src() == RenderPass.EXTERNAL
                ? Set.of(RenderPass.EXTERNAL)
                : pass.users(attachment, scopes.src());
        if (from.one() && to.one()) {
            return from.equals(to) ? List.of() : List.of(transition(scopes, before, range, from.layout(), to.layout()));
        }
        List<Barrier> barriers = new ArrayList<>();
        for (Aspect aspect : Aspect.values()) {
            ImageLayout old = from.of(aspect);
            ImageLayout now = to.of(aspect);
            if (range.aspects().contains(aspect) && old.of(aspect) != now.of(aspect)) {
                barriers.add(transition(scopes, before, range.of(Set.of(aspect)), old, now));
            }
        }
        return barriers;
    }

    /** Adds transitions once: attachments that are slices of one level have their subresource, and its layout, in common. */
    private static void addNew(List<Barrier> barriers, List<Barrier> transitions) {
        transitions.stream()
                .filter(transition -> !barriers.contains(transition))
                .forEach(barriers::add);
    }

    private static Barrier transition(
            RenderPass.Dependency scopes, Set<Integer> before, ImageRange range, ImageLayout from, ImageLayout to) {
        return new Barrier(
                scopes.srcStages(),
                scopes.srcAccess(),
                scopes.dstStages(),
                scopes.dstAccess(),
                null,
                new ImageTransition(range, from, to),
                null,
                null,
                new SubpassScopes(before, scopes.dst(), Set.of()));
    }
}
