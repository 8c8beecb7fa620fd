// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataSource;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostTarget;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kernel.ElementType;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns host operations as they are written into operations with checked arguments. */
final class HostResolver {
    private final StreamContext context;
    private final CommandResolver commands;
    private final SemaphoreTable semaphores;
    private final PresentResolver presents;
    private final Collection<String> fences;
    private final Mappings mappings;

    /**
     * A resolver of one thread's operations.
     *
     * @param fences the fences that some submission signals
     * @param mappings what is mapped at this point of the program
     */
    HostResolver(
            StreamContext context,
            CommandResolver commands,
            SemaphoreTable semaphores,
            PresentResolver presents,
            Collection<String> fences,
            Mappings mappings) {
        this.context = context;
        this.commands = commands;
        this.semaphores = semaphores;
        this.presents = presents;
        this.fences = fences;
        this.mappings = mappings;
    }

    List<HostOperation> operations(List<OneKey<HostStep>> steps) {
        OpenRegions regions = new OpenRegions(context, "this thread");
        List<HostOperation> operations = new ArrayList<>();
        for (OneKey<HostStep> step : steps) {
            Origin origin = context.origin(step);
            HostStep value = step.value();
            if (value instanceof HostStep.BeginStatistics begin) {
                String name = regions.begin(begin, begin.name());
                operations.add(new HostOperation.BeginStatistics(origin, name, begin.mode()));
            } else if (value instanceof HostStep.EndStatistics end) {
                operations.add(new HostOperation.EndStatistics(origin, regions.end(end, end.name())));
            } else {
                HostOperation access = access(value, origin);
                operations.add(access == null ? other(value, origin) : access);
            }
        }
        regions.finish();
        return operations;
    }

    /** Operations on mapped memory; null for any other. */
    private @Nullable HostOperation access(HostStep step, Origin origin) {
        if (step instanceof HostStep.MapMemory map) {
            MemoryRange range = range(map, map.memory(), map.offset(), map.size());
            mappings.map(map, range);
            return new HostOperation.MapMemory(origin, range.memory(), range.offset(), range.size());
        }
        if (step instanceof HostStep.UnmapMemory unmap) {
            String memory = visible(unmap, "memory", unmap.memory()).name();
            mappings.unmap(unmap, memory);
            return new HostOperation.UnmapMemory(origin, memory);
        }
        if (step instanceof HostStep.HostWrite write) {
            DataSource data = context.data.read(write.data(), context.where);
            HostTarget target = target(write, write.buffer(), write.memory(), write.offset(), data.size(), "data");
            return new HostOperation.HostWrite(origin, target, data.contents());
        }
        if (step instanceof HostStep.HostRead read) {
            return hostRead(read, origin);
        }
        if (step instanceof HostStep.HostAtomic atomic) {
            return hostAtomic(atomic, origin);
        }
        if (step instanceof HostStep.FlushMappedMemoryRanges flush) {
            return new HostOperation.FlushMappedMemoryRanges(origin, ranges(flush.ranges()));
        }
        if (step instanceof HostStep.InvalidateMappedMemoryRanges invalidate) {
            return new HostOperation.InvalidateMappedMemoryRanges(origin, ranges(invalidate.ranges()));
        }
        return null;
    }

