// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Where an interpreter puts the operands of the operation that the machine must do, one a lane.
 *
 * <p>Waves that take turns may share one: its contents last until the next {@link WaveInterpreter#operands()} of any of
 * them, and a wave that only waits needs no memory for it.
 */
public final class LaneOperands {
    final long[] offsets = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] indices = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] values = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] compares = new long[WaveInterpreter.MAX_WAVE_SIZE];
    /** Room for the lanes of an instruction's operands that are kept as base and stride. */
    final long[] first = new long[WaveInterpreter.MAX_WAVE_SIZE];

    final long[] second = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] third = new long[WaveInterpreter.MAX_WAVE_SIZE];
}
