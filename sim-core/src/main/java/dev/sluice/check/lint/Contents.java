// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.ImageBytes;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Resources;
import dev.sluice.check.trace.Space;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What places hold: the texels of images, and the bytes of memory that images share with something, whatever their tiling.
 * Depth and stencil that lie in one texel are two contents of the same bytes.
 */
final class Contents {

    /**
     * What gave contents up.
     *
     * @param command its command
     * @param where the command's place in the input
     * @param what the operation in words
     * @param keep what to write in its place
     * @param contents of what
     * @param transition the transition that it was; null for a load or store operation
     */
    record Discard(
            String command,
            String where,
            String what,
            String keep,
            String contents,
            @Nullable DependencySite transition) {}

    /**
     * What is missed by a read.
     *
     * @param by what gave it up
     * @param all whether nothing of what is read is there
     */
    record Missed(Set<Discard> by, boolean all) {}

    /**
     * What some places hold.
     *
     * @param written whether anything was ever written there: there is nothing to give up otherwise
     * @param gone what gave that up; null where it is there
     */
    private record Content(boolean written, @Nullable Discard gone) {}

    /** Whose places: texels of an image, or bytes of a memory; and which content of them. */
    private record Plane(String name, boolean texels, boolean stencil) {}

    private static final Content NEW = new Content(false, null);
    private static final Content WRITTEN = new Content(true, null);

    private final Resources resources;
    private final Map<Plane, SegmentMap<Content>> maps = new HashMap<>();
    private final Map<Discard, Content> gone = new HashMap<>();
    /** The memories in which an image shares bytes with something, and the bytes of the largest texel there that has two aspects. */
    private final Map<String, Integer> shared = new HashMap<>();

    Contents(LintContext context) {
        resources = context.trace().resources();
        context.program().images().stream()
                .map(image -> resources.image(image.name()))
                .filter(Resources.OfImage::aliased)
                .forEach(image -> shared.merge(
                        image.declaration().memory(),
                        image.aspects().size() > 1
                                ? image.declaration().spec().format().texelBytes()
                                : 0,
                        Math::max));
    }

    /** Whether an access is followed; one of texels that share memory is told twice, and followed as one of texels. */
    boolean follows(MemoryAccess access) {
        return !access.has(MemoryAccess.ALIAS)
                && (access.space().image() != null
                        || shared.containsKey(access.space().name()));
    }

    /** @param clears whether tiles are cleared as a whole, beyond the image's edge too */
    void write(MemoryAccess access, boolean clears) {
        Intervals where = places(access.space(), access.where(), clears);
        for (Plane plane : planes(access.space())) {
            for (int i = 0; i < where.count(); i++) {
                map(plane).set(where.start(i), where.end(i), WRITTEN);
            }
        }
    }

    /** A load or store operation gives up what it would have kept. */
    void giveUp(MemoryAccess access, Discard discard) {
        giveUp(access.space(), places(access.space(), access.where(), true), discard);
    }

    /** A transition gives up subresources. */
    void giveUpSubresources(Space space, Intervals texels, Discard discard) {
        Resources.OfImage image = resources.image(space.name());
        giveUp(space, image.aliased() ? ImageBytes.ofSlices(image, space, texels) : texels, discard);
    }

    private void giveUp(Space space, Intervals where, Discard discard) {
        Content given = gone.computeIfAbsent(discard, key -> new Content(true, key));
        for (Plane plane : planes(space)) {
            for (int i = 0; i < where.count(); i++) {
                map(plane).change(where.start(i), where.end(i), old -> old.written ? given : old);
            }
        }
    }

