// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import dev.sluice.machine.fault.DeadlockException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deterministic discrete-event engine: events run in order of cycle, and within a cycle in the order they were
 * scheduled.
 *
 * <p>Time is a {@code long} in cycles of the core clock ({@code docs/model.md}, Time). The engine allocates nothing
 * once its event pool has grown to the run's high-water mark.
 */
public final class Engine {

    private final TimingWheel wheel = new TimingWheel();
    private Component[] components = new Component[64];
    private int componentCount;
    private long now;

    private volatile boolean stopRequested;

    /** Told of every event; null in most runs. */
    private @Nullable EventListener listener;

    /** Counts the events of a cycle; null in most runs. */
    private @Nullable EventOrder order;

    private @Nullable Runnable watch;
    private long watchPeriod;
    private long watchAt = Long.MAX_VALUE;

    /** Events that were counted and not run, less those that were run and not counted. */
    private long counted;

    public Engine() {
        wheel.components(components);
    }

    /** The current cycle. */
    public long now() {
        return now;
    }

    /** Events executed since the engine was made, and what was {@link #count counted} as such. */
    public long executedEvents() {
        return wheel.polled() + counted;
    }

    /** The sum of what components made of what they read for announced events. */
    long announced() {
        return wheel.read();
    }

    /** The components in the order they were added. */
    public List<Component> components() {
        return Collections.unmodifiableList(
                new ArrayList<>(Arrays.asList(components).subList(0, componentCount)));
    }

    /**
     * Adds a component, which may be scheduled from then on.
     *
     * @throws IllegalStateException if the component was added before
     */
    public <C extends Component> C add(C component) {
        if (component.id != Component.NOT_ADDED) {
            throw new IllegalStateException(component.name() + " was added to an engine before");
        }
        if (componentCount == TimingWheel.COMPONENTS) {
            throw new IllegalStateException("more than " + TimingWheel.COMPONENTS + " components");
        }
        if (componentCount == components.length) {
            components = Arrays.copyOf(components, componentCount * 2);
            wheel.components(components);
        }
        component.id = componentCount;
        components[componentCount++] = component;
        return component;
    }

    /**
     * Schedules an event {@code delay} cycles from now; a delay of 0 runs later in this cycle.
     *
     * @throws IllegalArgumentException if {@code delay} is negative, or so long that time would overflow
     */
    public void schedule(Component component, long delay, int kind, int argument) {
        long cycle = now + delay;
        if (cycle < now) {
            throw new IllegalArgumentException(
                    "an event of " + component.name() + " cannot lie " + delay + " cycles after cycle " + now);
        }
        wheel.add(delay, cycle, component.id, kind, argument);
    }

    /** Schedules an event for an absolute cycle, which must not lie in the past. */
    public void scheduleAt(Component component, long cycle, int kind, int argument) {
        schedule(component, cycle - now, kind, argument);
    }

    /** Runs until no event is left or {@link #requestStop()} is called. */
    public void run() {
        runUntil(Long.MAX_VALUE);
    }

    /**
     * Runs the events of all cycles up to and including {@code lastCycle}; time never runs back.
     *
     * @return whether events are left
     */
    public boolean runUntil(long lastCycle) {
        while (!stopRequested) {
            long cycle = wheel.nextCycle();
            if (cycle < 0) {
                return false;
            }
            if (cycle > lastCycle) {
                now = Math.max(now, lastCycle);
                wheel.advance(now);
                return true;
            }
            now = cycle;
            wheel.advance(cycle);
            if (cycle >= watchAt) {
                look();
            }
            EventListener told = listener;
            EventOrder counts = order;
            if (counts != null) {
                runCycle(told, counts);
            } else if (told != null) {
                runCycle(told);
            } else {
                wheel.runCycle();
            }
        }
        return wheel.size() > 0;
    }

    private void runCycle(EventListener told) {
        long event;
        while ((event = wheel.poll()) >= 0) {
            run(components[TimingWheel.component(event)], event, told);
        }
    }

    private void runCycle(@Nullable EventListener told, EventOrder counts) {
        long event;
        while ((event = wheel.poll()) >= 0) {
            Component component = components[TimingWheel.component(event)];
            counts.before(component);
            if (told == null) {
                component.onEvent(TimingWheel.kind(event), TimingWheel.argument(event));
            } else {
                run(component, event, told);
            }
            counts.after(component);
        }
    }

    private static void run(Component component, long event, EventListener told) {
        int kind = TimingWheel.kind(event);
        int argument = TimingWheel.argument(event);
        told.before(component, kind, argument, component.requestOf(kind, argument));
        component.onEvent(kind, argument);
        told.after(component);
    }

    /**
     * Counts, within each cycle, the events of the memory hierarchy from the next cycle on.
     *
     * @param between acts before the first of them in a cycle and after each
     */
    public EventOrder order(Runnable between) {
        EventOrder made = new EventOrder(this, between);
        order = made;
        return made;
    }

    /** Has somebody told of every event from the next cycle on, and of every request that is sent from now on. */
    public void tell(EventListener told) {
        listener = told;
    }

    /**
     * Counts what is no event as so many, or with -1 an event as none: a run that somebody watches has as many as one that nobody does,
     * where only the former needs an event.
     */
    public void count(int events) {
        counted += events;
    }

    /** A request has been sent to a component. */
    void sent(Component to, long delay, int request) {
        EventListener told = listener;
        if (told != null) {
            told.sent(to, delay, request);
        }
    }

    /** Has a component react to what another one hands over to it within its event. */
    void handOver(Component to, int kind, int argument) {
        EventListener told = listener;
        if (told == null) {
            to.onEvent(kind, argument);
        } else {
            told.enters(to, to.requestOf(kind, argument));
            to.onEvent(kind, argument);
            told.returns(to);
        }
    }

    /** Has somebody look at the machine before the first event of every so many cycles; an exception ends the run. */
    public void watch(long period, Runnable looks) {
        watch = looks;
        watchPeriod = period;
        watchAt = now + period;
    }

    private void look() {
        watchAt = now + watchPeriod;
        Runnable looks = watch;
        if (looks != null) {
            looks.run();
        }
    }

    /** The cycle of the last event that lies some thousand cycles ahead or more, or -1: a timer, if it is far. */
    public long lastTimer() {
        return wheel.lastFarCycle();
    }

    /** Asks a running engine to return after the current cycle; callable from another thread (a Ctrl-C handler). */
    public void requestStop() {
        stopRequested = true;
    }

    /** Whether {@link #requestStop()} was called. */
    public boolean stopRequested() {
        return stopRequested;
    }

    /**
     * Checks at the end of a run that nothing vanished: issued equals completed and nothing is held, for every component.
     *
     * @throws DeadlockException if requests are outstanding, with the chain of who waits for whom
     */
    public void auditAtEnd() {
        Audit audit = new Audit();
        for (int i = 0; i < componentCount; i++) {
            components[i].audit(audit);
        }
        if (!audit.clean()) {
            WaitGraph graph = waits();
            throw new DeadlockException(now, graph.chain(), audit.complaints(), graph.chainAwaitsSignal());
        }
    }

    /** Who waits for whom now. */
    public WaitGraph waits() {
        WaitGraph graph = new WaitGraph();
        for (int i = 0; i < componentCount; i++) {
            components[i].describeWaits(graph);
        }
        return graph;
    }
}
