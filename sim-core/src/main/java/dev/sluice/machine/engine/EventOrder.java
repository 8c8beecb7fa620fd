// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

/**
 * Places within a cycle: a place is after how many of the cycle's events of the memory hierarchy's components.
 *
 * <p>Two runs in which these components do the same agree in their places, whatever other components do.
 */
public final class EventOrder {

    private final Engine engine;
    private final Runnable between;
    private long cycle = -1;
    private int count;

    EventOrder(Engine engine, Runnable between) {
        this.engine = engine;
        this.between = between;
    }

    /** How many events of the hierarchy there were in this cycle. */
    public int place() {
        return cycle == engine.now() ? count : 0;
    }

    /** A component is about to react to an event. */
    void before(Component component) {
        if (cycle != engine.now() && component.ofHierarchy()) {
            between.run();
            cycle = engine.now();
            count = 0;
        }
    }

    /** A component has reacted to an event. */
    void after(Component component) {
        if (component.ofHierarchy()) {
            count++;
            between.run();
        }
    }
}
