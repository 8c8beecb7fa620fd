// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Room for the lanes of an operation's operands, which the waves of an interpreter share.
 *
 * <p>Its contents last until the next {@link WaveInterpreter#operands()} of any of them; a wave that only waits needs no memory
 * for it.
 */
final class LaneOperands {
    final long[] offsets = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] indices = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] values = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] compares = new long[WaveInterpreter.MAX_WAVE_SIZE];
    /** Room for the lanes of an instruction's operands that are kept as base and stride. */
    final long[] first = new long[WaveInterpreter.MAX_WAVE_SIZE];

    final long[] second = new long[WaveInterpreter.MAX_WAVE_SIZE];
    final long[] third = new long[WaveInterpreter.MAX_WAVE_SIZE];
}
