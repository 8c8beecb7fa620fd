package dev.sluice.core.compute;

/** Thrown when an atomic's address is not a multiple of its size, which Vulkan forbids and no memory performs. */
public final class MisalignedAtomicException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    private final int lane;
    private final String binding;

    MisalignedAtomicException(
            String command,
            String kernel,
            int line,
            int lane,
            String who,
            String binding,
            long offset,
            int elementBytes) {
        super(
                command + ": kernel " + kernel + ", line " + line + ": lane " + lane + " (" + who
                        + ") performs an atomic of "
                        + elementBytes + " bytes on '" + binding + "' at byte " + offset
                        + ", whose address is not a multiple of " + elementBytes
                        + "; bind the buffer at an aligned offset",
                kernel,
                line);
        this.lane = lane;
        this.binding = binding;
    }

    /** The lane of the wave. */
    public int lane() {
        return lane;
    }

    /** The binding's name. */
    public String binding() {
        return binding;
    }
}
