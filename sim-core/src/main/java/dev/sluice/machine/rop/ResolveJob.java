// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import java.util.Map;

/** Makes one sample out of the samples of each pixel of a rectangle. */
public final class ResolveJob extends RopJob {

    private final Target source;
    private final Target destination;
    private final ResolveFunction function;
    private final TexelBytes bytes;
    private final Rect rect;

    /**
     * @param modes what is resolved of the pixels, and how
     * @param rect pixels of both, cut to both
     * @throws IllegalArgumentException if the formats differ, or the destination has several samples
     */
    public ResolveJob(
            Target source,
            Target destination,
            Map<Aspect, ResolveMode> modes,
            Rect rect,
            int command,
            int agent,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        super(command, agent, replyTo, replyKind, replyArgument);
        if (source.format() != destination.format() || destination.samples() != 1) {
            throw new IllegalArgumentException(
                    "a resolve goes from " + source.surface().name()
                            + " to an image of the same format with one sample, which "
                            + destination.surface().name() + " is not");
        }
        this.source = source;
        this.destination = destination;
        this.function = new ResolveFunction(source.format(), modes);
        this.bytes = TexelBytes.of(source.format(), modes.keySet());
        this.rect = rect.intersect(source.area()).intersect(destination.area());
    }

    Target source() {
        return source;
    }

    Target destination() {
        return destination;
    }

    /** What becomes of the samples. */
    ResolveFunction function() {
        return function;
    }

    /** The bytes of a texel that are resolved. */
    TexelBytes bytes() {
        return bytes;
    }

    Rect rect() {
        return rect;
    }
}
