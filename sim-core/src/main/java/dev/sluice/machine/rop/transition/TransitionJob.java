// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.rop.TexelBytes;
import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A layout transition of some levels and layers of an image, for the {@link TransitionEngine}; it runs once. */
public final class TransitionJob {

    private final Surface surface;
    private final Kind kind;
    private final TexelBytes discarded;
    private final int firstLevel;
    private final int endLevel;
    private final int layer;
    private final int layers;

    final int command;
    final int agent;

    private @Nullable Component replyTo;
    private int replyKind;
    private int replyArgument;

    /** Level whose tiles come next. */
    private int level;
    /** Tiles of that level, by number in the image: the next one, and the one past the last. */
    private long nextTile;

    private long endTile;

    int sectorsUnderWay;
    boolean started;
    long tilesVisited;
    long tilesChanged;
    long bytesRead;
    long bytesWritten;
    long metadataBytes;

    /**
     * @param discarded the bytes of each texel that are undefined afterwards
     * @param layer first array layer; three-dimensional images have one, and all their slices belong to it
     * @param command index for attribution, -1 for none
     * @param agent the transition as an agent
     * @throws IllegalArgumentException if the image has not these levels and layers
     */
    public TransitionJob(
            Surface surface,
            Kind kind,
            TexelBytes discarded,
            int level,
            int levels,
            int layer,
            int layers,
            int command,
            int agent) {
        ImageSpec spec = surface.spec();
        spec.require("transition", level, levels, layer, layers);
        if (kind != Kind.NOTHING && !surface.compressible()) {
            throw new IllegalArgumentException("image " + spec.name() + " has no metadata to " + kind.text());
        }
        this.surface = surface;
        this.kind = kind;
        this.discarded = discarded;
        this.firstLevel = level;
        this.endLevel = level + levels;
        this.layer = layer;
        this.layers = layers;
        this.command = command;
        this.agent = agent;
        this.level = level;
        enterLevel();
    }

    /**
     * The job that takes levels and layers of an image from one layout to another.
     *
     * @param aspects those that change their layout
     * @param beside the layouts of the other aspects of the same texels, whose contents stay
     */
    public static TransitionJob of(
            Surface surface,
            Set<Aspect> aspects,
            ImageLayout oldLayout,
            ImageLayout newLayout,
            Set<ImageLayout> beside,
            RopSpec rop,
            int level,
            int levels,
            int layer,
            int layers,
            int command,
            int agent) {
        Kind kind = TransitionPlan.of(surface, oldLayout, newLayout, beside, rop);
        Format format = surface.spec().format();
        TexelBytes discarded = !oldLayout.discards() || newLayout == oldLayout
                ? TexelBytes.NONE
                : beside.isEmpty() ? TexelBytes.all(format) : TexelBytes.of(format, aspects);
        return new TransitionJob(surface, kind, discarded, level, levels, layer, layers, command, agent);
    }

    /** Names who is told when the job is done. */
    public TransitionJob replyTo(Component component, int eventKind, int eventArgument) {
        replyTo = component;
        replyKind = eventKind;
        replyArgument = eventArgument;
        return this;
    }

    public Surface surface() {
        return surface;
    }

    public Kind kind() {
        return kind;
    }

    /** Tiles whose metadata was looked at or set up. */
    public long tilesVisited() {
        return tilesVisited;
    }

    /** Tiles whose bytes were written. */
    public long tilesChanged() {
        return tilesChanged;
    }

    /** Bytes of tiles that were read. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Bytes of tiles that were written. */
    public long bytesWritten() {
        return bytesWritten;
    }

    /** Bytes of metadata that were read and written. */
    public long metadataBytes() {
        return metadataBytes;
    }

    /** Says which bytes are undefined from here on, if any are. */
    void discard(Discards to) {
        if (discarded.count() > 0) {
            Format format = surface.spec().format();
            SurfaceLayout layout = surface.layout();
            for (int l = firstLevel; l < endLevel; l++) {
                long from = surface.base() + layout.sliceOffset(l, firstSlice(l));
                to.discard(from, levelBytes(l), format, discarded, agent);
            }
        }
    }

    /** Whether every tile has been handed out. */
    boolean allIssued() {
        return kind == Kind.NOTHING || level == endLevel;
    }

    /** Whether nothing is left to do. */
    boolean done() {
        return allIssued() && sectorsUnderWay == 0;
    }

    /** The number in the image of the next tile to be handed out. */
    long nextTile() {
        return nextTile;
    }

    /**
     * Hands out tiles from {@link #nextTile} on.
     *
     * @param most the most that the caller takes
     * @return how many follow each other there
     */
    int take(int most) {
        int count = (int) Math.min(most, endTile - nextTile);
        nextTile += count;
        if (nextTile == endTile && ++level < endLevel) {
            enterLevel();
        }
        return count;
    }

    void reply() {
        Component to = replyTo;
        if (to != null) {
            to.engine().schedule(to, 0, replyKind, replyArgument);
        }
    }

    private void enterLevel() {
        int tileBytes = surface.layout().tile().bytes();
        nextTile = surface.layout().sliceOffset(level, firstSlice(level)) / tileBytes;
        endTile = nextTile + levelBytes(level) / tileBytes;
    }

    private int firstSlice(int atLevel) {
        return layer * surface.spec().depth(atLevel);
    }

    private long levelBytes(int atLevel) {
        return surface.layout().sliceBytes(atLevel) * layers * surface.spec().depth(atLevel);
    }
}
