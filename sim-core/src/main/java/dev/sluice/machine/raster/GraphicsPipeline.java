// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.device.PipelineSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The draws of one queue on their way from geometry to colour: rasterisation, tests, shading and writes.
 *
 * <p>Draws are rasterised one after the other. Their blocks go through the {@link PixelStage}s as far as the gates of their draw
 * and the barriers before it allow, so that several draws are under way at once. Each render output unit is given tests in the
 * order of rasterisation, and likewise colours; as a unit owns its pixels, primitives keep their order at every pixel, within a
 * draw and across draws. Blocks and waves come from pools of fixed size: when they are all in use, rasterisation waits.
 */
public final class GraphicsPipeline extends Component {

    static final int WAVES_ENDED = 1;
    static final int FLUSHED = 2;
    static final int ROOM = 4;
    private static final int WORK = 0;
    private static final int GATHERED = 3;
    private static final long NEVER = Long.MAX_VALUE;

    /** What comes next to be rasterised: a draw or a barrier. */
    private record Step(@Nullable DrawJob draw, @Nullable RegionBarrier barrier) {}

    private final PipelineSpec spec;
    private final OutputOrder outputs;
    private final WaveJobs waves;
    private final Regions regions;
    private final Rasteriser rasteriser = new Rasteriser();
    private final PixelUnits pixels;
    private final FragmentUnits fragments;
    /** Null before the first draw that takes no time, as it has waves and blocks of its own. */
    private @Nullable DrawAtOnce atOnce;
    /** Whether the next step is a draw that waits for a quiet machine. */
    private boolean awaitsQuiet;

    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    /** Draws that are being rasterised or have been, and have not ended, in order. */
    private final List<DrawJob> draws = new ArrayList<>();

    private final @Nullable Block[] blocks;
    private final int[] freeBlocks;
    private int freeBlockCount;

    private @Nullable DrawJob rasterising;
    /** Whether the rasteriser stands at a block that has not been taken. */
    private boolean blockWaits;

    private long rasterCycle = -1;
    private int rasterisedInCycle;
    private long sequence;
    private long workAt = NEVER;

    private long drawsEnqueued;
    private long drawsEnded;
    private long barriersEnqueued;

    /**
     * @param fragments where fragment waves run
     * @param pixels the render output units
     */
    public GraphicsPipeline(Engine engine, String name, PipelineSpec spec, FragmentUnits fragments, PixelUnits pixels) {
        super(engine, name);
        this.spec = spec;
        this.pixels = pixels;
        this.fragments = fragments;
        this.outputs = new OutputOrder(this, pixels);
        this.waves = new WaveJobs(this, spec, fragments);
        this.regions = new Regions(this, pixels);
        this.blocks = new Block[spec.blocks()];
        this.freeBlocks = new int[spec.blocks()];
        for (int i = spec.blocks() - 1; i >= 0; i--) {
            freeBlocks[freeBlockCount++] = i;
        }
    }

    /**
     * Adds a draw after all draws and barriers so far. It is rasterised when those have been and {@link #ready} was called.
     *
     * @throws IllegalStateException if the draw was added before
     */
    public void enqueue(DrawJob job) {
        job.enqueued(this);
        drawsEnqueued++;
        steps.add(new Step(job, null));
        changed();
    }

    /** The draw's geometry is done; may be said before the draw is added. */
    public void ready(DrawJob job) {
        job.geometryDone();
        changed();
    }

    /** Adds a framebuffer-local dependency between the draws so far and those to come. */
    public void enqueue(RegionBarrier barrier) {
        barriersEnqueued++;
        steps.add(new Step(null, barrier));
        changed();
    }

    /** Draws, barriers and blocks of pixels that rasterisation has come to so far. */
    public long rasterised() {
        return sequence;
    }

