// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.Attachment;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ResolveMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A render pass with its names looked up and its numbers checked. */
record RenderPass(List<Description> attachments, List<Subpass> subpasses, List<Dependency> dependencies) {
    /** The number of what lies before or after the render pass. */
    static final int EXTERNAL = SubpassScopes.EXTERNAL;

    /** An attachment, whichever image it is. */
    record Description(
            Format format,
            int samples,
            Attachment.LoadOp load,
            Attachment.StoreOp store,
            Attachment.LoadOp stencilLoad,
            Attachment.StoreOp stencilStore,
            Layouts initial,
            Layouts end) {}

    /** The layout of an attachment, and that of its stencil: the same where nothing else is said. */
    record Layouts(ImageLayout layout, ImageLayout stencil) {
        boolean one() {
            return layout == stencil;
        }

        ImageLayout of(Aspect aspect) {
            return aspect == Aspect.STENCIL ? stencil : layout;
        }
    }

    /** An attachment's number and the layouts of its use. */
    record Use(int attachment, Layouts layouts) {}

    /**
     * What the depth/stencil attachment of a subpass is resolved to.
     *
     * @param modes how, by aspect
     */
    record DepthResolve(Use to, Map<Aspect, ResolveMode> modes) {
        DepthResolve {
            modes = Map.copyOf(modes);
        }
    }

    /**
     * The attachments of a subpass.
     *
     * @param resolves by the place in {@code colors} of what is resolved, null for none; as many as colours, or empty
     * @param viewMask its views; 0 for none
     */
    record Subpass(
            List<Use> colors,
            List<Use> inputs,
            List<@Nullable Use> resolves,
            @Nullable Use depth,
            @Nullable DepthResolve depthResolve,
            int viewMask) {
        /** The use of what an attachment is resolved to, or null. */
        @Nullable
        Use resolve(Use from) {
            if (depth != null && depth.attachment() == from.attachment()) {
                return depthResolve == null ? null : depthResolve.to();
            }
            for (int i = 0; i < Math.min(colors.size(), resolves.size()); i++) {
                if (colors.get(i).attachment() == from.attachment()) {
                    return resolves.get(i);
                }
            }
            return null;
        }

        /**
         * How an attachment is resolved, by aspect.
         *
         * @param format its format
         */
        Map<Aspect, ResolveMode> modes(Use from, Format format) {
            return depthResolve != null && depth != null && depth.attachment() == from.attachment()
                    ? depthResolve.modes()
                    : ResolveMode.usual(format, Set.of(Aspect.COLOR));
        }

        /** Every use, an attachment at its first one only. */
        List<Use> uses() {
            List<Use> uses = new ArrayList<>();
            colors.forEach(use -> add(uses, use));
            add(uses, depth);
            inputs.forEach(use -> add(uses, use));
            resolves.forEach(use -> add(uses, use));
            add(uses, depthResolve == null ? null : depthResolve.to());
            return uses;
        }

        private static void add(List<Use> uses, @Nullable Use use) {
            if (use != null && uses.stream().noneMatch(other -> other.attachment() == use.attachment())) {
                uses.add(use);
            }
        }

        /** The use of an attachment, or null. */
        @Nullable
        Use use(int attachment) {
            for (Use use : uses()) {
                if (use.attachment() == attachment) {
                    return use;
                }
            }
            return null;
        }
    }

    /** A subpass dependency; {@link #EXTERNAL} for what lies outside. */
    record Dependency(
            int src, int dst, long srcStages, long srcAccess, long dstStages, long dstAccess, boolean byRegion) {

        /** This with all that another one orders. */
        Dependency with(Dependency other) {
            return new Dependency(
                    src,
                    dst,
                    srcStages | other.srcStages,
                    srcAccess | other.srcAccess,
                    dstStages | other.dstStages,
                    dstAccess | other.dstAccess,
                    byRegion && other.byRegion);
        }
    }

    /** Whether dependencies lead from one subpass to another, or the two are one. */
    boolean leads(int from, int to) {
        if (from == EXTERNAL || to == EXTERNAL) {
            return from == to;
        }
        boolean[] reached = new boolean[subpasses.size()];
        reached[from] = true;
        for (int subpass = from; subpass < to; subpass++) {
            for (Dependency dependency : dependencies) {
                if (reached[subpass] && dependency.src() == subpass && dependency.dst() != EXTERNAL) {
                    reached[dependency.dst()] = true;
                }
            }
        }
        return reached[to];
    }

    /** The views of all subpasses, which load and store operations are of; 0 for none. */
    int viewMask() {
        return subpasses.stream().mapToInt(Subpass::viewMask).reduce(0, (one, other) -> one | other);
    }

    /** Whether a framebuffer of the one goes with the other: as many attachments, of the same formats and samples, and the same views. */
    boolean compatible(RenderPass other) {
        boolean same = attachments.size() == other.attachments.size() && viewMask() == other.viewMask();
        for (int i = 0; same && i < attachments.size(); i++) {
            same = attachments.get(i).format() == other.attachments.get(i).format()
                    && attachments.get(i).samples() == other.attachments.get(i).samples();
        }
        return same;
    }

    /** The first subpass that uses an attachment; the number of subpasses for none. */
    int firstUse(int attachment) {
        int subpass = 0;
        while (subpass < subpasses.size() && subpasses.get(subpass).use(attachment) == null) {
            subpass++;
        }
        return subpass;
    }

    /** The last subpass before {@code end} that uses an attachment; {@link #EXTERNAL} for none. */
    int lastUse(int attachment, int end) {
        int subpass = end - 1;
        while (subpass >= 0 && subpasses.get(subpass).use(attachment) == null) {
            subpass--;
        }
        return subpass < 0 ? EXTERNAL : subpass;
    }

    /** The subpasses up to one that use an attachment. */
    Set<Integer> users(int attachment, int last) {
        Set<Integer> users = new TreeSet<>();
        for (int subpass = 0; subpass <= last; subpass++) {
            if (subpasses.get(subpass).use(attachment) != null) {
                users.add(subpass);
            }
        }
        return users;
    }

    /**
     * The subpasses between two that store or resolve what the first of them uses: such operations are in the first scope of a
     * dependency from it (Vulkan specification, VkSubpassDependency).
     *
     * @param dst the second, or {@link #EXTERNAL} for what comes after the render pass
     */
    Set<Integer> storing(int src, int dst) {
        Set<Integer> storing = new TreeSet<>();
        if (src == EXTERNAL) {
            return storing;
        }
        int end = dst == EXTERNAL ? subpasses.size() : dst;
        for (Use used : subpasses.get(src).uses()) {
            for (int subpass = src + 1; subpass < end; subpass++) {
                Use use = subpasses.get(subpass).use(used.attachment());
                if (use != null
                        && (lastUse(used.attachment(), subpasses.size()) == subpass
                                || subpasses.get(subpass).resolve(use) != null)) {
                    storing.add(subpass);
                }
            }
        }
        return storing;
    }
}