    /** What a read misses; a shader loads all of a texel, whichever aspect it means, and misses only what lacks both. */
    Missed missed(MemoryAccess read, Intervals places) {
        Space space = read.space();
        Intervals where = places(space, places, false);
        if ((read.stage().mask() & Stages.SHADERS) != 0) {
            List<Plane> planes = allPlanes(space);
            Intervals missed = where;
            for (Plane plane : planes) {
                missed = missed.common(those(plane, where, content -> !content.written || content.gone != null));
            }
            return missed(planes, missed, where);
        }
        List<Plane> planes = planes(space);
        Intervals missed = gone(planes.get(0), where);
        if (planes.size() > 1) {
            Intervals other = gone(planes.get(1), where);
            int texel = shared.getOrDefault(planes.get(0).name, 0);
            missed = missed.common(other).union(ofWholeTexels(missed.union(other), texel));
        } else if (!planes.get(0).texels && space.image() != null && shared.getOrDefault(planes.get(0).name, 0) > 0) {
            // smaller texels may share bytes with the other aspect alone
            missed = ofWholeTexels(missed, space.image().format().texelBytes());
        }
        return missed(planes, missed, where);
    }

    private Missed missed(List<Plane> planes, Intervals missed, Intervals where) {
        Set<Discard> by = new LinkedHashSet<>();
        planes.forEach(plane -> blame(plane, missed, by));
        return new Missed(by, missed.size() == where.size());
    }

    /** Those that have some bytes of each aspect, whichever of them lack one. */
    private static Intervals ofWholeTexels(Intervals bytes, int texel) {
        Intervals.Builder some = new Intervals.Builder();
        for (int i = 0; i < bytes.count(); i++) {
            if ((bytes.start(i) + texel - 1 & -texel) + texel <= bytes.end(i)) {
                some.add(bytes.start(i), bytes.end(i));
            }
        }
        return some.build();
    }

    private Intervals gone(Plane plane, Intervals where) {
        return those(plane, where, content -> content.gone != null);
    }

    private Intervals those(Plane plane, Intervals where, Predicate<Content> which) {
        Intervals.Builder those = new Intervals.Builder();
        for (int i = 0; i < where.count(); i++) {
            for (SegmentMap.Run<Content> run : map(plane).runs(where.start(i), where.end(i))) {
                if (which.test(run.value())) {
                    those.add(run.start(), run.end());
                }
            }
        }
        return those.build();
    }

    private void blame(Plane plane, Intervals missed, Set<Discard> by) {
        for (int i = 0; i < missed.count(); i++) {
            for (SegmentMap.Run<Content> run : map(plane).runs(missed.start(i), missed.end(i))) {
                Discard discard = run.value().gone;
                if (discard != null) {
                    by.add(discard);
                }
            }
        }
    }

    /** Where accessed places are: the bytes of texels that share memory, others as they are. */
    private Intervals places(Space space, Intervals where, boolean margins) {
        if (space.image() == null) {
            return where;
        }
        Resources.OfImage image = resources.image(space.name());
        return image.aliased() ? ImageBytes.of(image, space, where, margins) : where;
    }

    /** The contents that an access of a space is of. */
    private List<Plane> planes(Space space) {
        ImageSpec spec = space.image();
        if (spec == null) {
            return bytes(space.name());
        }
        Resources.OfImage image = resources.image(space.name());
        boolean stencil = space.aspect() == Aspect.STENCIL;
        if (!image.aliased()) {
            return List.of(new Plane(space.name(), true, stencil));
        }
        String memory = image.declaration().memory();
        return image.aspects().size() > 1 ? List.of(new Plane(memory, false, stencil)) : bytes(memory);
    }

    /** All contents of a space's texels. */
    private List<Plane> allPlanes(Space space) {
        if (space.image() == null) {
            return bytes(space.name());
        }
        Set<Plane> all = new LinkedHashSet<>();
        resources.image(space.name()).aspects().values().forEach(each -> all.addAll(planes(each)));
        return new ArrayList<>(all);
    }

    private List<Plane> bytes(String memory) {
        Plane first = new Plane(memory, false, false);
        return shared.getOrDefault(memory, 0) > 0 ? List.of(first, new Plane(memory, false, true)) : List.of(first);
    }

    private SegmentMap<Content> map(Plane plane) {
        return maps.computeIfAbsent(plane, key -> new SegmentMap<>(NEW));
    }
}
