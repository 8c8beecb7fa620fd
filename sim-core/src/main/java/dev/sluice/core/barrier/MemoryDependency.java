package dev.sluice.core.barrier;

import java.util.List;

/**
 * A memory dependency as the application wrote it: two stage masks and two access masks.
 *
 * @param srcStages first half, a named mask (see {@link Stage})
 * @param srcAccess first half's accesses
 * @param dstStages second half, a named mask
 * @param dstAccess second half's accesses
 */
public record MemoryDependency(long srcStages, long srcAccess, long dstStages, long dstAccess) {

    /**
     * A dependency by names of flags.
     *
     * @throws IllegalArgumentException for an unknown name, naming the nearest
     */
    public static MemoryDependency of(
            List<String> srcStages, List<String> srcAccess, List<String> dstStages, List<String> dstAccess) {
        return new MemoryDependency(
                Stages.parseAll(srcStages),
                Accesses.parseAll(srcAccess),
                Stages.parseAll(dstStages),
                Accesses.parseAll(dstAccess));
    }

    /** The dependency in the words of a command stream. */
    @Override
    public String toString() {
        return Stages.text(srcStages) + "/" + Accesses.text(srcAccess) + " -> " + Stages.text(dstStages) + "/"
                + Accesses.text(dstAccess);
    }
}
