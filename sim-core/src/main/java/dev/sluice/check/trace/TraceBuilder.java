// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostTarget;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through a stream and notes what each command and host operation accesses and which dependencies it states. */
public final class TraceBuilder {
    private static final int DISPATCH_ARGUMENTS = 12;

    private final StreamProgram stream;
    private final DeviceFacts device;
    private final Resources resources;
    private final TransferAccesses transfers;
    private final KernelAccesses kernels;
    private final ImageLayouts layouts;
    private final DrawAccesses draws;
    private final PassAccesses passes;
    private final Conditions conditions;
    private final List<AccessTrace.DependencyInfo> dependencies = new ArrayList<>();
    private final Naming names;
    private int submissions;
    private int subpasses;
    private int subpass = MemoryAccess.NO_SUBPASS;

    /** What another trace has found out of commands, by the command itself. */
    private final IdentityHashMap<Command, AccessTrace.Action> known = new IdentityHashMap<>();

    TraceBuilder(StreamProgram stream, DeviceFacts device) {
        this(stream, device, new Resources(stream, device), Naming.byPlace(stream));
    }

    /** Of a stream with the same resources as that of another trace, and mostly the same commands. */
    TraceBuilder(StreamProgram stream, AccessTrace like, Naming names) {
        this(stream, like.device(), like.resources(), names);
        for (AccessTrace.Track track : like.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                AccessTrace.Batch batch = step.batch();
                if (batch != null) {
                    batch.actions().forEach(action -> {
                        if (action.command() != null) {
                            known.put(action.command(), action);
                        }
                    });
                }
            }
        }
    }

    private TraceBuilder(StreamProgram stream, DeviceFacts device, Resources resources, Naming names) {
        this.names = names;
        this.stream = stream;
        this.device = device;
        this.resources = resources;
        transfers = new TransferAccesses(resources);
        kernels = new KernelAccesses(resources, stream.kernels());
        layouts = new ImageLayouts(stream.images());
        draws = new DrawAccesses(resources, layouts, kernels);
        passes = new PassAccesses(resources, layouts);
        conditions = new Conditions(resources);
    }

    AccessTrace build() {
        List<AccessTrace.Track> threads = new ArrayList<>();
        for (HostThread thread : stream.threads()) {
            List<AccessTrace.Step> steps = new ArrayList<>();
            for (HostOperation operation : thread.operations()) {
                steps.add(step(operation, names.operation(threads.size(), steps.size())));
            }
            threads.add(new AccessTrace.Track(steps));
        }
        return new AccessTrace(stream, device, resources, threads, dependencies);
    }

    private AccessTrace.Step step(HostOperation operation, String id) {
        List<MemoryAccess> accesses = new ArrayList<>();
        List<Region> ranges = new ArrayList<>();
        AccessTrace.Batch batch = null;
        if (operation instanceof HostOperation.HostWrite write) {
            host(accesses, write, Access.HOST_WRITE, 0);
        } else if (operation instanceof HostOperation.HostRead read) {
            host(accesses, read, Access.HOST_READ, 0);
        } else if (operation instanceof HostOperation.HostAtomic atomic) {
            host(accesses, atomic, Access.HOST_READ, MemoryAccess.ATOMIC);
            host(accesses, atomic, Access.HOST_WRITE, MemoryAccess.ATOMIC);
        } else if (operation instanceof HostOperation.Maintenance maintenance) {
            maintenance.ranges().forEach(range -> ranges.add(atoms(range)));
        } else if (operation instanceof HostOperation.QueueSubmit submit) {
            batch = batch(submit);
        } else if (operation instanceof HostOperation.QueuePresent present) {
            present.images().forEach(image -> accesses.addAll(resources.shown(image)));
        } else if (!(operation instanceof HostOperation.Wait
                || operation instanceof HostOperation.Signal
                || operation instanceof HostOperation.Local)) {
            throw new UnknownKindException(operation);
        }
        AccessTrace.Action action = new AccessTrace.Action(
                id,
                operation.kind(),
                operation.origin(),
                null,
                accesses,
                List.of(),
                List.of(),
                MemoryAccess.NO_SUBPASS);
        return new AccessTrace.Step(operation, action, batch, ranges);
    }

    private void host(List<MemoryAccess> to, HostOperation.Access operation, Access access, int traits) {
        HostTarget target = operation.target();
        Space space = resources.memory(target.memory());
        Intervals bytes = Intervals.of(target.offset(), target.offset() + operation.size());
        to.add(new MemoryAccess(space, bytes, target.resource(), Stage.HOST, access, traits, MemoryAccess.NO_SUBPASS));
        if (access.isWrite() && !space.coherent()) {
            Intervals around = bytes.aligned(device.nonCoherentAtomSize()).minus(bytes);
            to.add(new MemoryAccess(
                    space, around, target.resource(), Stage.HOST, access, MemoryAccess.ATOM, MemoryAccess.NO_SUBPASS));
        }
    }

    private Region atoms(MemoryRange range) {
        Intervals bytes = Intervals.of(range.offset(), range.offset() + range.size());
        return new Region(resources.memory(range.memory()), bytes.aligned(device.nonCoherentAtomSize()));
    }

    private AccessTrace.Batch batch(HostOperation.QueueSubmit submit) {
        int number = submissions++;
        String id = names.submission(number);
        subpass = MemoryAccess.NO_SUBPASS;
        for (int i = 0; i < submit.waits().size(); i++) {
            dependencies.add(new AccessTrace.DependencyInfo(
                    new DependencyId(DependencyId.Kind.SEMAPHORE, id, i), submit.queue(), submit.origin(), null));
        }
        List<AccessTrace.Action> actions = new ArrayList<>();
        for (List<Command> commands : submit.commandBuffers()) {
            for (Command command : commands) {
                AccessTrace.Action action = action(command, names.command(number, actions.size()));
                for (AccessTrace.Dependency dependency : action.dependencies()) {
                    dependencies.add(new AccessTrace.DependencyInfo(
                            dependency.id(), submit.queue(), command.origin(), dependency.barrier()));
                }
                actions.add(action);
            }
        }
        return new AccessTrace.Batch(id, submit.queue(), submit, actions);
    }

    private AccessTrace.Action action(Command command, String id) {
        List<MemoryAccess> accesses = new ArrayList<>();
        List<MemoryAccess> later = new ArrayList<>();
        List<AccessTrace.Dependency> stated = new ArrayList<>();
        if (command instanceof Command.PipelineBarrier barrier) {
            barriers(stated, DependencyId.Kind.BARRIER, id, barrier.barriers(), List.of());
        } else if (command instanceof Command.WaitEvents wait) {
            for (Command.WaitEvents.Wait each : wait.waits()) {
                barriers(stated, DependencyId.Kind.EVENT, id, each.barriers(), each.events());
            }
        } else if (command instanceof Command.PassStep step) {
            pass(step, id, accesses, stated, later);
        } else {
            conditions.reach(command);
            AccessTrace.Action before = known.get(command);
            if (before == null) {
                work(command, accesses);
                conditions.apply(command, accesses);
            } else {
                // attachment operations are of the subpass in which the command stands, which has another number each
                // time
                before.accesses()
                        .forEach(access -> accesses.add(
                                access.subpass() == MemoryAccess.NO_SUBPASS ? access : access.in(subpass)));
            }
        }
        return new AccessTrace.Action(id, command.kind(), command.origin(), command, accesses, stated, later, subpass);
    }

    private void work(Command command, List<MemoryAccess> accesses) {
        if (command instanceof Command.CopyBuffer copy) {
            transfers.copy(accesses, copy);
        } else if (command instanceof Command.FillBuffer fill) {
            transfers.fill(accesses, fill);
        } else if (command instanceof Command.UpdateBuffer update) {
            transfers.update(accesses, update);
        } else if (command instanceof Command.ClearImage clear) {
            transfers.clear(accesses, clear);
        } else if (command instanceof Command.ImageTransfer transfer) {
            transfers.image(accesses, transfer);
        } else if (command instanceof Command.ClearAttachments clear) {
            passes.clear(accesses, clear, subpass);
        } else if (command instanceof Command.Draw draw) {
            draws.add(accesses, draw, subpass);
        } else if (command instanceof Command.Dispatch dispatch) {
            kernels.ofGroups(
                    accesses,
                    dispatch.kernel(),
                    dispatch.groups(),
                    dispatch.bindings(),
                    dispatch.parameters(),
                    dispatch.work().stage(),
                    KernelAccesses.Likeness.of(dispatch.origin()));
        } else if (command instanceof Command.DispatchIndirect indirect) {
            resources.buffer(
                    accesses,
                    indirect.buffer(),
                    Intervals.of(indirect.offset(), indirect.offset() + DISPATCH_ARGUMENTS),
                    Stage.DRAW_INDIRECT,
                    Access.INDIRECT_COMMAND_READ,
                    0);
            kernels.ofGroups(
                    accesses,
                    indirect.kernel(),
                    null,
                    indirect.bindings(),
                    indirect.parameters(),
                    indirect.work().stage(),
                    KernelAccesses.Likeness.AT_MOST);
        } else if (!(command instanceof Command.SetEvent
                || command instanceof Command.ResetEvent
                || command instanceof Command.Marker)) {
            throw new UnknownKindException(command);
        }
    }

    private void pass(
            Command.PassStep step,
            String id,
            List<MemoryAccess> accesses,
            List<AccessTrace.Dependency> stated,
            List<MemoryAccess> later) {
        RenderTargets ends = step.ends();
        if (ends != null) {
            passes.end(accesses, ends, subpass);
        }
        Command.PipelineBarrier dependency = step.dependency();
        if (dependency != null) {
            barriers(stated, DependencyId.Kind.SUBPASS, id, dependency.barriers(), List.of());
        }
        subpass = step.passEnds() ? MemoryAccess.NO_SUBPASS : subpasses++;
        RenderTargets begins = step.begins();
        if (begins != null) {
            passes.begin(later, begins, subpass);
        }
    }

    private void barriers(
            List<AccessTrace.Dependency> to,
            DependencyId.Kind kind,
            String command,
            List<Barrier> barriers,
            List<String> events) {
        for (Barrier barrier : barriers) {
            ImageTransition transition = barrier.image();
            if (transition != null) {
                layouts.enter(transition);
            }
            to.add(new AccessTrace.Dependency(
                    new DependencyId(kind, command, to.size()), barrier, ranges(resources, barrier), events));
        }
    }

    /** The places that a barrier is limited to; null for a global one. */
    public static @Nullable List<Region> ranges(Resources resources, Barrier barrier) {
        ImageTransition image = barrier.image();
        if (image != null) {
            return resources.regions(image.range());
        }
        BufferRange range = barrier.range();
        return range == null ? null : List.of(resources.bytes(range));
    }
}
