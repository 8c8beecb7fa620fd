package dev.sluice.core.compute;

/** Thrown when one workgroup of a kernel needs more than a whole compute unit has. */
public final class OccupancyException extends KernelFaultException {

    private static final long serialVersionUID = 1L;

    private final String resource;

    OccupancyException(String kernel, String resource, long needed, long available) {
        super(
                "kernel " + kernel + ": a workgroup needs " + needed + " " + resource + ", but a compute unit has "
                        + available,
                kernel,
                0);
        this.resource = resource;
    }

    /** What there is too little of: {@code waves}, {@code registers} or {@code bytes of shared memory}. */
    public String resource() {
        return resource;
    }
}
