// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Those that wait until a unit takes another batch. All are woken, in order; who finds no room left waits again. */
final class RoomWaiters {

    private final List<Component> waiters = new ArrayList<>();
    private int[] kinds = new int[4];
    private int[] arguments = new int[4];

    void add(Component waiter, int kind, int argument) {
        int count = waiters.size();
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, count * 2);
            arguments = Arrays.copyOf(arguments, count * 2);
        }
        waiters.add(waiter);
        kinds[count] = kind;
        arguments[count] = argument;
    }

    void wakeAll() {
        for (int i = 0; i < waiters.size(); i++) {
            Component waiter = waiters.get(i);
            waiter.engine().schedule(waiter, 0, kinds[i], arguments[i]);
        }
        waiters.clear();
    }

    int count() {
        return waiters.size();
    }

    void describeWaits(WaitGraph graph, Component unit) {
        for (int i = 0; i < waiters.size(); i++) {
            graph.edge(waiters.get(i), unit, "room for a batch");
        }
    }
}
