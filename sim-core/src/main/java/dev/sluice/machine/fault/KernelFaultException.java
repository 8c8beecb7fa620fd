// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import dev.sluice.program.kernel.KernelLine;

/**
 * Thrown when a kernel does what no machine could do: the fault of the stream, not of the simulator (bad input, exit 2).
 *
 * <p>The message is one line that names kernel, line and lane.
 */
public abstract sealed class KernelFaultException extends RuntimeException implements PlacedFault
        permits OutOfRangeAccessException, MisalignedAtomicException, OccupancyException, EndlessLoopException {

    private static final long serialVersionUID = 1L;

    private final String kernel;
    private final int line;
    private final String where;

    KernelFaultException(String message, KernelLine at) {
        super(message);
        this.kernel = at.kernel();
        this.line = at.line();
        this.where = at.where();
    }

    /** The kernel's name. */
    public final String kernel() {
        return kernel;
    }

    /** The line in the kernel's text, from 1; 0 where the fault is the kernel's as a whole. */
    public final int line() {
        return line;
    }

    @Override
    public final String where() {
        return where;
    }
}
