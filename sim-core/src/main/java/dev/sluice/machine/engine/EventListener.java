// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

/** Is told of every event, and of requests on their way between components. */
public interface EventListener {

    /**
     * A component is about to react to an event.
     *
     * @param kind what happens, in the component's own numbering
     * @param argument the event's operand
     * @param request the number of the request that the event brings to the component, or -1
     */
    void before(Component component, int kind, int argument, int request);

    /** A component has reacted to an event, and the machine stands still. */
    void after(Component component);

    /** A component is about to take a request in, by its number or -1, that another one hands over to it within an event. */
    void enters(Component to, int request);

    /** It has taken it in, and the event goes on where it was. */
    void returns(Component from);

    /** A request has been sent to a component, which it reaches {@code delay} cycles from now. */
    void sent(Component to, long delay, int request);
}
