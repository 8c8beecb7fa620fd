// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets two observers see a run: each event first the one, then the other. */
public final class BothObservers implements SimObserver {

    private final SimObserver first;
    private final SimObserver second;

    private BothObservers(SimObserver first, SimObserver second) {
        this.first = first;
        this.second = second;
    }

    private void both(Consumer<SimObserver> event) {
        event.accept(first);
        event.accept(second);
    }

    /** Two observers as one; {@link SimObserver#NONE} adds nobody. */
    public static SimObserver of(SimObserver first, SimObserver second) {
        return first == NONE ? second : second == NONE ? first : new BothObservers(first, second);
    }

    @Override
    public void lookup(long cycle, String cache, int set, int way, ObservedRequest request, Outcome outcome) {
        both(o -> o.lookup(cycle, cache, set, way, request, outcome));
    }

    @Override
    public void waits(long cycle, String cache, int set, ObservedRequest request, WaitReason reason) {
        both(o -> o.waits(cycle, cache, set, request, reason));
    }

    @Override
    public void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {
        both(o -> o.fill(cycle, cache, set, way, address, sectors, command));
    }

    @Override
    public void writeBack(
            long cycle,
            String cache,
            int set,
            int way,
            long address,
            int sectors,
            int command,
            WriteBackReason reason) {
        both(o -> o.writeBack(cycle, cache, set, way, address, sectors, command, reason));
    }

    @Override
    public void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {
        both(o -> o.drop(cycle, cache, set, way, address, command, reason));
    }

    @Override
    public void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {
        both(o -> o.maintenance(cycle, cache, action, barrier, begins));
    }

    @Override
    public void dram(long cycle, String channel, ObservedRequest request, RowOutcome row) {
        both(o -> o.dram(cycle, channel, request, row));
    }

    @Override
    public void link(long cycle, ObservedRequest request, boolean towardsHost) {
        both(o -> o.link(cycle, request, towardsHost));
    }

    @Override
    public void issue(long cycle, String client, ObservedRequest request) {
        both(o -> o.issue(cycle, client, request));
    }

    @Override
    public void complete(long cycle, String client, ObservedRequest request) {
        both(o -> o.complete(cycle, client, request));
    }

    @Override
    public void passed(long cycle, String command) {
        both(o -> o.passed(cycle, command));
    }

    @Override
    public void stage(long cycle, String command, String stage, boolean begins) {
        both(o -> o.stage(cycle, command, stage, begins));
    }

    @Override
    public void barrier(long cycle, String command, String phase) {
        both(o -> o.barrier(cycle, command, phase));
    }

    @Override
    public void hostOperation(long cycle, String operation, String what, boolean begins) {
        both(o -> o.hostOperation(cycle, operation, what, begins));
    }

    @Override
    public void host(long cycle, String what, long address, int bytes) {
        both(o -> o.host(cycle, what, address, bytes));
    }

    @Override
    public void progress(long cycle, int done, int total) {
        both(o -> o.progress(cycle, done, total));
    }

    @Override
    public void command(long cycle, String command, String queue, String kind, @Nullable String label, String where) {
        both(o -> o.command(cycle, command, queue, kind, label, where));
    }

    @Override
    public void work(long cycle, String command, String stage, long bytesRead, long bytesWritten, long waves) {
        both(o -> o.work(cycle, command, stage, bytesRead, bytesWritten, waves));
    }

    @Override
    public void barrierIs(
            long cycle, int number, String barrier, String queue, String kind, String where, boolean implicit) {
        both(o -> o.barrierIs(cycle, number, barrier, queue, kind, where, implicit));
    }

    @Override
    public void action(long cycle, String barrier, String action, String on, boolean begins) {
        both(o -> o.action(cycle, barrier, action, on, begins));
    }

    @Override
    public void awaits(long cycle, String waiter, String awaited) {
        both(o -> o.awaits(cycle, waiter, awaited));
    }

    @Override
    public void group(long cycle, String unit, int command, long group, int waves, boolean begins) {
        both(o -> o.group(cycle, unit, command, group, waves, begins));
    }

    @Override
    public void counted(long cycle, String cache, int hits, int misses, boolean write) {
        both(o -> o.counted(cycle, cache, hits, misses, write));
    }

    @Override
    public void refill(long cycle, String cache, int barrier, int sectors) {
        both(o -> o.refill(cycle, cache, barrier, sectors));
    }

    @Override
    public void transferred(long cycle, String channel, int transactions, boolean write, RowOutcome row) {
        both(o -> o.transferred(cycle, channel, transactions, write, row));
    }

    @Override
    public void payload(long cycle, int bytes, boolean towardsHost) {
        both(o -> o.payload(cycle, bytes, towardsHost));
    }

    @Override
    public void signals(long cycle, String queue, String barrier, String semaphore, long value) {
        both(o -> o.signals(cycle, queue, barrier, semaphore, value));
    }

    @Override
    public void present(long cycle, String command, String image, String where, boolean begins) {
        both(o -> o.present(cycle, command, image, where, begins));
    }

    @Override
    public void finding(long cycle, String kind, int number, long address) {
        both(o -> o.finding(cycle, kind, number, address));
    }
}