    /** Something may go on: looks for work later in this cycle. */
    void changed() {
        workAt(now());
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case WORK -> {
                if (now() != workAt) {
                    return;
                }
                workAt = NEVER;
                work();
            }
            case WAVES_ENDED -> {
                waves.ended(argument);
                changed();
            }
            case FLUSHED -> {
                regions.flushed(argument);
                changed();
            }
            case GATHERED -> waves.deadline(argument);
            case ROOM -> {
                outputs.room(argument);
                changed();
            }
            default -> throw new IllegalArgumentException(name() + " knows no event " + kind);
        }
    }

    /** A block by its place in the pool. */
    Block block(int index) {
        Block block = blocks[index];
        if (block == null) {
            throw new IllegalStateException(name() + " has no block " + index);
        }
        return block;
    }

    /** The deadline of a group of waves is due after some cycles. */
    void wakeForWaves(long cycles, int index) {
        wake(cycles, GATHERED, index);
    }

    /** The work of the block's stage has ended: it goes on to the next stage that has work for it. */
    void pass(Block block) {
        DrawJob draw = block.draw();
        boolean passes = true;
        while (passes) {
            draw.blockPassed(block.stage++);
            passes = !block.done() && !entersWork(block, draw);
        }
        releaseIfDone(block);
        changed();
    }

    /** A barrier has released a square for what came after it. */
    void released(int square, long since, RegionBarrier barrier) {
        for (Block block : blocks) {
            if (block != null && block.inUse() && block.square == square && block.sequence > since) {
                boolean held = block.holdsShading();
                Regions.hold(block, barrier, -1);
                if (held && !block.holdsShading()) {
                    toShade(block);
                }
            }
        }
        changed();
    }

    /** Gives the block back if nothing of it is under way any more. */
    void releaseIfDone(Block block) {
        if (block.inUse() && block.done() && !block.queued && block.running == 0) {
            regions.remove(block);
            block.draw().blockRetired();
            block.end();
            freeBlocks[freeBlockCount++] = block.batch.tag;
        }
    }

    private void work() {
        rasterise();
        outputs.work();
        shade();
        waves.startComplete();
        regions.flush();
        report();
        beginAtOnce();
        if (blockWaits && freeBlockCount > 0) {
            workAt(now() + 1);
        }
    }

    private void rasterise() {
        if (rasterCycle != now()) {
            rasterCycle = now();
            rasterisedInCycle = 0;
        }
        DrawJob draw = nextDraw();
        while (draw != null) {
            if (!blockWaits && !rasteriser.next()) {
                draw.allRasterised();
                rasterising = null;
                draw = nextDraw();
                continue;
            }
            blockWaits = true;
            if (freeBlockCount == 0 || rasterisedInCycle == spec.blocksPerCycle()) {
                return;
            }
            blockWaits = false;
            rasterisedInCycle++;
            addBlock(draw);
        }
    }

    /** The draw that is being rasterised, or the next one if its turn has come. */
    private @Nullable DrawJob nextDraw() {
        while (rasterising == null) {
            Step step = steps.peek();
            if (step == null) {
                return null;
            }
            DrawJob draw = step.draw();
            RegionBarrier barrier = step.barrier();
            if (draw != null) {
                if (!draw.ready() || draw.whenQuiet() != null) {
                    return null;
                }
                draw.sequence = sequence++;
                draws.add(draw);
                rasteriser.start(draw.coverage(), draw.area, draw.state.samples());
                rasterising = draw;
            } else if (barrier != null) {
                regions.begin(barrier, sequence++);
            }
            steps.poll();
        }
        return rasterising;
    }

    /** Has the next draw carried out without time, if it is to be and if all that comes before it is done. */
    private void beginAtOnce() {
        Step step = steps.peek();
        DrawJob draw = step == null ? null : step.draw();
        DrawJob.WhenQuiet quiet = draw == null ? null : draw.whenQuiet();
        if (draw == null
                || quiet == null
                || awaitsQuiet
                || !draw.allOpen()
                || rasterising != null
                || !draws.isEmpty()
                || regions.any()) {
            return;
        }
        awaitsQuiet = true;
        quiet.run(() -> perform(draw), () -> {
            awaitsQuiet = false;
            draw.atOnce(null);
            changed();
        });
    }

    private void perform(DrawJob draw) {
        awaitsQuiet = false;
        DrawAtOnce worker = atOnce;
        if (worker == null) {
            worker = new DrawAtOnce(this, pixels, fragments, spec.waveSize());
            atOnce = worker;
        }
        if (worker.perform(draw)) {
            steps.remove();
            sequence++;
            drawsEnded++;
            draw.report();
            changed();
        }
    }

    private void addBlock(DrawJob draw) {
        int index = freeBlocks[--freeBlockCount];
        Block block = blocks[index];
        if (block == null) {
            block = new Block(index);
            blocks[index] = block;
        }
        block.start(draw, rasteriser, sequence++);
        draw.blockAdded(rasteriser);
        regions.add(block);
        outputs.add(block);
        if (!entersWork(block, draw)) {
            pass(block);
        }
    }

    /** Whether the stage that the block has reached has work for it; a block to shade is lined up for that. */
    private boolean entersWork(Block block, DrawJob draw) {
        boolean works = draw.works(block.stage) && !block.killed();
        if (block.in(PixelStage.FRAGMENT)) {
            if (!works) {
                draw.unshaded--;
            } else {
                block.findQuads();
                if (!block.holdsShading()) {
                    toShade(block);
                }
            }
        }
        return works;
    }

    private void toShade(Block block) {
        if (block.in(PixelStage.FRAGMENT) && block.quads != 0) {
            block.draw().shadeable.add(block);
        }
    }

    private void shade() {
        for (int i = 0; i < draws.size(); i++) {
            DrawJob draw = draws.get(i);
            if (!draw.isOpen(PixelStage.FRAGMENT)) {
                continue;
            }
            Block block = draw.shadeable.peek();
            while (block != null) {
                if (!waves.take(block)) {
                    return; // until waves end
                }
                draw.shadeable.poll();
                draw.unshaded--;
                block = draw.shadeable.peek();
            }
        }
    }

    private void report() {
        int left = 0;
        for (int i = 0; i < draws.size(); i++) {
            DrawJob draw = draws.get(i);
            draw.report();
            if (draw.done() && draw.retired()) {
                drawsEnded++;
            } else {
                draws.set(left++, draw);
            }
        }
        while (draws.size() > left) {
            draws.remove(draws.size() - 1);
        }
        regions.report(draws.isEmpty() ? NEVER : draws.get(0).sequence);
    }

    private void workAt(long cycle) {
        if (cycle < workAt) {
            workAt = cycle;
            engine().scheduleAt(this, cycle, WORK, 0);
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "draws", drawsEnqueued, drawsEnded);
        audit.balance(this, "barriers by region", barriersEnqueued, regions.ended);
        audit.balance(this, "write-backs of squares", regions.flushes, regions.flushesEnded);
        audit.balance(this, "batches to test", outputs.testsGiven, outputs.testsAnswered);
        audit.balance(this, "batches to write", outputs.writesGiven, outputs.writesAnswered);
        audit.balance(this, "fragment waves", waves.wavesStarted, waves.wavesShaded);
        audit.held(this, "blocks of pixels", (long) blocks.length - freeBlockCount);
        audit.held(this, "groups of waves", (long) spec.jobs() - waves.freeJobs());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (DrawJob draw : draws) {
            String who = name() + " (" + draw.label + ")";
            if (!draw.isOpen(draw.stage())) {
                graph.edge(who, "the barriers before it", "the gate of " + draw.stage());
            } else if (draw.runningJobs > 0) {
                graph.edge(who, "compute units", draw.runningJobs + " groups of fragment waves");
            } else if (!draw.rasterised()) {
                graph.edge(who, name(), freeBlockCount == 0 ? "a free block of pixels" : "rasterisation");
            } else if (regions.any() && regions.squaresLeft() > 0) {
                graph.edge(who, name() + " (barrier by region)", draw.blocksLeft() + " blocks of pixels");
            } else {
                graph.edge(who, "render output units", draw.blocksLeft() + " blocks of pixels in " + draw.stage());
            }
        }
        if (regions.any()) {
            graph.edge(
                    name() + " (barrier by region)",
                    regions.flushes == regions.flushesEnded ? "earlier draws" : "render output units",
                    regions.squaresLeft() + " squares of " + RegionBarrier.SQUARE + " pixels");
        }
        Step step = rasterising == null ? steps.peek() : null;
        DrawJob waiting = step == null ? null : step.draw();
        if (waiting != null) {
            String who = name() + " (" + waiting.label + ")";
            if (!waiting.ready()) {
                graph.edge(who, "the front end", "the draw's geometry");
            } else if (!waiting.allOpen()) {
                graph.edge(who, "the barriers before it", "the gate of " + waiting.closed());
            } else if (awaitsQuiet) {
                graph.edge(who, "caches and memories", "nothing under way there");
            }
        }
    }
}
