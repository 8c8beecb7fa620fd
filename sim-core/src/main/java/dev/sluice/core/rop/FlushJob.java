package dev.sluice.core.rop;

import dev.sluice.core.engine.Component;
import dev.sluice.core.image.Rect;
import java.util.List;

/**
 * Writes the cached tiles that touch rectangles down, and nothing else: what a dependency by region needs. Tiles stay cached, clean.
 */
public final class FlushJob extends RopJob {

    private final List<Target> targets;
    private final Rect rect;

    /** @param rect what is written down, cut to each target */
    public FlushJob(
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
