// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import dev.sluice.program.kernel.KernelLine;

/** Thrown when an atomic's address is not a multiple of its size, which Vulkan forbids and no memory performs. */
public final class MisalignedAtomicException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    public MisalignedAtomicException(
            String command, KernelLine at, int lane, String who, String binding, long offset, int elementBytes) {
        super(
                command + ": " + at + ": lane " + lane + " (" + who
                        + ") performs an atomic of "
                        + elementBytes + " bytes on '" + binding + "' at byte " + offset
                        + ", whose address is not a multiple of " + elementBytes
                        + "; bind the buffer at an aligned offset",
                at);
    }
}
