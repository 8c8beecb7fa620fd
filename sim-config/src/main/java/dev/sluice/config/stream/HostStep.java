// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Key;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.NotModelled;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataType;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.program.StatisticsMode;
import dev.sluice.program.kernel.AtomicOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host operation as it is written: one key, its Vulkan name without {@code vk}. */
@Doc("host operation")
@NotModelled({"resetCommandBuffer", "queueBindSparse"})
public sealed interface HostStep {
    /** Maps a range of a memory. */
    @Shorthand("memory")
    record MapMemory(
            String memory,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size) implements HostStep {}

    /** Ends a mapping. */
    @Shorthand("memory")
    record UnmapMemory(String memory) implements HostStep {}

    /** Stores bytes. */
    record HostWrite(
            @Nullable String buffer,
            @Nullable String memory,
            @Default("0") Size offset,
            DataFile data) implements HostStep {}

    /** Loads bytes and compares them. */
    record HostRead(
            @Nullable String buffer,
            @Nullable String memory,
            @Default("0") Size offset,

            @Doc("Bytes; those of expect when absent.") @Nullable
            RangeSize size,

            @Doc("What the bytes should be.") @Nullable DataFile expect)
            implements HostStep {}

    /** A read-modify-write. */
    record HostAtomic(
            @Nullable String buffer,
            @Nullable String memory,
            @Default("0") Size offset,
            @Default("u32") DataType type,
            AtomicOp op,
            @Doc("The operand.") ScalarNode value,

            @Doc("What a compareExchange compares with.") @Nullable
            ScalarNode compare)
            implements HostStep {}

    /** Waits until earlier stores left the write-combining buffers. */
    record StoreFence() implements HostStep {}

    /** Writes dirty host lines back. */
    @Shorthand("ranges")
    record FlushMappedMemoryRanges(List<Range> ranges) implements HostStep {}

    /** Drops host lines. */
    @Shorthand("ranges")
    record InvalidateMappedMemoryRanges(List<Range> ranges) implements HostStep {}

    /** Submits commands to a queue. */
    record QueueSubmit(
            @Doc("family.index; the first queue of the device when absent.") @Nullable
            String queue,

            @Key("wait") @Doc("Semaphores to wait for.") List<SemaphoreUse> waits,
            @Doc("The commands of one command buffer.") List<OneKey<CommandStep>> commands,

            @Doc("Primary command buffers, in the place of commands.") @OneOrMany
            List<String> commandBuffers,

            @Doc("Semaphores to signal.") List<SemaphoreUse> signal,
            @Doc("The fence to signal.") @Nullable String fence)
            implements HostStep {}

    /** Waits for fences. */
    @Shorthand("fences")
    record WaitForFences(
            List<String> fences,

            @Doc("Whether all are waited for, or any.") @Default("true")
            boolean all) implements HostStep {}

    /** Resets fences. */
    @Shorthand("fences")
    record ResetFences(List<String> fences) implements HostStep {}

    /** Waits for timeline semaphores. */
    @Shorthand("semaphores")
    record WaitSemaphores(List<SemaphoreUse> semaphores) implements HostStep {}

    /** Signals a timeline semaphore. */
    record SignalSemaphore(String semaphore, @Min(1) long value) implements HostStep {}

    /** Signals an event. */
    @Shorthand("event")
    record SetEvent(String event) implements HostStep {}

    /** Unsignals an event. */
    @Shorthand("event")
    record ResetEvent(String event) implements HostStep {}

    /** Asks whether an event is signalled. */
    @Shorthand("event")
    record GetEventStatus(
            String event,

            @Doc("What the answer should be: SET or RESET.") @Nullable @Capitals
            EventStatus expect,

            @Doc("Whether it asks again until the event is set.") @Default("false")
            boolean untilSet)
            implements HostStep {}

    /** The states of an event, by the names of Vulkan's results. */
    enum EventStatus {
        /** Signalled. */
        SET,
        /** Not signalled. */
        RESET
    }

    /** Waits until a queue is idle. */
    @Shorthand("queue")
    record QueueWaitIdle(String queue) implements HostStep {}

    /** Waits until all queues are idle. */
    record DeviceWaitIdle() implements HostStep {}

    /** Allocates a memory, which is there from the beginning without it. */
    @Shorthand("memory")
    record AllocateMemory(String memory) implements HostStep {}

    /** Frees a memory. */
    @Shorthand("memory")
    record FreeMemory(String memory) implements HostStep {}

    /** Work that touches no modelled memory. */
    @Shorthand("time")
    record Busy(
            @Doc("Core cycles, or a time with its unit.") Duration time) implements HostStep {}

    /** Begins a region of interest. */
    record ResetStatistics() implements HostStep {}

    /** Begins a statistics region. */
    @Shorthand("name")
    record BeginStatistics(
            @Doc("The region's name.") String name,

            @Doc("detailed, or functional: at once, without time, as far as that can be.") @Default("detailed")
            StatisticsMode mode)
            implements HostStep {}

    /** Ends the statistics region that began last. */
    @Shorthand("name")
    record EndStatistics(
            @Doc("The region's name, for the reader.") @Nullable
            String name) implements HostStep {}

    /** Stands for its steps as often as it says; {@link Repetitions} unfolds it before anything is read. */
    record Repeat(
            @Doc("How often.") @Min(1) int times,

            @Doc("The name by which ${...} in the steps knows the round, from 0; i when absent.") @Nullable
            String variable,

            @Doc("The host operations.") List<OneKey<HostStep>> steps)
            implements HostStep {}

    /** Names what follows. */
    @Shorthand("text")
    record Label(String text) implements HostStep {}

    /** Takes the next image of a swapchain. */
    @Shorthand("swapchain")
    record AcquireNextImage(
            @Doc("The stream's only one when absent.") @Nullable
            String swapchain,

            @Doc("The semaphore to signal.") @Nullable String semaphore,
            @Doc("The fence to signal.") @Nullable String fence)
            implements HostStep {}

    /** Shows images. */
    @Shorthand("swapchain")
    record QueuePresent(
            @Doc("family.index; the first queue of the device when absent.") @Nullable
            String queue,

            @Key("wait") @Doc("Binary semaphores to wait for.") @OneOrMany
            List<SemaphoreUse> waits,

            @Doc("The same as wait.") @OneOrMany List<SemaphoreUse> waitSemaphores,

            @Doc("A swapchain, of which the image acquired last is shown.") @Nullable
            String swapchain,

            @Doc("An image, in the place of the swapchain.") @Nullable
            String image,

            @Doc("Several swapchains.") List<String> swapchains,

            @Doc("The image of each swapchain by its number.")
            List<Integer> imageIndices)
            implements HostStep {}

    /** Reads how much of a lazily allocated memory is backed by real memory. */
    @Shorthand("memory")
    record GetDeviceMemoryCommitment(
            String memory,
            @Doc("The bytes that are expected.") @Nullable Size expect) implements HostStep {}

    /** A range of a memory. */
    record Range(
            String memory,
            @Default("0") Size offset,
            @Default("WHOLE_SIZE") RangeSize size) {}

    /** A wait for or a signal of a semaphore. */
    @Shorthand("semaphore")
    record SemaphoreUse(
            String semaphore,

            @Doc("The value of a timeline semaphore; without it the semaphore is binary.") @Nullable @Min(0)
            Long value,

            @Doc("The stages that wait, or must be complete; ALL_COMMANDS when absent, none when empty.") @Nullable
            List<String> stages) {}
}