    private HostOperation other(HostStep step, Origin origin) {
        if (step instanceof HostStep.QueueSubmit submit) {
            return new HostOperation.QueueSubmit(
                    origin,
                    context.queue(submit, submit.queue()),
                    semaphores.waits(submit.waits()),
                    commands.commandBuffers(submit),
                    semaphores.signals(submit.signal()),
                    submit.fence());
        }
        if (step instanceof HostStep.WaitForFences wait) {
            return new HostOperation.WaitForFences(origin, fences(wait, "waitForFences", wait.fences()), wait.all());
        }
        if (step instanceof HostStep.ResetFences reset) {
            return new HostOperation.ResetFences(origin, fences(reset, "resetFences", reset.fences()));
        }
        if (step instanceof HostStep.WaitSemaphores wait) {
            return new HostOperation.WaitSemaphores(origin, semaphores.hostWaits(wait.semaphores()));
        }
        if (step instanceof HostStep.SignalSemaphore signal) {
            semaphores.requireTimeline(signal, signal.semaphore(), signal.value());
            semaphores.checkSignal(signal, signal.semaphore(), signal.value());
            return new HostOperation.SignalSemaphore(origin, signal.semaphore(), signal.value());
        }
        if (step instanceof HostStep.SetEvent set) {
            return new HostOperation.SetEvent(origin, set.event());
        }
        if (step instanceof HostStep.ResetEvent reset) {
            return new HostOperation.ResetEvent(origin, reset.event());
        }
        if (step instanceof HostStep.GetEventStatus status) {
            HostStep.EventStatus expect = status.expect();
            if (status.untilSet()) {
                if (expect != null) {
                    throw context.where.error(
                            status, "expect", "getEventStatus: 'expect' and 'untilSet' exclude each other");
                }
                return new HostOperation.AwaitEvent(origin, status.event());
            }
            return new HostOperation.GetEventStatus(
                    origin, status.event(), expect == null ? null : expect == HostStep.EventStatus.SET);
        }
        if (step instanceof HostStep.QueueWaitIdle idle) {
            return new HostOperation.QueueWaitIdle(origin, context.queue(idle, idle.queue()));
        }
        if (step instanceof HostStep.AcquireNextImage acquire) {
            return presents.acquire(acquire, origin);
        }
        if (step instanceof HostStep.QueuePresent present) {
            return presents.present(present, origin);
        }
        if (step instanceof HostStep.GetDeviceMemoryCommitment commitment) {
            return presents.commitment(commitment, origin);
        }
        if (step instanceof HostStep.AllocateMemory allocate) {
            return new HostOperation.AllocateMemory(
                    origin,
                    context.memory(allocate, "memory", allocate.memory()).name());
        }
        if (step instanceof HostStep.FreeMemory free) {
            return new HostOperation.FreeMemory(
                    origin, context.memory(free, "memory", free.memory()).name());
        }
        if (step instanceof HostStep.Busy busy) {
            return new HostOperation.Busy(origin, busy.time().cycles(new Frequency(context.device.clockHz())));
        }
        if (step instanceof HostStep.Label label) {
            return new HostOperation.Label(origin, label.text());
        }
        if (step instanceof HostStep.StoreFence) {
            return new HostOperation.StoreFence(origin);
        }
        if (step instanceof HostStep.DeviceWaitIdle) {
            return new HostOperation.DeviceWaitIdle(origin);
        }
        if (step instanceof HostStep.ResetStatistics) {
            return new HostOperation.ResetStatistics(origin);
        }
        throw new UnknownKindException(step);
    }

    private HostOperation hostRead(HostStep.HostRead read, Origin origin) {
        DataFile written = read.expect();
        DataSource expect = written == null ? null : context.data.read(written, context.where);
        RangeSize size = read.size();
        if (size == null) {
            if (expect == null) {
                throw context.where.node(read).error("hostRead: missing key 'size'");
            }
            if (expect.size() == 0) {
                throw context.where.error(read, "expect", "expect: at least one value is needed");
            }
            size = new RangeSize(expect.size());
        }
        HostTarget target = target(read, read.buffer(), read.memory(), read.offset(), size.bytes(), "size");
        long total = read.buffer() == null
                ? context.memory(read, "memory", target.memory()).size()
                : context.buffer(read, "buffer", target.resource()).size();
        long bytes = size.resolve(total - target.resourceOffset());
        if (expect != null && expect.size() != bytes) {
            throw context.where.error(
                    read,
                    "expect",
                    "expect: " + Counted.of(expect.size(), "byte is", "bytes are") + " expected of a read of "
                            + Counted.of(bytes, "byte"));
        }
        return new HostOperation.HostRead(
                origin,
                target,
                bytes,
                expect == null ? null : expect.bytes(),
                expect == null ? "u8" : expect.type().key());
    }

