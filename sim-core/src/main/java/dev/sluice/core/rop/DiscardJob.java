package dev.sluice.core.rop;

import dev.sluice.core.engine.Component;
import dev.sluice.core.image.Rect;
import java.util.List;

/**
 * Makes the units' caches forget the tiles that lie wholly inside a rectangle, without writing them down: a store operation
 * {@code DONT_CARE}. Contents are undefined from then on; tiles that lie partly inside are kept.
 */
public final class DiscardJob extends RopJob {

    private final List<Target> targets;
    private final Rect rect;

    /** @param rect what is forgotten, cut to each target */
    public DiscardJob(
            List<Target> targets,
            Rect rect,
            int command,
            int agent,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        super(command, agent, replyTo, replyKind, replyArgument);
        this.targets = List.copyOf(targets);
        this.rect = rect;
    }

    List<Target> targets() {
        return targets;
    }

    Rect rect() {
        return rect;
    }
}
