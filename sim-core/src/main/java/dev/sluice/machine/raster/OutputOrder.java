// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.rop.PixelBatch;
import dev.sluice.machine.rop.PixelSink;

/**
 * Gives blocks to the render output units: to each unit its tests in the order of rasterisation, and its colours likewise.
 *
 * <p>A block that may not be tested or written yet therefore stops those after it, but only at its own unit.
 */
final class OutputOrder implements PixelSink {

    private final GraphicsPipeline pipeline;
    private final PixelUnits pixels;
    private final UnitQueue[] queues;
    private final boolean[] awaiting;

    long testsGiven;
    long testsAnswered;
    long writesGiven;
    long writesAnswered;

    OutputOrder(GraphicsPipeline pipeline, PixelUnits pixels) {
        this.pipeline = pipeline;
        this.pixels = pixels;
        this.queues = new UnitQueue[pixels.count()];
        for (int u = 0; u < queues.length; u++) {
            queues[u] = new UnitQueue();
        }
        this.awaiting = new boolean[queues.length];
    }

    /** The next block in the order of rasterisation. */
    void add(Block block) {
        queues[pixels.unitOf(block.batch.x, block.batch.y)].add(block);
    }

    /** Gives the units what may be given now. */
    void work() {
        for (int u = 0; u < queues.length; u++) {
            test(u);
            write(u);
        }
    }

    /** A unit that was full takes batches again. */
    void room(int unit) {
        awaiting[unit] = false;
    }

    @Override
    public void tested(PixelBatch batch) {
        testsAnswered++;
        pipeline.pass(pipeline.block(batch.tag));
    }

    @Override
    public void written(PixelBatch batch) {
        writesAnswered++;
        pipeline.pass(pipeline.block(batch.tag));
    }

    private void test(int unit) {
        UnitQueue queue = queues[unit];
        Block block = queue.toTest();
        while (block != null) {
            DrawJob draw = block.draw();
            if (draw.early || draw.late) {
                PixelStage stage = draw.early ? PixelStage.EARLY_TESTS : PixelStage.LATE_TESTS;
                if (block.before(stage)) {
                    testAhead(unit, block);
                    return;
                }
                if (block.in(stage) && !block.given) {
                    if (!block.mayEnter(stage) || !accepts(unit)) {
                        return;
                    }
                    testsGiven++;
                    queue.testPassed(block);
                    pixels.test(block.batch, this);
                    block = queue.toTest();
                    continue;
                }
            }
            queue.testPassed(block);
            block = queue.toTest();
        }
    }

    /**
     * While a late test is awaited, early tests of later render pass instances need not wait: there is no rasterization order
     * between instances (Vulkan specification, section Rasterization Order).
     */
    private void testAhead(int unit, Block awaited) {
        for (Block block = awaited.nextInUnit; block != null; block = block.nextInUnit) {
            DrawJob draw = block.draw();
            if (draw.pass() == awaited.draw().pass() || !draw.early || !block.in(PixelStage.EARLY_TESTS)) {
                continue;
            }
            if (!block.mayEnter(PixelStage.EARLY_TESTS) || !accepts(unit)) {
                return;
            }
            if (block.given) {
                continue;
            }
            block.given = true;
            testsGiven++;
            pixels.test(block.batch, this);
        }
    }

    private void write(int unit) {
        UnitQueue queue = queues[unit];
        Block block = queue.toWrite();
        while (block != null) {
            if (block.done()) {
                queue.writePassed(block);
                pipeline.releaseIfDone(block);
            } else if (block.in(PixelStage.COLOR_OUTPUT) && block.mayEnter(PixelStage.COLOR_OUTPUT)) {
                if (block.batch.outputs == 0) {
                    queue.writePassed(block);
                    pipeline.pass(block);
                } else if (accepts(unit)) {
                    queue.writePassed(block);
                    writesGiven++;
                    pixels.write(block.batch, this);
                } else {
                    return;
                }
            } else {
                return;
            }
            block = queue.toWrite();
        }
    }

    private boolean accepts(int unit) {
        if (pixels.accepts(unit)) {
            return true;
        }
        if (!awaiting[unit]) {
            awaiting[unit] = true;
            pixels.await(unit, pipeline, GraphicsPipeline.ROOM, unit);
        }
        return false;
    }
}
