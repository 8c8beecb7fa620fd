// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

/**
 * A part of the machine that reacts to events at whole cycles of the core clock.
 *
 * <p>A component owns its state, talks to others only through {@link Port}s and replies, and is added once to an {@link
 * Engine} before it can be scheduled.
 */
public abstract class Component {

    static final int NOT_ADDED = -1;
    /** In {@link #requestOf}: none. */
    protected static final int NO_REQUEST = -1;

    private final Engine engine;
    private final String name;
    int id = NOT_ADDED;

    protected Component(Engine engine, String name) {
        this.engine = engine;
        this.name = name;
    }

    /** The instance's name as reports print it, for example {@code l1[3]}. */
    public final String name() {
        return name;
    }

    /** The engine that drives this component. */
    public final Engine engine() {
        return engine;
    }

    /** The current cycle of the core clock. */
    public final long now() {
        return engine.now();
    }

    /**
     * Reacts to an event scheduled for the current cycle.
     *
     * @param kind what happened, in the component's own numbering
     * @param argument the event's operand, usually a request's pool index
     */
    public abstract void onEvent(int kind, int argument);

    /**
     * Reads what an event of this cycle will need and returns anything made of it; changes nothing.
     *
     * <p>The events of a cycle are announced a few at a time before the first of these runs, so that the host's cache misses overlap; those
     * that come into the running cycle are, together, when the first of them is next. One event alone is not announced.
     */
    protected long announce(int kind, int argument) {
        return 0;
    }

    /**
     * Whether its events are those of the memory hierarchy, which are the same in a run and in a replay of what the run accessed, and so tell
     * places within a cycle: {@link EventOrder}.
     */
    protected boolean ofHierarchy() {
        return false;
    }

    /** The number of the request that an event brings here, or {@link #NO_REQUEST}; for somebody who looks. */
    protected int requestOf(int kind, int argument) {
        return NO_REQUEST;
    }

    /** Reports what was issued and completed, and what is still held, when a run ends. */
    public void audit(Audit audit) {}

    /** Names what this component waits for, when a run cannot go on. */
    public void describeWaits(WaitGraph graph) {}

    /** Schedules an event for this component {@code delay} cycles from now. */
    protected final void wake(long delay, int kind, int argument) {
        engine.schedule(this, delay, kind, argument);
    }

    @Override
    public final String toString() {
        return name;
    }
}
