// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.rop.PixelBatch;
import dev.sluice.machine.rop.PixelSink;

/** The render output units as a graphics pipeline uses them. */
public interface PixelUnits {

    /** Number of units. */
    int count();

    /** The unit that owns a pixel: the same one for all pixels of a square of {@link RegionBarrier#SQUARE} pixels. */
    int unitOf(int x, int y);

    /** Whether a unit takes another batch now. */
    boolean accepts(int unit);

    /** Asks to be told once, with the given event, when a unit that accepts no batch may do so again. */
    void await(int unit, Component waiter, int kind, int argument);

    /** Tests depth and stencil of a batch; a unit serves the batches of a tile in the order given. */
    void test(PixelBatch batch, PixelSink sink);

    /** Blends and writes the colours of a batch; a unit serves the batches of a tile in the order given. */
    void write(PixelBatch batch, PixelSink sink);

    /** Tests depth and stencil of a batch outside simulated time, while nothing is under way. */
    void testAtOnce(PixelBatch batch);

    /** Blends and writes the colours of a batch outside simulated time, while nothing is under way. */
    void writeAtOnce(PixelBatch batch);

    /** Writes back the barrier's targets in the square whose first pixel is (x, y), and replies when that has arrived. */
    void flush(RegionBarrier barrier, int x, int y, Component replyTo, int replyKind, int replyArgument);
}
