// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;
import dev.sluice.program.image.Rect;
import java.util.List;

/** Maintains the units' caches where tiles of rectangles are cached, and touches nothing else. */
public final class CachedTilesJob extends RopJob {

    /** What becomes of the tiles. */
    public enum Work {
        /** Those that touch a rectangle are written down, and stay cached, clean: what a dependency by region needs. */
        FLUSH,
        /**
         * Those that lie wholly inside a rectangle are forgotten without being written down, so that their contents are
         * undefined from then on: a store operation {@code DONT_CARE}. Tiles that lie partly inside are kept.
         */
        DISCARD
    }

    private final Work work;
    private final List<Target> targets;
    private final Rect rect;

    /** @param rect which tiles, cut to each target */
    public CachedTilesJob(
            Work work,
            List<Target> targets,
            Rect rect,
            int command,
            int agent,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        super(command, agent, replyTo, replyKind, replyArgument);
        this.work = work;
        this.targets = List.copyOf(targets);
        this.rect = rect;
    }

    boolean discards() {
        return work == Work.DISCARD;
    }

    List<Target> targets() {
        return targets;
    }

    Rect rect() {
        return rect;
    }
}
