package dev.sluice.core.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation of a host thread, with its arguments resolved and checked. */
public sealed interface HostOperation {

    Origin origin();

    /** Vulkan's name without the {@code vk} prefix, or Sluice's own. */
    String kind();

    /** Maps a range of a memory; accesses need it unless the stream maps nothing at all. */
    record MapMemory(Origin origin, String memory, long offset, long size) implements HostOperation {
        @Override
        public String kind() {
            return "mapMemory";
        }
    }

    record UnmapMemory(Origin origin, String memory) implements HostOperation {
        @Override
        public String kind() {
            return "unmapMemory";
        }
    }

    /** Stores bytes to mapped memory, in address order, in the width the host uses. */
    record HostWrite(Origin origin, HostTarget target, byte[] data) implements HostOperation {
        @Override
        public String kind() {
            return "hostWrite";
        }
    }

    /**
     * Loads bytes from mapped memory and compares them.
     *
     * @param expect the expected bytes; null to read only
     * @param element the type in which to print a mismatch, for example {@code u32}
     */
    record HostRead(Origin origin, HostTarget target, long size, byte @Nullable [] expect, String element)
            implements HostOperation {
        @Override
        public String kind() {
            return "hostRead";
        }
    }

    /**
     * A read-modify-write by the host.
     *
     * @param operation an operation name of the kernel text ({@code add}, {@code exchange}, ...)
     * @param bytes width: 1, 2, 4 or 8
     */
    record HostAtomic(Origin origin, HostTarget target, String operation, int bytes, long operand, long compare)
            implements HostOperation {
        @Override
        public String kind() {
            return "hostAtomic";
        }
    }

    /** Waits until all earlier stores of this thread left its write-combining buffers. */
    record StoreFence(Origin origin) implements HostOperation {
        @Override
        public String kind() {
            return "storeFence";
        }
    }

    record FlushMappedMemoryRanges(Origin origin, List<MemoryRange> ranges) implements HostOperation {
        public FlushMappedMemoryRanges {
            ranges = List.copyOf(ranges);
        }

        @Override
        public String kind() {
            return "flushMappedMemoryRanges";
        }
    }

    record InvalidateMappedMemoryRanges(Origin origin, List<MemoryRange> ranges) implements HostOperation {
        public InvalidateMappedMemoryRanges {
            ranges = List.copyOf(ranges);
        }

        @Override
        public String kind() {
            return "invalidateMappedMemoryRanges";
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
            implements HostOperation {
        public QueueSubmit {
            waits = List.copyOf(waits);
            commandBuffers = commandBuffers.stream().map(List::copyOf).toList();
            signals = List.copyOf(signals);
        }

        @Override
        public String kind() {
            return "queueSubmit";
        }
    }

    record WaitForFences(Origin origin, List<String> fences, boolean all) implements HostOperation {
        public WaitForFences {
            fences = List.copyOf(fences);
        }

        @Override
        public String kind() {
            return "waitForFences";
        }
    }

    record ResetFences(Origin origin, List<String> fences) implements HostOperation {
        public ResetFences {
            fences = List.copyOf(fences);
        }

        @Override
        public String kind() {
            return "resetFences";
        }
    }

    /** Waits on the host until timeline semaphores have reached their values. */
    record WaitSemaphores(Origin origin, List<SemaphoreOperation> semaphores) implements HostOperation {
        public WaitSemaphores {
            semaphores = List.copyOf(semaphores);
        }

        @Override
        public String kind() {
            return "waitSemaphores";
        }
    }

    record SignalSemaphore(Origin origin, String semaphore, long value) implements HostOperation {
        @Override
        public String kind() {
            return "signalSemaphore";
        }
    }

    /** Signals an event from the host. */
    record SetEvent(Origin origin, String event) implements HostOperation {
        @Override
        public String kind() {
            return "setEvent";
        }
    }

    /** Unsignals an event from the host. */
    record ResetEvent(Origin origin, String event) implements HostOperation {
        @Override
        public String kind() {
            return "resetEvent";
        }
    }

    /**
     * Asks whether an event is signalled.
     *
     * @param expect what the answer should be, or null to ask only
     */
    record GetEventStatus(
            Origin origin, String event, @Nullable Boolean expect) implements HostOperation {
        @Override
        public String kind() {
            return "getEventStatus";
        }
    }

    record QueueWaitIdle(Origin origin, String queue) implements HostOperation {
        @Override
        public String kind() {
            return "queueWaitIdle";
        }
    }

    record DeviceWaitIdle(Origin origin) implements HostOperation {
        @Override
        public String kind() {
            return "deviceWaitIdle";
        }
    }

    record FreeMemory(Origin origin, String memory) implements HostOperation {
        @Override
        public String kind() {
            return "freeMemory";
        }
    }

    /** Host work that touches no modelled memory, in core cycles. */
    record Busy(Origin origin, long cycles) implements HostOperation {
        @Override
        public String kind() {
            return "busy";
        }
    }

    /** Begins a region of interest: counters restart at zero. */
    record ResetStatistics(Origin origin) implements HostOperation {
        @Override
        public String kind() {
            return "resetStatistics";
        }
    }

    /** Names what follows, for reports. */
    record Label(Origin origin, String text) implements HostOperation {
        @Override
        public String kind() {
            return "label";
        }
    }

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
            @Nullable String fence) implements HostOperation {
        @Override
        public String kind() {
            return "acquireNextImage";
        }
    }

    /** Queues images for the display, which reads them from memory once the semaphores are signalled. */
    record QueuePresent(Origin origin, String queue, List<SemaphoreOperation> waits, List<String> images)
            implements HostOperation {
        public QueuePresent {
            waits = List.copyOf(waits);
            images = List.copyOf(images);
        }

        @Override
        public String kind() {
            return "queuePresent";
        }
    }

    /**
     * Reads how much of a lazily allocated memory is backed by real memory (Vulkan specification, section Lazily
     * Allocated Memory).
     *
     * @param expect bytes that are expected; -1 for none
     */
    record GetDeviceMemoryCommitment(Origin origin, String memory, long expect) implements HostOperation {
        @Override
        public String kind() {
            return "getDeviceMemoryCommitment";
        }
    }
}
