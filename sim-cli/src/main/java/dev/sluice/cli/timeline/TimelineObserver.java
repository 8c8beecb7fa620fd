// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Hands the events of a run to whoever draws them. */
final class TimelineObserver implements SimObserver {

    private final QueueSlices queues;
    private final HostSlices host;
    private final DetailSlices details;
    private final FollowedMisses misses;
    private final IntervalCounters counters;
    private final WaitFlows flows;
    private final Refills refills;
    private final IntFunction<String> commands;

    /** @param commands names of commands by the index that requests carry */
    TimelineObserver(
            QueueSlices queues,
            HostSlices host,
            DetailSlices details,
            FollowedMisses misses,
            IntervalCounters counters,
            WaitFlows flows,
            Refills refills,
            IntFunction<String> commands) {
        this.queues = queues;
        this.host = host;
        this.details = details;
        this.misses = misses;
        this.counters = counters;
        this.flows = flows;
        this.refills = refills;
        this.commands = commands;
    }

    private String name(int command) {
        return command < 0 ? "" : commands.apply(command);
    }

    @Override
    public void command(long cycle, String command, String queue, String kind, @Nullable String label, String where) {
        queues.command(command, queue, kind, label, where);
    }

    @Override
    public void work(long cycle, String command, String stage, long bytesRead, long bytesWritten, long waves) {
        queues.work(bytesRead, bytesWritten, waves);
    }

    @Override
    public void stage(long cycle, String command, String stage, boolean begins) {
        counters.tick(cycle);
        queues.stage(cycle, command, stage, begins);
    }

    @Override
    public void barrierIs(
            long cycle, int number, String barrier, String queue, String kind, String where, boolean implicit) {
        queues.barrierIs(cycle, number, barrier, queue, kind, where, implicit);
    }

    @Override
    public void barrier(long cycle, String barrier, String phase) {
        counters.tick(cycle);
        queues.phase(cycle, barrier, phase);
    }

    @Override
    public void action(long cycle, String barrier, String action, String on, boolean begins) {
        queues.action(cycle, barrier, action, on, begins);
    }

    @Override
    public void awaits(long cycle, String waiter, String awaited) {
        flows.waits(waiter, awaited);
    }

    @Override
    public void signals(long cycle, String queue, String barrier, String semaphore, long value) {
        queues.signal(cycle, queue, barrier, semaphore, value);
    }

    @Override
    public void present(long cycle, String command, String image, String where, boolean begins) {
        counters.tick(cycle);
        host.present(cycle, command, image, where, begins);
    }

    @Override
    public void hostOperation(long cycle, String operation, String what, boolean begins) {
        counters.tick(cycle);
        host.operation(cycle, operation, what, begins);
    }

    @Override
    public void group(long cycle, String unit, int command, long group, int waves, boolean begins) {
        counters.tick(cycle);
        details.group(cycle, unit, name(command), group, waves, begins);
    }

    @Override
    public void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {
        counters.tick(cycle);
        details.maintenance(cycle, cache, action, refills.name(barrier), begins);
    }

    @Override
    public void lookup(
            long cycle, String cache, int set, int way, ObservedRequest request, Outcome outcome) {
        misses.lookup(cycle, cache, request, outcome, commands);
    }

    @Override
    public void counted(long cycle, String cache, int hits, int found, boolean write) {
        counters.tick(cycle);
        counters.counted(cache, hits, found);
    }

    @Override
    public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
        counters.tick(cycle);
        misses.filled(cycle, cache, address, sectors);
    }

    @Override
    public void refill(long cycle, String cache, int barrier, int sectors) {
        refills.fetched(cycle, barrier, sectors);
    }

    @Override
    public void dram(long cycle, String channel, ObservedRequest request, RowOutcome row) {
        misses.memory(cycle, channel, request, row);
    }

    @Override
    public void transferred(long cycle, String channel, int transactions, boolean write, RowOutcome row) {
        counters.tick(cycle);
        counters.transferred(channel, transactions, write, row);
    }

    @Override
    public void payload(long cycle, int bytes, boolean towardsHost) {
        counters.tick(cycle);
        counters.crossed(bytes, towardsHost);
    }

    @Override
    public void issue(long cycle, String client, ObservedRequest request) {
        misses.issued(cycle, client, request);
    }

    @Override
    public void complete(long cycle, String client, ObservedRequest request) {
        misses.completed(cycle, request);
    }
}
