package dev.sluice.core.barrier;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A memory dependency as the application wrote it: two stage masks and two access masks, of all memory or of a range.
 *
 * @param srcStages first half, a named mask (see {@link Stage})
 * @param srcAccess first half's accesses
 * @param dstStages second half, a named mask
 * @param dstAccess second half's accesses
 * @param range the bytes of a buffer or image barrier; null for all memory
 */
public record MemoryDependency(
        long srcStages,
        long srcAccess,
        long dstStages,
        long dstAccess,
        @Nullable AddressRange range) {

    /** A dependency over all memory. */
    public MemoryDependency(long srcStages, long srcAccess, long dstStages, long dstAccess) {
        this(srcStages, srcAccess, dstStages, dstAccess, null);
    }

    /**
     * A dependency over all memory, by names of flags.
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

    /** Whether it orders execution only. */
    public boolean executionOnly() {
        return srcAccess == 0 && dstAccess == 0;
    }

    /** The same dependency over a range. */
    public MemoryDependency over(AddressRange bytes) {
        return new MemoryDependency(srcStages, srcAccess, dstStages, dstAccess, bytes);
    }

    /** The first synchronization scope on a queue, expanded. */
    public long srcScope(QueueCapabilities queue) {
        return Stages.syncScopeSrc(srcStages, queue);
    }

    /** The second synchronization scope on a queue, expanded. */
    public long dstScope(QueueCapabilities queue) {
        return Stages.syncScopeDst(dstStages, queue);
    }

    /** The dependency in the words of a command stream. */
    @Override
    public String toString() {
        return Stages.text(srcStages) + "/" + Accesses.text(srcAccess) + " -> " + Stages.text(dstStages) + "/"
                + Accesses.text(dstAccess);
    }
}
