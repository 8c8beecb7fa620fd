// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import org.jspecify.annotations.Nullable;

/** A trace of kernels, one after the other: grids of blocks of warps, which the device places on its units itself. */
public non-sealed interface GridTrace extends Trace {

    /**
     * A kernel that was launched.
     *
     * @param blocks how many blocks it has
     * @param warps warps of a block
     * @param registers 32-bit registers of a lane; 0 if it is not known
     * @param sharedBytes shared memory of a block
     */
    record Kernel(String name, long blocks, int warps, int registers, long sharedBytes) {}

    /** The next kernel; null after the last. */
    @Nullable
    Kernel nextKernel();

    /** The next block of the kernel; null after its last. */
    @Nullable
    TraceBlock nextBlock();
}
