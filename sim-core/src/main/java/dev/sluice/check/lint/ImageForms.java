// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierResolver;
import dev.sluice.program.sync.ImageTrait;
import dev.sluice.program.sync.ProfileVariant;
import dev.sluice.program.sync.ResolvedActions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a barrier does as an image barrier with what it does as a global one. Profiles tell the two apart by variants
 * for image barriers: those of RADV and Turnip.
 */
final class ImageForms {
    private final LintContext context;

    ImageForms(LintContext context) {
        this.context = context;
    }

    /**
     * The profile's rows for a barrier that names an image. RADV's rows for images without STORAGE usage say only what differs
     * from those of images with it.
     */
    private BarrierProfile forImage(String image) {
        ImageSpec spec = context.image(image).spec();
        BarrierProfile profile = context.profile();
        for (ProfileVariant variant : context.profile().variants()) {
            Set<ImageTrait> needed = variant.images();
            if (!needed.isEmpty() && variant.hasRows() && needed.stream().allMatch(trait -> has(spec, trait))) {
                profile = profile.withVariant(variant.name());
            }
        }
        return profile;
    }

    private static boolean has(ImageSpec spec, ImageTrait trait) {
        return switch (trait) {
            case ANY -> true;
            case ATTACHMENT -> spec.attachment();
            case SINGLE_SAMPLED -> spec.samples() == 1;
            case NO_STENCIL -> !spec.format().has(Aspect.STENCIL);
            case COLOR -> spec.format().color();
            case NOT_STORAGE -> !spec.usage().contains("STORAGE");
        };
    }

    /** What the masks of a barrier do on the device when it names an image. */
    ResolvedActions named(DependencySite site, String image) {
        return resolve(forImage(image), site);
    }

    /** What the masks of a barrier do on the device when it is a global one. */
    ResolvedActions global(DependencySite site) {
        return resolve(context.profile(), site);
    }

    private static ResolvedActions resolve(BarrierProfile profile, DependencySite site) {
        Barrier barrier = site.barrier();
        return new BarrierResolver(profile)
                .resolve(
                        barrier.srcStages(),
                        barrier.srcAccess(),
                        barrier.dstStages(),
                        barrier.dstAccess(),
                        site.queue());
    }

    /** Whether some cache of the device that the actions reach is maintained by ranges, so that an image saves something. */
    boolean ranged(ResolvedActions actions) {
        return context.device().caches().stream()
                .filter(cache -> cache.upkeep().rangedMaintenance())
                .anyMatch(cache -> actions.src().stream()
                                .anyMatch(action ->
                                        action.target().equals(cache.role().name()))
                        || actions.dst().stream()
                                .anyMatch(action ->
                                        action.target().equals(cache.role().name())));
    }

    /** That a barrier which orders images only should name them, where the device then does less. */
    List<Proposal> proposals(DependencyUse use) {
        if (use.barrier().image() != null || !use.orders() || !use.onlyImages()) {
            return List.of();
        }
        ResolvedActions global = global(use.site());
        List<String> saved = new ArrayList<>();
        for (String image : use.images()) {
            ResolvedActions named = named(use.site(), image);
            List<String> less = new ArrayList<>();
            global.src().stream()
                    .filter(action -> !named.src().contains(action))
                    .forEach(a -> less.add(a.toString()));
            global.dst().stream()
                    .filter(action -> !named.dst().contains(action))
                    .forEach(a -> less.add(a.toString()));
            if (saved.isEmpty()) {
                saved.addAll(less);
            } else {
                saved.retainAll(less);
            }
            if (saved.isEmpty()) {
                return List.of();
            }
        }
        List<Barrier> images = use.images().stream()
                .map(image -> forImage(use.barrier(), context.image(image)))
                .toList();
        return List.of(new Proposal(
                use,
                images,
                LintRule.GLOBAL_INSTEAD_OF_IMAGE,
                "only images are in flight (" + String.join(", ", use.images()) + "); naming them saves "
                        + String.join(", ", saved) + " on " + context.device().name(),
                new Cure.Instead(images)));
    }

    private static Barrier forImage(Barrier barrier, ImageDeclaration image) {
        ImageRange whole = ImageRange.whole(image.spec());
        @Nullable String none = null;
        return new Barrier(
                barrier.srcStages(),
                barrier.srcAccess(),
                barrier.dstStages(),
                barrier.dstAccess(),
                null,
                new ImageTransition(whole, ImageLayout.GENERAL, ImageLayout.GENERAL),
                none,
                none);
    }
}
