// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.rop.RenderState;
import dev.sluice.machine.rop.Target;
import dev.sluice.program.Coverage;
import dev.sluice.program.image.Rect;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pixels of one draw on their way through the {@link PixelStage}s: what to do, which gates are open, and what was done.
 *
 * <p>Made by whoever executes the command, handed to {@link GraphicsPipeline#enqueue(DrawJob)}, and used once.
 */
public final class DrawJob {

    /** Hears when the stages of a draw end. */
    @FunctionalInterface
    public interface Listener {
        /** The stage's last piece of the draw is finished; called once per stage, in the order of the stages. */
        void done(PixelStage stage);
    }

    /** Has something run as soon as nothing is under way in caches and memories, or, where that does not come, something else. */
    @FunctionalInterface
    public interface WhenQuiet {
        /** Runs one of the two, once, in this cycle or a later one. */
        void run(Runnable atOnce, Runnable otherwise);
    }

    private static final PixelStage[] STAGES = PixelStage.values();

    private Coverage coverage;
    final Rect area;
    final RenderState state;
    final @Nullable Shading shading;
    final String label;
    private final Listener listener;

    /** Whether tests come before shading; {@link #late} after it; neither where no depth/stencil is used. */
    final boolean early;

    final boolean late;
    /** Bit c: the kernel writes colour c and the draw has a target for it. */
    final int colors;

    final DrawCounters counters = new DrawCounters();

    private @Nullable WhenQuiet quiet;
    private @Nullable GraphicsPipeline pipeline;
    private int openStages;
    private int reportedStages;
    private int pass;
    private boolean geometryDone;
    private boolean rasterised;
    private long blocks;
    private final long[] passed = new long[STAGES.length];
    private long retired;

    /** Blocks that wait for waves, in the order in which they became ready. */
    final BlockList shadeable = new BlockList();

    /** Place among the blocks, draws and barriers of the pipeline. */
    long sequence;

    /** Groups of waves that are being gathered or run. */
    int runningJobs;

    /** Blocks that have not been handed to the compute units and may still come. */
    long unshaded;

    /**
     * @param area the render area in pixels: nothing outside is covered, nor outside of a target
     * @param shading the fragment kernel; null shades nothing and writes no colour
     * @param label the command's name in messages
     */
    public DrawJob(
            Coverage coverage,
            Rect area,
            RenderState state,
            @Nullable Shading shading,
            String label,
            Listener listener) {
        this.coverage = coverage;
        this.area = withinTargets(area, state);
        this.state = state;
        this.shading = shading;
        this.label = label;
        this.listener = listener;
        boolean tests = state.depth() != null && state.state().usesDepth();
        boolean replaces = shading != null && shading.program().writesDepth();
        this.early = tests && !replaces;
        this.late = tests && replaces;
        this.colors = shading == null ? 0 : shading.program().colorOutputs() & state.written();
    }

    private static Rect withinTargets(Rect area, RenderState state) {
        Rect within = area;
        for (int c = 0; c < state.colorCount(); c++) {
            within = within.intersect(state.color(c).area());
        }
        Target depth = state.depth();
        return depth == null ? within : within.intersect(depth.area());
    }

    /** The draw is not carried out: its stages end with nothing done. Said before it is ready. */
    public void coverNothing() {
        coverage = new Coverage.Rectangles(List.of());
    }

    Coverage coverage() {
        return coverage;
    }

    /** Opens the stage's gates: its work may start. Stages may be opened before the draw is enqueued. */
    public void open(PixelStage stage) {
        openStages |= 1 << stage.ordinal();
        GraphicsPipeline at = pipeline;
        if (at != null) {
            at.changed();
        }
    }

    /**
     * Says which render pass instance the draw belongs to; draws of one are in order pixel by pixel (Vulkan
     * specification, section Rasterization Order).
     */
    public DrawJob pass(int number) {
        pass = number;
        return this;
    }

    int pass() {
        return pass;
    }

    /** Says that the draw is to take no time, and who knows when that can be; null for one that takes its time. */
    public DrawJob atOnce(@Nullable WhenQuiet when) {
        quiet = when;
        return this;
    }

    /** When it may be carried out without time; null if it takes its time. */
    @Nullable
    WhenQuiet whenQuiet() {
        return quiet;
    }

    /** Whether it can be carried out at one go: its geometry is there, and all stages are open. */
    boolean allOpen() {
        return geometryDone && openStages == (1 << STAGES.length) - 1;
    }

    /** The first stage whose gates are not open, of a draw that has one. */
    PixelStage closed() {
        return STAGES[Integer.numberOfTrailingZeros(~openStages)];
    }

    /** All of it was carried out at once. */
    void performed() {
        rasterised = true;
        Arrays.fill(passed, blocks);
        retired = blocks;
        unshaded = 0;
    }

    /** Whether every stage has ended. */
    public boolean done() {
        return reportedStages == STAGES.length;
    }

    /** What the draw did so far. */
    public DrawCounters counters() {
        return counters;
    }

    /** Bytes that the fragment kernel loaded. */
    public long bytesRead() {
        return counters.bytesRead;
    }

    /** Bytes that the fragment kernel stored, attachments not included. */
    public long bytesWritten() {
        return counters.bytesWritten;
    }

    /** Fragment waves. */
    public long waves() {
        return counters.waves;
    }

    void enqueued(GraphicsPipeline at) {
        if (pipeline != null) {
            throw new IllegalStateException(label + ": a draw job runs once");
        }
        pipeline = at;
    }

    void geometryDone() {
        geometryDone = true;
    }

    boolean ready() {
        return geometryDone;
    }

    boolean isOpen(PixelStage stage) {
        return (openStages >> stage.ordinal() & 1) != 0;
    }

    /** Whether a stage has anything to do but pass blocks on. */
    private boolean works(PixelStage stage) {
        return switch (stage) {
            case EARLY_TESTS -> early;
            case FRAGMENT -> shading != null;
            case LATE_TESTS -> late;
            case COLOR_OUTPUT -> colors != 0;
        };
    }

    /** As the other, by the stage's place among the stages. */
    boolean works(int stage) {
        return works(STAGES[stage]);
    }

    /** The rasteriser's current block is under way. */
    void blockAdded(Rasteriser from) {
        blocks++;
        unshaded++;
        counters.blocks++;
        counters.primitives += from.firstOfPrimitive ? 1 : 0;
        long pixels = 0;
        for (int s = 0; s < state.samples(); s++) {
            pixels |= from.coverage[s];
            counters.samples += Long.bitCount(from.coverage[s]);
        }
        counters.fragments += Long.bitCount(pixels);
    }

    void allRasterised() {
        rasterised = true;
    }

    boolean rasterised() {
        return rasterised;
    }

    void blockPassed(int stage) {
        passed[stage]++;
    }

    void blockRetired() {
        retired++;
    }

    /** Whether no block of the draw is or will be under way. */
    boolean retired() {
        return rasterised && retired == blocks;
    }

    /** Blocks that are under way. */
    long blocksLeft() {
        return blocks - retired;
    }

    /** Tells the listener of the stages that have ended since the last call. */
    void report() {
        while (reportedStages < STAGES.length && ended(STAGES[reportedStages])) {
            listener.done(STAGES[reportedStages++]);
        }
    }

    private boolean ended(PixelStage stage) {
        return geometryDone
                && isOpen(stage)
                && (!works(stage)
                        || rasterised
                                && passed[stage.ordinal()] == blocks
                                && (stage != PixelStage.FRAGMENT || runningJobs == 0));
    }

    /** The first stage that has not ended, for messages. */
    PixelStage stage() {
        return STAGES[Math.min(reportedStages, STAGES.length - 1)];
    }
}
