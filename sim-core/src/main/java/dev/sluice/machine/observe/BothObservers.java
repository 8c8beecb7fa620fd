// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

import org.jspecify.annotations.Nullable;

/** Lets two observers see a run: each event first the one, then the other. */
public final class BothObservers implements SimObserver {

    private final SimObserver first;
    private final SimObserver second;

    private BothObservers(SimObserver first, SimObserver second) {
        this.first = first;
        this.second = second;
    }

    /** Two observers as one; {@link SimObserver#NONE} adds nobody. */
    public static SimObserver of(SimObserver first, SimObserver second) {
        return first == NONE ? second : second == NONE ? first : new BothObservers(first, second);
    }

    @Override
    public void lookup(long cycle, String cache, int set, int way, ObservedRequest request, Outcome outcome) {
        first.lookup(cycle, cache, set, way, request, outcome);
        second.lookup(cycle, cache, set, way, request, outcome);
    }

    @Override
    public void waits(long cycle, String cache, int set, ObservedRequest request, WaitReason reason) {
        first.waits(cycle, cache, set, request, reason);
        second.waits(cycle, cache, set, request, reason);
    }

    @Override
    public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
        first.fill(cycle, cache, set, way, address, sectors, command);
        second.fill(cycle, cache, set, way, address, sectors, command);
    }

    @Override
    public void writeBack(long cycle, String cache, int set, int way, long address, int sectors, int command, WriteBackReason reason) {
        first.writeBack(cycle, cache, set, way, address, sectors, command, reason);
        second.writeBack(cycle, cache, set, way, address, sectors, command, reason);
    }

    @Override
    public void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {
        first.drop(cycle, cache, set, way, address, command, reason);
        second.drop(cycle, cache, set, way, address, command, reason);
    }

    @Override
    public void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {
        first.maintenance(cycle, cache, action, barrier, begins);
        second.maintenance(cycle, cache, action, barrier, begins);
    }

    @Override
    public void dram(long cycle, String channel, ObservedRequest request, RowOutcome row) {
        first.dram(cycle, channel, request, row);
        second.dram(cycle, channel, request, row);
    }

    @Override
    public void link(long cycle, ObservedRequest request, boolean towardsHost) {
        first.link(cycle, request, towardsHost);
        second.link(cycle, request, towardsHost);
    }

    @Override
    public void issue(long cycle, String client, ObservedRequest request) {
        first.issue(cycle, client, request);
        second.issue(cycle, client, request);
    }

    @Override
    public void complete(long cycle, String client, ObservedRequest request) {
        first.complete(cycle, client, request);
        second.complete(cycle, client, request);
    }

    @Override
    public void stage(long cycle, String command, String stage, boolean begins) {
        first.stage(cycle, command, stage, begins);
        second.stage(cycle, command, stage, begins);
    }

    @Override
    public void barrier(long cycle, String command, String phase) {
        first.barrier(cycle, command, phase);
        second.barrier(cycle, command, phase);
    }

    @Override
    public void hostOperation(long cycle, String operation, String what, boolean begins) {
        first.hostOperation(cycle, operation, what, begins);
        second.hostOperation(cycle, operation, what, begins);
    }

    @Override
    public void host(long cycle, String what, long address, int bytes) {
        first.host(cycle, what, address, bytes);
        second.host(cycle, what, address, bytes);
    }

    @Override
    public void progress(long cycle, int done, int total) {
        first.progress(cycle, done, total);
        second.progress(cycle, done, total);
    }

    @Override
    public void command(long cycle, String command, String queue, String kind, @Nullable String label, String where) {
        first.command(cycle, command, queue, kind, label, where);
        second.command(cycle, command, queue, kind, label, where);
    }

    @Override
    public void work(long cycle, String command, String stage, long bytesRead, long bytesWritten, long waves) {
        first.work(cycle, command, stage, bytesRead, bytesWritten, waves);
        second.work(cycle, command, stage, bytesRead, bytesWritten, waves);
    }

    @Override
    public void barrierIs(long cycle, int number, String barrier, String queue, String kind, String where, boolean implicit) {
        first.barrierIs(cycle, number, barrier, queue, kind, where, implicit);
        second.barrierIs(cycle, number, barrier, queue, kind, where, implicit);
    }

    @Override
    public void action(long cycle, String barrier, String action, String on, boolean begins) {
        first.action(cycle, barrier, action, on, begins);
        second.action(cycle, barrier, action, on, begins);
    }

    @Override
    public void awaits(long cycle, String waiter, String awaited) {
        first.awaits(cycle, waiter, awaited);
        second.awaits(cycle, waiter, awaited);
    }

    @Override
    public void group(long cycle, String unit, int command, long group, int waves, boolean begins) {
        first.group(cycle, unit, command, group, waves, begins);
        second.group(cycle, unit, command, group, waves, begins);
    }

    @Override
    public void counted(long cycle, String cache, int hits, int misses, boolean write) {
        first.counted(cycle, cache, hits, misses, write);
        second.counted(cycle, cache, hits, misses, write);
    }

    @Override
    public void refill(long cycle, String cache, int barrier, int sectors) {
        first.refill(cycle, cache, barrier, sectors);
        second.refill(cycle, cache, barrier, sectors);
    }

    @Override
    public void transferred(long cycle, String channel, int transactions, boolean write, RowOutcome row) {
        first.transferred(cycle, channel, transactions, write, row);
        second.transferred(cycle, channel, transactions, write, row);
    }

    @Override
    public void payload(long cycle, int bytes, boolean towardsHost) {
        first.payload(cycle, bytes, towardsHost);
        second.payload(cycle, bytes, towardsHost);
    }

    @Override
    public void signals(long cycle, String queue, String barrier, String semaphore, long value) {
        first.signals(cycle, queue, barrier, semaphore, value);
        second.signals(cycle, queue, barrier, semaphore, value);
    }

    @Override
    public void present(long cycle, String command, String image, String where, boolean begins) {
        first.present(cycle, command, image, where, begins);
        second.present(cycle, command, image, where, begins);
    }
}
