// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;

/** Tells two observers, in order. */
public final class BothObservers implements SimObserver {

    private final SimObserver first;
    private final SimObserver second;

    private BothObservers(SimObserver first, SimObserver second) {
        this.first = first;
        this.second = second;
    }

    /** An observer that tells both; one of them alone where the other sees nothing. */
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
    public void writeBack(
            long cycle,
            String cache,
            int set,
            int way,
            long address,
            int sectors,
            int command,
            WriteBackReason reason) {
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
    public void finding(long cycle, String kind, int number, long address) {
        first.finding(cycle, kind, number, address);
        second.finding(cycle, kind, number, address);
    }

    @Override
    public void progress(long cycle, int done, int total) {
        first.progress(cycle, done, total);
        second.progress(cycle, done, total);
    }
}
