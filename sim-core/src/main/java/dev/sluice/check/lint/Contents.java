// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.ImageBytes;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Resources;
import dev.sluice.check.trace.Space;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.AspectBytes;
import dev.sluice.program.image.Format;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What places hold: the texels of images, and the bytes of memory that images share with something, whatever their tiling.
 *
 * <p>Bytes of a memory in which depth and stencil lie side by side are followed in {@value #LANES} lanes, each of every so many
 * bytes, so that what holds for one aspect of a row of texels is one run in each of its lanes.
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
     * @param before what they hold again once the attachment is used no more of which nothing was loaded; else null
     */
    private record Content(
            boolean written,
            @Nullable Discard gone,
            @Nullable Content before) {}

    /**
     * A line of places.
     *
     * @param name an image, whose texels it has, or a memory
     * @param aspect the aspect of the texels; null for bytes
     * @param lane the bytes, of every {@link #LANES} of the memory's, that it has; 0 where they are not told apart
     */
    private record Line(String name, @Nullable Aspect aspect, int lane) {}

    /** Places of lines that make up texels or bytes of a reader, each by the same numbers. */
    private record Lines(List<Line> lines, List<Intervals> where) {}

    /** The bytes of the largest texels that have depth and stencil. */
    private static final int LANES = 8;

    private static final int ALL_LANES = (1 << LANES) - 1;

    private static final Content NEW = new Content(false, null, null);
    private static final Content WRITTEN = new Content(true, null, null);

    private final Resources resources;
    private final Map<Line, SegmentMap<Content>> maps = new HashMap<>();
    private final Map<Discard, Content> gone = new HashMap<>();
    /** The memories in which an image shares bytes with something, and whether some such image has depth and stencil. */
    private final Map<String, Boolean> shared = new HashMap<>();

    Contents(LintContext context) {
        resources = context.trace().resources();
        context.program().images().stream()
                .map(image -> resources.image(image.name()))
                .filter(Resources.OfImage::aliased)
                .forEach(image -> shared.merge(
                        image.declaration().memory(), image.aspects().size() > 1, Boolean::logicalOr));
    }

    /** Whether an access is followed; one of texels that share memory is told twice, and followed as one of texels. */
    boolean follows(MemoryAccess access) {
        return !access.has(MemoryAccess.ALIAS)
                && (access.space().image() != null
                        || shared.containsKey(access.space().name()));
    }

    /**
     * Something is written.
     *
     * @param clears whether tiles are cleared as a whole, beyond the image's edge too
     * @param unused whether the unused bytes of texels are written along with what is before them
     */
    void write(MemoryAccess access, boolean clears, boolean unused) {
        Space space = access.space();
        Intervals where = places(space, access.where(), clears);
        forEach(space, where, unused, (line, places) -> {
            for (int i = 0; i < places.count(); i++) {
                map(line).set(places.start(i), places.end(i), WRITTEN);
            }
        });
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
        Content given = gone.computeIfAbsent(discard, key -> new Content(true, key, null));
        forEach(space, where, true, (line, places) -> {
            for (int i = 0; i < places.count(); i++) {
                map(line).change(places.start(i), places.end(i), old -> old.written ? given : old);
            }
        });
    }

    /** Contents are undefined from here on, and what they are now after {@link #show}. */
    void hide(Space space, Intervals texels, Discard discard) {
        IdentityHashMap<Content, Content> hidden = new IdentityHashMap<>();
        forEach(space, places(space, texels, true), true, (line, places) -> {
            for (int i = 0; i < places.count(); i++) {
                map(line)
                        .change(
                                places.start(i),
                                places.end(i),
                                old -> old.written
                                        ? hidden.computeIfAbsent(old, key -> new Content(true, discard, key))
                                        : old);
            }
        });
    }

    /** Brings back what was hidden, as far as it was not written since. */
    void show(Space space, Intervals texels) {
        forEach(space, places(space, texels, true), true, (line, places) -> {
            for (int i = 0; i < places.count(); i++) {
                map(line).change(places.start(i), places.end(i), old -> old.before == null ? old : old.before);
            }
        });
    }

    /** What a read misses; where it may mean either aspect of texels, only those that lack both. */
    Missed missed(MemoryAccess read, Intervals places) {
        Space space = read.space();
        Set<Discard> by = new LinkedHashSet<>();
        boolean all = true;
        for (Lines part : parts(read, places(space, places, false))) {
            Intervals missed = read.has(MemoryAccess.EITHER) ? lacking(part) : gone(part);
            for (int i = 0; i < part.lines.size(); i++) {
                blame(part.lines.get(i), missed.common(part.where.get(i)), by);
            }
            all &= missed.size() == covered(part).size();
        }
        return new Missed(by, all);
    }

    /** Where something is gone. */
    private Intervals gone(Lines part) {
        Intervals gone = Intervals.NONE;
        for (int i = 0; i < part.lines.size(); i++) {
            gone = gone.union(those(part.lines.get(i), part.where.get(i), content -> content.gone != null));
        }
        return gone;
    }

    /** Where nothing is there. */
    private Intervals lacking(Lines part) {
        Intervals lacking = covered(part);
        for (int i = 0; i < part.lines.size(); i++) {
            lacking = lacking.common(
                    those(part.lines.get(i), part.where.get(i), content -> !content.written || content.gone != null));
        }
        return lacking;
    }

    private static Intervals covered(Lines part) {
        Intervals covered = Intervals.NONE;
        for (Intervals where : part.where) {
            covered = covered.union(where);
        }
        return covered;
    }

    private Intervals those(Line line, Intervals where, Predicate<Content> which) {
        Intervals.Builder those = new Intervals.Builder();
        for (int i = 0; i < where.count(); i++) {
            for (SegmentMap.Run<Content> run : map(line).runs(where.start(i), where.end(i))) {
                if (which.test(run.value())) {
                    those.add(run.start(), run.end());
                }
            }
        }
        return those.build();
    }

    private void blame(Line line, Intervals missed, Set<Discard> by) {
        for (int i = 0; i < missed.count(); i++) {
            for (SegmentMap.Run<Content> run : map(line).runs(missed.start(i), missed.end(i))) {
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

    /** Goes through the lines of an access, with its places on each. */
    private void forEach(Space space, Intervals where, boolean unused, BiConsumer<Line, Intervals> to) {
        Resources.OfImage image = image(space);
        if (image != null && !image.aliased()) {
            to.accept(new Line(space.name(), space.aspect(), 0), where);
            return;
        }
        Set<Aspect> aspect = Set.of(space.aspect());
        int bytes = image == null
                ? ALL_LANES
                : lanes(
                        image,
                        unused || image.aspects().size() == 1
                                ? AspectBytes.withUnused(format(image), aspect)
                                : AspectBytes.holding(format(image), aspect));
        String memory = memory(space);
        for (int lane = 0; lane < lanes(memory); lane++) {
            if ((bytes >>> lane & 1) != 0) {
                to.accept(new Line(memory, null, lane), lane(memory, where, lane));
            }
        }
    }

    /** The lines of what a read means, those together that have the bytes of one texel. */
    private List<Lines> parts(MemoryAccess read, Intervals where) {
        Space space = read.space();
        Resources.OfImage image = image(space);
        Set<Aspect> meant =
                image != null && read.has(MemoryAccess.EITHER) ? image.aspects().keySet() : Set.of(space.aspect());
        if (image != null && !image.aliased()) {
            return List.of(new Lines(
                    meant.stream()
                            .map(aspect -> new Line(space.name(), aspect, 0))
                            .toList(),
                    Collections.nCopies(meant.size(), where)));
        }
        String memory = memory(space);
        int lanes = lanes(memory);
        int texel = image == null ? 1 : Math.min(lanes, format(image).texelBytes());
        int bytes = image == null ? ALL_LANES : lanes(image, AspectBytes.holding(format(image), meant));
        List<Lines> parts = new ArrayList<>();
        for (int first = 0; first < lanes; first += texel) {
            Lines part = new Lines(new ArrayList<>(), new ArrayList<>());
            for (int lane = first; lane < first + texel; lane++) {
                if ((bytes >>> lane & 1) != 0) {
                    part.lines.add(new Line(memory, null, lane));
                    part.where.add(lane(memory, where, lane));
                }
            }
            parts.add(part);
        }
        return parts;
    }

    /** The lanes in which some bytes of an image's texels lie. */
    private static int lanes(Resources.OfImage image, int bytesOfTexel) {
        int lanes = bytesOfTexel;
        for (int at = format(image).texelBytes(); at < LANES; at *= 2) {
            lanes |= lanes << at;
        }
        return lanes & ALL_LANES;
    }

    private static Format format(Resources.OfImage image) {
        return image.declaration().spec().format();
    }

    private Resources.@Nullable OfImage image(Space space) {
        return space.image() == null ? null : resources.image(space.name());
    }

    private String memory(Space space) {
        Resources.OfImage image = image(space);
        return image == null ? space.name() : image.declaration().memory();
    }

    /** How many lanes the bytes of a memory are followed in. */
    private int lanes(String memory) {
        return shared.getOrDefault(memory, false) ? LANES : 1;
    }

    /** Those of some bytes of a memory that are in a lane, by their places there. */
    private Intervals lane(String memory, Intervals bytes, int lane) {
        int lanes = lanes(memory);
        if (lanes == 1) {
            return bytes;
        }
        Intervals.Builder places = new Intervals.Builder();
        for (int i = 0; i < bytes.count(); i++) {
            places.add(-Math.floorDiv(lane - bytes.start(i), lanes), -Math.floorDiv(lane - bytes.end(i), lanes));
        }
        return places.build();
    }

    private SegmentMap<Content> map(Line line) {
        return maps.computeIfAbsent(line, key -> new SegmentMap<>(NEW));
    }
}
