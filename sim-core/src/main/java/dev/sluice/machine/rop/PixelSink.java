// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

/** Who is told what became of a {@link PixelBatch}; always from an event of the unit, never from within the call that gave it. */
public interface PixelSink {

    /** The batch went through the depth and stencil test: its coverage now holds the samples that passed. */
    void tested(PixelBatch batch);

    /** All colours of the batch have been taken over by the caches. */
    void written(PixelBatch batch);
}
