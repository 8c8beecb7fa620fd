// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

/** Which part of a dependency between two accesses is not there (Vulkan specification, section Location-Ordered). */
public enum MissingHalf {
    /** Nothing makes the one wait for the other. */
    EXECUTION("an execution dependency: nothing makes the second wait for the first"),
    /** Nothing makes the atomics of the one wait for those of the other: no hazard, but their order decides what they leave. */
    ATOMIC_ORDER("an execution dependency: the atomics of both do not commute, and nothing orders them"),
    /** The order is there, but the write is not made available. */
    AVAILABILITY("availability: the order is there, but the write is not flushed (srcAccess lacks it)"),
    /** The write is available, but not made visible to the reader. */
    VISIBILITY("visibility: the write is available, but not made visible to the reader (dstAccess lacks it)"),
    /** The write is available, but not made visible to the one that overwrites it. */
    VISIBILITY_TO_WRITE("visibility: the write is available, but not made visible to the one that overwrites it"
            + " (dstAccess lacks it); no data race by the memory model, but no memory dependency either"),
    /** Device writes are not brought into the host's domain. */
    HOST_DOMAIN("a dependency to the host: a fence alone does not bring device writes into the host domain"),
    /** Host writes of non-coherent memory are not flushed. */
    FLUSH("flushMappedMemoryRanges: the memory is not coherent, and the host's write may still be in its caches"),
    /** Non-coherent memory is read by the host without an invalidation. */
    INVALIDATE("invalidateMappedMemoryRanges: the memory is not coherent, and the host may read old cache lines"),
    /** Host and device use neighbours of one non-coherent atom. */
    ATOM("separation by nonCoherentAtomSize: a flush of the host's bytes takes their neighbours along"),
    /** Two queues, or a queue and the display, are not ordered by a semaphore. */
    SEMAPHORE("a semaphore: the two are on different queues, and nothing orders them"),
    /** A semaphore is waited for, at stages that do not hold the second back. */
    WAIT_STAGES("the stages of the second in the wait for the semaphore: it comes after the first, but the wait holds"
            + " other stages back"),
    /** A semaphore is waited for, but signalled after stages that the first is not of. */
    SIGNAL_STAGES(
            "the stages of the first in the signal of the semaphore: the second's queue waits for it, but it need not"
                    + " come after the first"),
    /** A queue between the two waits for the first, but signals the second's queue after other stages than those that waited. */
    SIGNAL_CHAIN("a dependency chain: a queue between the two waits for the first at stages that its own signal of the"
            + " semaphore does not come after"),
    /** A layout transition does not come after the semaphore that its queue waits for. */
    CHAIN("a dependency chain: the wait for the semaphore holds stages back that the first scope of the transition's"
            + " barrier does not name"),
    /** The host does not wait for the device. */
    FENCE("a fence or semaphore that the host waits for: nothing makes it wait for the device"),
    /** The queue does not wait for the host. */
    HOST_ORDER("host order: the host's access comes after the submission, and the device does not wait for it"),
    /** Another family's contents, acquired but never released. */
    RELEASE("ownership: release by the family that wrote it; what was acquired was not released, with the same range,"
            + " families and layouts"),
    /** Released contents that the reader's family has not acquired. */
    ACQUIRE("ownership: acquire by the reader's queue family of what was released"),
    /** Another family's contents without either half. */
    TRANSFER("ownership: release and acquire between the two queue families: the resource is exclusive"),
    /** Both halves, but nothing makes the acquire wait for the release, or the reader for the acquire. */
    TRANSFER_ORDER("ownership: release and acquire are there, but differ, or no semaphore at ALL_COMMANDS orders them");

    private final String words;

    MissingHalf(String words) {
        this.words = words;
    }

    /** Whether contents are undefined for the reader's queue family. */
    public boolean ownership() {
        return this == RELEASE || this == ACQUIRE || this == TRANSFER || this == TRANSFER_ORDER;
    }

    /** Whether the write is there, in order and available, and only has to be made visible. */
    public boolean visibilityAlone() {
        return this == VISIBILITY || this == VISIBILITY_TO_WRITE;
    }

    /** What is missing, in plain words. */
    public String words() {
        return words;
    }
}
