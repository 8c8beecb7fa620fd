// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

/** Is told of every event when it is over and the machine stands still. */
@FunctionalInterface
public interface EventListener {

    /**
     * A component has reacted to an event.
     *
     * @param request the number of the request that the event brought to the component, or -1
     */
    void after(Component component, int request);
}
