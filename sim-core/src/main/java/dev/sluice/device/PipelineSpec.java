// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * The sizes of a graphics pipeline.
 *
 * @param waveSize lanes of a fragment wave, a multiple of 4 from 4 to 64
 * @param blocks blocks of 8 x 8 pixels that may be under way
 * @param jobs groups of waves that may be under way on the compute units
 * @param wavesPerJob waves that are started together
 * @param gatherCycles cycles that the first wave of a group waits for more waves
 * @param blocksPerCycle blocks that are rasterised per cycle
 */
public record PipelineSpec(int waveSize, int blocks, int jobs, int wavesPerJob, int gatherCycles, int blocksPerCycle) {

    private static final int WAVES_PER_JOB = 8;
    private static final int GATHER_CYCLES = 16;
    private static final int MAX_WAVES = 2048;

    public PipelineSpec {
        if (waveSize < 4 || waveSize > 64 || waveSize % 4 != 0) {
            throw new InvalidSpecException(
                    "a fragment wave has whole quads: computeUnits.waveSize must be a multiple of 4 up to 64, not "
                            + waveSize,
                    "computeUnits",
                    "waveSize");
        }
        if (blocks < 1 || jobs < 1 || wavesPerJob < 1 || gatherCycles < 1 || blocksPerCycle < 1) {
            throw new IllegalArgumentException("the sizes of a graphics pipeline must be at least 1");
        }
    }

    /**
     * A pipeline that can fill a device: as many waves as there are places for on the units (at most {@value #MAX_WAVES}), blocks
     * for all of them, and as many again on their way into and out of the render output units.
     *
     * @param renderOutputUnits how many there are
     */
    public static PipelineSpec of(ComputeSpec compute, int renderOutputUnits) {
        long places = (long) compute.count() * compute.wavesPerUnit();
        int waves = (int) Math.max(2 * WAVES_PER_JOB, Math.min(MAX_WAVES, places));
        int wavesPerBlock = Math.max(1, 64 / compute.waveSize());
        int blocks = Math.max(16, waves / wavesPerBlock) + 16 * Math.max(1, renderOutputUnits);
        return new PipelineSpec(compute.waveSize(), blocks, waves / WAVES_PER_JOB, WAVES_PER_JOB, GATHER_CYCLES, 1);
    }
}
