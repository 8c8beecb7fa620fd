// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kind.KindName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation of a host thread, with its arguments resolved and checked. */
public sealed interface HostOperation {

    Origin origin();

    /** Vulkan's name without the {@code vk} prefix, or Sluice's own. */
    default String kind() {
        return KindName.of(getClass());
    }

    /** An operation that accesses mapped memory. */
    sealed interface Access extends HostOperation {
        /** Where. */
        HostTarget target();

        /** How many bytes. */
        long size();
    }

    /** An operation on the host's caches, for ranges of mapped memory. */
    sealed interface Maintenance extends HostOperation {
        /** The ranges. */
        List<MemoryRange> ranges();
    }

    /** An operation that gives a queue work. */
    sealed interface Submission extends HostOperation {}

    /** An operation after which the host goes on when something has been signalled. */
    sealed interface Wait extends HostOperation {}

    /** An operation that signals something, or takes a signal back. */
    sealed interface Signal extends HostOperation {}

    /** An operation that concerns its own thread: by the memory model it accesses nothing and orders nothing. */
    sealed interface Local extends HostOperation {}

    /** Maps a range of a memory; accesses need it unless the stream maps nothing at all. */
    record MapMemory(Origin origin, String memory, long offset, long size) implements Local {}

    record UnmapMemory(Origin origin, String memory) implements Local {}

    /** Stores bytes to mapped memory, in address order, in the width the host uses. */
    record HostWrite(Origin origin, HostTarget target, Contents data) implements Access {
        /** With bytes that are at hand. */
        public HostWrite(Origin origin, HostTarget target, byte[] data) {
            this(origin, target, Contents.of(data));
        }

        @Override
        public long size() {
            return data.size();
        }
    }

    /**
     * Loads bytes from mapped memory and compares them.
     *
     * @param expect the expected bytes; null to read only
     * @param element the type in which to print a mismatch, for example {@code u32}
     */
    record HostRead(Origin origin, HostTarget target, long size, byte @Nullable [] expect, String element)
            implements Access {}

    /**
     * A read-modify-write by the host.
     *
     * @param bytes width: 1, 2, 4 or 8
     */
    record HostAtomic(Origin origin, HostTarget target, AtomicOp operation, int bytes, long operand, long compare)
            implements Access {
        @Override
        public long size() {
            return bytes;
        }
    }

    /** Waits until all earlier stores of this thread left its write-combining buffers. */
    record StoreFence(Origin origin) implements Local {}

    record FlushMappedMemoryRanges(Origin origin, List<MemoryRange> ranges) implements Maintenance {
        public FlushMappedMemoryRanges {
            ranges = List.copyOf(ranges);
        }
    }

    record InvalidateMappedMemoryRanges(Origin origin, List<MemoryRange> ranges) implements Maintenance {
        public InvalidateMappedMemoryRanges {
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * Submits command buffers (already concatenated) to a queue.
     *
     * @param queue {@code family.index}
     * @param commandBuffers the commands of each command buffer, in submission order
     * @param fence signalled when done; null for none
     */
    record QueueSubmit(
            Origin origin,
            String queue,
            List<SemaphoreOperation> waits,
            List<List<Command>> commandBuffers,
            List<SemaphoreOperation> signals,
            @Nullable String fence)
            implements Submission {
        public QueueSubmit {
            waits = List.copyOf(waits);
            commandBuffers = commandBuffers.stream().map(List::copyOf).toList();
            signals = List.copyOf(signals);
        }
    }

    record WaitForFences(Origin origin, List<String> fences, boolean all) implements Wait {
        public WaitForFences {
            fences = List.copyOf(fences);
        }
    }

    record ResetFences(Origin origin, List<String> fences) implements Signal {
        public ResetFences {
            fences = List.copyOf(fences);
        }
    }

    /** Waits on the host until timeline semaphores have reached their values. */
    record WaitSemaphores(Origin origin, List<SemaphoreOperation> semaphores) implements Wait {
        public WaitSemaphores {
            semaphores = List.copyOf(semaphores);
        }
    }

    record SignalSemaphore(Origin origin, String semaphore, long value) implements Signal {}

    /** Signals an event from the host. */
    record SetEvent(Origin origin, String event) implements Signal {}

    /** Unsignals an event from the host. */
    record ResetEvent(Origin origin, String event) implements Signal {}

    /**
     * Asks whether an event is signalled.
     *
     * @param expect what the answer should be, or null to ask only
     */
    record GetEventStatus(
            Origin origin, String event, @Nullable Boolean expect) implements Local {}

    /**
     * Asks for the status of an event until it is signalled.
     *
     * <p>It is over as soon as the host has learnt of a signal that the host itself has not undone: a queue may reset the
     * event before the host looks again.
     */
    record AwaitEvent(Origin origin, String event) implements Wait {}

    record QueueWaitIdle(Origin origin, String queue) implements Wait {}

    record DeviceWaitIdle(Origin origin) implements Wait {}

    /** Allocates a memory, which is there from the beginning if no operation does. */
    record AllocateMemory(Origin origin, String memory) implements Local {}

    /** Frees a memory: the host can use it no more, and its heap has its bytes again. */
    record FreeMemory(Origin origin, String memory) implements Local {}

    /** Host work that touches no modelled memory, in core cycles. */
    record Busy(Origin origin, long cycles) implements Local {}

    /** Begins a region of interest: counters restart at zero. */
    record ResetStatistics(Origin origin) implements Local {}

    /**
     * Begins a statistics region: what is counted until its end is reported apart.
     *
     * @param name the region's
     * @param mode how the commands that this thread submits up to its end are carried out
     */
    record BeginStatistics(Origin origin, String name, StatisticsMode mode) implements Local {}

    /**
     * Ends a statistics region.
     *
     * @param name the region's, which is the one of this thread begun last of those that are open
     */
    record EndStatistics(Origin origin, String name) implements Local {}

    /** Names what follows, for reports. */
    record Label(Origin origin, String text) implements Local {}

    /**
     * Takes the next image of a swapchain; which one is known beforehand, because images come in turn.
     *
     * @param image the image that is acquired
     * @param semaphore signalled when the display has read it, or null
     * @param fence signalled then, or null
     */
    record AcquireNextImage(
            Origin origin,
            String image,
            @Nullable String semaphore,
            @Nullable String fence) implements Signal {}

    /** Queues images for the display, which reads them from memory once the semaphores are signalled. */
    record QueuePresent(Origin origin, String queue, List<SemaphoreOperation> waits, List<String> images)
            implements Submission {
        public QueuePresent {
            waits = List.copyOf(waits);
            images = List.copyOf(images);
        }
    }

    /**
     * Reads how much of a lazily allocated memory is backed by real memory (Vulkan specification, section Lazily
     * Allocated Memory).
     *
     * @param expect bytes that are expected; -1 for none
     */
    record GetDeviceMemoryCommitment(Origin origin, String memory, long expect) implements Local {}
}
