// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import dev.sluice.program.kernel.KernelLine;

/** Thrown when a lane's access lies outside the range that is bound, or outside the workgroup's shared memory. */
public final class OutOfRangeAccessException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    private final int lane;
    private final long invocation;
    private final long index;
    private final String binding;
    private final long size;

    /**
     * @param command the dispatch, for the message
     * @param at the line of the access
     * @param lane lane of the wave
     * @param who the invocation or the pixel, for the message
     * @param what the element and what is bound, for the message
     * @param invocation the lane's global linear index; -1 for a fragment
     * @param index the element's index
     * @param binding the binding's name, or {@code shared}
     * @param size bytes that are bound
     */
    public OutOfRangeAccessException(
            String command,
            KernelLine at,
            int lane,
            String who,
            String what,
            long invocation,
            long index,
            String binding,
            long size) {
        super(command + ": " + at + ": lane " + lane + " (" + who + ") accesses " + what, at);
        this.lane = lane;
        this.invocation = invocation;
        this.index = index;
        this.binding = binding;
        this.size = size;
    }

    /** The lane of the wave. */
    public int lane() {
        return lane;
    }

    /** The invocation's global linear index; -1 for a fragment. */
    public long invocation() {
        return invocation;
    }

    /** The index of the element, in elements; saturated where it does not fit in 64 bits of bytes. */
    public long index() {
        return index;
    }

    /** The binding's name, or {@code shared} for workgroup memory. */
    public String binding() {
        return binding;
    }

    /** Bytes that are bound. */
    public long size() {
        return size;
    }
}
