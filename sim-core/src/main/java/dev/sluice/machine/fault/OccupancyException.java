// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import dev.sluice.program.kernel.KernelLine;

/** Thrown when one workgroup of a kernel needs more than a whole compute unit has. */
public final class OccupancyException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    public OccupancyException(KernelLine at, String resource, long needed, long available) {
        super(at + ": a workgroup needs " + needed + " " + resource + ", but a compute unit has " + available, at);
    }
}
