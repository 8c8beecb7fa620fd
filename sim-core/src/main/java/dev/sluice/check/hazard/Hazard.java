// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.Space;
import dev.sluice.program.ImageRange;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two accesses to the same places, at least one of which writes, that nothing orders sufficiently (Vulkan
 * specification, section Data Race).
 *
 * @param kind what sort
 * @param prior the access that should come first, or that it races with
 * @param current the access at which it is noticed
 * @param resource the buffer, image or memory by which the current access reaches the places
 * @param offset first byte, within the resource; for an image its texels count as an array without gaps, level by level
 * @param size bytes from the first to the last
 * @param bytes bytes that are really concerned, which is less than {@code size} if there are gaps
 * @param subresource the texels of an image, or null
 * @param missing the half that is not there
 * @param cure the smallest change that orders them
 * @param waits the waits for semaphores that come after the first, or whose signals were submitted after it, but miss the two
 * @param exact whether both accesses are known exactly
 */
public record Hazard(
        HazardKind kind,
        Party prior,
        Party current,
        String resource,
        long offset,
        long size,
        long bytes,
        @Nullable Subresource subresource,
        MissingHalf missing,
        Cure cure,
        List<DependencyId> waits,
        boolean exact) {

    /** The same hazard with another cure. */
    public Hazard with(Cure other) {
        return new Hazard(
                kind, prior, current, resource, offset, size, bytes, subresource, missing, other, waits, exact);
    }

    /**
     * Whether it is a data race by the memory model. A write whose value is available but not visible to the one
     * that overwrites it is none; the section Execution and Memory Dependencies asks for a memory dependency all the
     * same. See {@code docs/decisions/0017-hazards-between-writes.md}.
     */
    public boolean dataRace() {
        return missing != MissingHalf.VISIBILITY_TO_WRITE;
    }

    /** Sorts of those who access. */
    public enum Agent {
        /** A command, in a stage. */
        DEVICE,
        /** A layout transition: ordered by the barrier that makes it, and by no stage. */
        TRANSITION,
        /** A host thread. */
        HOST,
        /** The display, which shows an image. */
        DISPLAY
    }

    /**
     * One of the two.
     *
     * @param agent what sort it is
     * @param id the command's or operation's id
     * @param command its kind, {@code copyBuffer} for example
     * @param words what a layout transition or the display does; of others what their stages and accesses leave unsaid
     * @param origin where it stands in the stream, and its label
     * @param queue the queue, {@code host} or {@code display}
     * @param resource the buffer, image or memory by which it reaches the places
     * @param stages its stages
     * @param access its accesses
     */
    public record Party(
            Agent agent,
            String id,
            String command,
            String words,
            Origin origin,
            String queue,
            String resource,
            long stages,
            long access) {

        /** How it accesses, in words. Made when asked for: of most hazards that are found nobody does. */
        public String what() {
            return switch (agent) {
                case DEVICE, HOST -> Stages.text(stages) + "/" + Accesses.text(access) + words;
                case TRANSITION, DISPLAY -> words;
            };
        }

        /** Whether it is a layout transition alone, with no access of a stage to the same places. */
        public boolean onlyTransition() {
            return agent == Agent.TRANSITION && (stages & Stages.EVERY_EXPANDED) == 0;
        }
    }

    /**
     * A box of texels that contains those concerned.
     *
     * @param volume whether the image is three-dimensional, so that the layers are slices
     */
    public record Subresource(
            Aspect aspect,
            int level,
            int levels,
            int layer,
            int layers,
            int x,
            int y,
            int width,
            int height,
            boolean volume) {

        /** The subresources of an image that the box lies in: of a volume a slice is no layer. */
        public ImageRange of(ImageSpec image) {
            return new ImageRange(image.name(), Set.of(aspect), level, levels, volume ? 0 : layer, volume ? 1 : layers);
        }

        /** The box around some texels; null for the bytes of a memory. */
        public static @Nullable Subresource around(Space space, Intervals places) {
            ImageSpec spec = space.image();
            if (spec == null) {
                return null;
            }
            int level = space.level(places.first());
            int lastLevel = space.level(places.last() - 1);
            int layer = Integer.MAX_VALUE;
            int lastLayer = 0;
            int left = Integer.MAX_VALUE;
            int right = 0;
            int top = Integer.MAX_VALUE;
            int bottom = 0;
            for (int i = 0; i < places.count(); i++) {
                long at = places.start(i);
                while (at < places.end(i)) {
                    int l = space.level(at);
                    int plane = space.plane(at);
                    long from = space.inPlane(at);
                    long to = Math.min(from + places.end(i) - at, space.planeSize(l));
                    int width = spec.width(l);
                    layer = Math.min(layer, plane);
                    lastLayer = Math.max(lastLayer, plane);
                    int y0 = (int) (from / width);
                    int y1 = (int) ((to - 1) / width);
                    top = Math.min(top, y0);
                    bottom = Math.max(bottom, y1 + 1);
                    left = Math.min(left, y0 == y1 ? (int) (from % width) : 0);
                    right = Math.max(right, y0 == y1 ? (int) ((to - 1) % width) + 1 : width);
                    at += to - from;
                }
            }
            return new Subresource(
                    space.aspect(),
                    level,
                    lastLevel - level + 1,
                    layer,
                    lastLayer - layer + 1,
                    left,
                    top,
                    right - left,
                    bottom - top,
                    spec.depth() > 1);
        }

        /** The box in words: {@code depth level 0, texels 8 x 8 at 0,0}. */
        public String words() {
            String plane = volume ? " slice" : " layer";
            return aspect.name().toLowerCase(Locale.ROOT)
                    + (levels == 1 ? " level " + level : " levels " + level + ".." + (level + levels - 1))
                    + (layers == 1
                            ? (layer == 0 ? "" : plane + " " + layer)
                            : plane + "s " + layer + ".." + (layer + layers - 1))
                    + ", texels " + width + " x " + height + " at " + x + "," + y;
        }
    }
}
