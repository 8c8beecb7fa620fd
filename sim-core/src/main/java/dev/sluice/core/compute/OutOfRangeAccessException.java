package dev.sluice.core.compute;

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
     * @param lane lane of the wave
     * @param invocation the lane's global linear index
     * @param index the element's index
     * @param elementBytes bytes of an element
     * @param binding the binding's name, or {@code shared}
     * @param size bytes that are bound
     */
    OutOfRangeAccessException(
            String command,
            String kernel,
            int line,
            int lane,
            long invocation,
            long index,
            int elementBytes,
            String binding,
            long size) {
        super(
                command + ": kernel " + kernel + ", line " + line + ": lane " + lane + " (gid " + invocation
                        + ") accesses element " + index + " of '" + binding + "', which is bound to " + size
                        + " bytes ("
                        + size / elementBytes + " elements of " + elementBytes + ")",
                kernel,
                line);
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

    /** The invocation's global linear index. */
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