    private HostOperation hostAtomic(HostStep.HostAtomic atomic, Origin origin) {
        dev.sluice.config.data.DataType type = atomic.type();
        if (!atomic.op().supports(ElementType.valueOf(type.name()))) {
            throw context.where.error(
                    atomic, "type", "hostAtomic: there is no " + atomic.op().text() + " of " + type.key());
        }
        if (type == dev.sluice.config.data.DataType.F32) {
            throw context.where.error(atomic, "type", "hostAtomic: f32 is not modelled by this version");
        }
        ScalarNode compare = atomic.compare();
        if ((compare != null) != (atomic.op() == AtomicOp.COMPARE_EXCHANGE)) {
            throw context.where.error(
                    atomic,
                    compare == null ? "op" : "compare",
                    "hostAtomic: 'compare' belongs to compareExchange, and to it only");
        }
        HostTarget target = target(atomic, atomic.buffer(), atomic.memory(), atomic.offset(), type.bytes(), "offset");
        if (target.offset() % type.bytes() != 0) {
            throw context.where.error(
                    atomic,
                    "offset",
                    "hostAtomic: a " + type.key() + " must lie at a multiple of " + type.bytes() + " bytes");
        }
        return new HostOperation.HostAtomic(
                origin,
                target,
                atomic.op(),
                type.bytes(),
                type.bits(atomic.value(), "value"),
                compare == null ? 0 : type.bits(compare, "compare"));
    }

    private HostTarget target(
            Object step, @Nullable String buffer, @Nullable String memory, Size offset, long size, String sizeKey) {
        if ((buffer == null) == (memory == null)) {
            throw context.where
                    .node(step)
                    .error(
                            buffer == null
                                    ? "missing key 'buffer' or 'memory'"
                                    : "'buffer' and 'memory' exclude each other");
        }
        RangeSize range = new RangeSize(size);
        HostTarget target;
        MemoryDeclaration of;
        long bytes;
        if (buffer != null) {
            BufferDeclaration declared = context.buffer(step, "buffer", buffer);
            of = visible(step, "buffer", declared.memory());
            bytes = context.checked(step, "offset", sizeKey, "buffer '" + buffer + "'", declared.size(), offset, range);
            target = new HostTarget(buffer, offset.bytes(), of.name(), declared.offset() + offset.bytes());
        } else {
            of = visible(step, "memory", String.valueOf(memory));
            bytes = context.checked(step, "offset", sizeKey, "memory '" + memory + "'", of.size(), offset, range);
            target = new HostTarget(of.name(), offset.bytes(), of.name(), offset.bytes());
        }
        mappings.access(step, new MemoryRange(of.name(), target.offset(), bytes));
        return target;
    }

    /** A memory that the host can map. */
    private MemoryDeclaration visible(Object step, String key, String name) {
        MemoryDeclaration memory = context.memory(step, key, name);
        if (!context.device.memoryTypes().get(memory.typeIndex()).has(MemoryProperty.HOST_VISIBLE)) {
            throw context.where.error(
                    step, key, "the host cannot reach memory '" + name + "': its memory type is not HOST_VISIBLE");
        }
        return memory;
    }

    private List<MemoryRange> ranges(List<HostStep.Range> written) {
        List<MemoryRange> ranges = new ArrayList<>();
        for (HostStep.Range range : written) {
            ranges.add(range(range, range.memory(), range.offset(), range.size()));
        }
        return ranges;
    }

    private MemoryRange range(Object user, String name, Size offset, RangeSize size) {
        MemoryDeclaration memory = visible(user, "memory", name);
        long bytes = context.checked(user, "offset", "size", "memory '" + name + "'", memory.size(), offset, size);
        return new MemoryRange(name, offset.bytes(), bytes);
    }

    private List<String> fences(Object step, String operation, List<String> names) {
        if (names.isEmpty()) {
            throw context.where.error(step, "fences", operation + ": at least one fence is needed");
        }
        for (int i = 0; i < names.size(); i++) {
            if (!fences.contains(names.get(i))) {
                throw context.where.error(
                        step,
                        "fences",
                        i,
                        "no submission signals the fence '" + names.get(i) + "'" + Nearest.hint(names.get(i), fences));
            }
        }
        return names;
    }
}
