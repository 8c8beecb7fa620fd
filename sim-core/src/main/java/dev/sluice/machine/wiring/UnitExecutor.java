// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.Dispatcher;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.transfer.TransferEngine;
import dev.sluice.machine.transfer.TransferJob;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the stage tasks of commands on the dispatcher, the transfer engine and the front end. */
final class UnitExecutor extends Component implements CommandExecutor {

    private static final class Pending {
        final @Nullable DispatchJob dispatch;
        final @Nullable TransferJob transfer;
        final Completion completion;
        boolean atOnce;

        Pending(@Nullable DispatchJob dispatch, @Nullable TransferJob transfer, Completion completion) {
            this.dispatch = dispatch;
            this.transfer = transfer;
            this.completion = completion;
        }
    }

    private final Dispatcher dispatcher;
    private final TransferEngine transfers;
    private final FrontEnd frontEnd;
    private final Map<String, KernelProgram> kernels;
    private final Bindings bindings;
    private final DispatchLimits limits;
    private final FunctionalExecutor functional;
    private final List<@Nullable Pending> pending = new ArrayList<>();
    private long started;
    private long finished;

    UnitExecutor(
            Engine engine,
            Dispatcher dispatcher,
            TransferEngine transfers,
            FrontEnd frontEnd,
            Map<String, KernelProgram> kernels,
            Bindings bindings,
            DispatchLimits limits,
            FunctionalExecutor functional) {
        super(engine, "command processor");
        this.functional = functional;
        this.limits = limits;
        this.dispatcher = dispatcher;
        this.transfers = transfers;
        this.frontEnd = frontEnd;
        this.kernels = kernels;
        this.bindings = bindings;
    }

    @Override
    public boolean writesMemory(String kernel) {
        KernelProgram program = kernels.get(kernel);
        return program != null && program.writesMemory();
    }

    @Override
    public void dispatch(
            String name,
            Command.Compute source,
            long[] groups,
            int attribution,
            int agent,
            boolean atOnce,
            Completion completion) {
        KernelProgram program = kernels.get(source.kernel());
        if (program == null) {
            throw new StreamException(source.origin(), "there is no kernel " + source.kernel());
        }
        limits.require(source, groups);
        KernelArguments arguments =
                new KernelArguments(bindings, program, source.bindings(), source.parameters(), source.origin());
        DispatchJob job = new DispatchJob(
                program,
                (int) groups[0],
                (int) groups[1],
                (int) groups[2],
                arguments.addresses,
                arguments.sizes,
                arguments.views,
                arguments.parameters,
                attribution,
                agent,
                name,
                this,
                0,
                add());
        Pending work = new Pending(job, null, completion);
        int index = pending.size() - 1;
        pending.set(index, work);
        if (atOnce) {
            functional.dispatch(name, source.origin(), job, () -> ranAtOnce(work, index));
        } else {
            dispatcher.start(job);
        }
    }

    private void ranAtOnce(Pending work, int index) {
        work.atOnce = true;
        wake(0, 0, index);
    }

    @Override
    public void transfer(
            String name, Command command, int attribution, int agent, boolean atOnce, Completion completion) {
        TransferJob job = job(command, attribution, agent);
        int index = add();
        job.replyTo(this, 0, index);
        Pending work = new Pending(null, job, completion);
        pending.set(index, work);
        if (atOnce) {
            functional.transfer(name, command.origin(), job, () -> ranAtOnce(work, index));
        } else {
            transfers.start(job);
        }
    }

    private TransferJob job(Command command, int attribution, int agent) {
        if (command instanceof Command.CopyBuffer copy) {
            int regions = copy.regions().size();
            long[] from = new long[regions];
            long[] to = new long[regions];
            long[] sizes = new long[regions];
            for (int i = 0; i < regions; i++) {
                Command.CopyBuffer.Region region = copy.regions().get(i);
                from[i] = address(copy.src(), region.srcOffset(), region.size());
                to[i] = address(copy.dst(), region.dstOffset(), region.size());
                sizes[i] = region.size();
            }
            return TransferJob.copy(from, to, sizes, attribution, agent);
        }
        if (command instanceof Command.FillBuffer fill) {
            AddressRange range = bindings.addresses(fill.dst());
            return TransferJob.fill(range.address(), range.size(), fill.data(), attribution, agent);
        }
        if (command instanceof Command.UpdateBuffer update) {
            return TransferJob.update(
                    address(update.dst(), update.offset(), update.data().size()),
                    update.data().bytes(),
                    attribution,
                    agent);
        }
        throw new UnknownKindException(command);
    }

    private long address(String buffer, long offset, long size) {
        return bindings.addresses(new BufferRange(buffer, offset, size)).address();
    }

    @Override
    public void fetchGroups(
            Component owner,
            Command.DispatchIndirect command,
            int attribution,
            int agent,
            GroupsCompletion completion) {
        frontEnd.fetch(address(command.buffer(), command.offset(), 12), 12, attribution, agent, read -> {
            long[] groups = {read.word(0, 4), read.word(4, 4), read.word(8, 4)};
            if (!command.groups().isEmpty() || limits.allows(command, read.address(0), groups, agent)) {
                completion.done(groups[0], groups[1], groups[2]);
            } else {
                // a dispatch of nothing: what waits for the command goes on
                completion.done(0, 0, 0);
            }
        });
    }

    @Override
    public void fetchCondition(
            Command.BeginConditionalRendering condition, int attribution, int agent, ConditionCompletion completion) {
        int size = Command.BeginConditionalRendering.BYTES;
        frontEnd.fetch(
                address(condition.buffer(), condition.offset(), size),
                size,
                attribution,
                agent,
                read -> completion.done(condition.carriesOut(read.word(0, size))));
    }

    @Override
    public void onEvent(int kind, int argument) {
        Pending work = pending.get(argument);
        pending.set(argument, null);
        if (work == null) {
            throw new IllegalStateException("work " + argument + " was completed twice");
        }
        finished++;
        DispatchJob dispatch = work.dispatch;
        TransferJob transfer = work.transfer;
        if (dispatch != null) {
            work.completion.done(
                    new Work(dispatch.bytesRead(), dispatch.bytesWritten(), dispatch.waves(), work.atOnce));
        } else if (transfer != null) {
            work.completion.done(new Work(transfer.bytesRead(), transfer.bytesWritten(), 0, work.atOnce));
        }
    }

    private int add() {
        pending.add(null);
        started++;
        return pending.size() - 1;
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "pieces of work", started, finished);
    }
}
