// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

/** Thrown when one workgroup of a kernel needs more than a whole compute unit has. */
public final class OccupancyException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    public OccupancyException(String kernel, String resource, long needed, long available) {
        super(
                "kernel " + kernel + ": a workgroup needs " + needed + " " + resource + ", but a compute unit has "
                        + available,
                kernel,
                0);
    }
}
