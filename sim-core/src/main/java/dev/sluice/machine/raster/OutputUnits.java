// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.rop.CachedTilesJob;
import dev.sluice.machine.rop.PixelBatch;
import dev.sluice.machine.rop.PixelSink;
import dev.sluice.machine.rop.RenderOutputUnits;
import dev.sluice.program.image.Rect;

/** The device's render output units behind a graphics pipeline. */
public final class OutputUnits implements PixelUnits {

    private final RenderOutputUnits units;

    public OutputUnits(RenderOutputUnits units) {
        this.units = units;
    }

    @Override
    public int count() {
        return units.count();
    }

    @Override
    public int unitOf(int x, int y) {
        return units.unitOf(x, y);
    }

    @Override
    public boolean accepts(int unit) {
        return units.accepts(unit);
    }

    @Override
    public void await(int unit, Component waiter, int kind, int argument) {
        units.await(unit, waiter, kind, argument);
    }

    @Override
    public void test(PixelBatch batch, PixelSink sink) {
        units.test(batch, sink);
    }

    @Override
    public void write(PixelBatch batch, PixelSink sink) {
        units.write(batch, sink);
    }

    @Override
    public void testAtOnce(PixelBatch batch) {
        units.testAtOnce(batch);
    }

    @Override
    public void writeAtOnce(PixelBatch batch) {
        units.writeAtOnce(batch);
    }

    @Override
    public void flush(RegionBarrier barrier, int x, int y, Component replyTo, int replyKind, int replyArgument) {
        units.start(new CachedTilesJob(
                CachedTilesJob.Work.FLUSH,
                barrier.flush(),
                new Rect(x, y, RegionBarrier.SQUARE, RegionBarrier.SQUARE),
                barrier.command(),
                barrier.agent(),
                replyTo,
                replyKind,
                replyArgument));
    }
}
