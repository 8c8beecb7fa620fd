// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.program.Command;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a stream: which are set, what each set passes on, and who waits for one that is not set yet (Vulkan
 * specification, section Events).
 */
public final class Events {
    private final Map<String, Signal.EventSet> sets = new LinkedHashMap<>();
    /** The latest set of each event that the host has not undone; a queue may have. */
    private final Map<String, Signal.EventSet> told = new LinkedHashMap<>();

    private final List<Wait> waits = new ArrayList<>();

    /** A wait for some events: over once each has been set, whatever becomes of it afterwards. */
    public static final class Wait {
        private final Map<String, Signal.EventSet> found = new LinkedHashMap<>();
        private final Set<String> open = new LinkedHashSet<>();

        /** Whether nothing is waited for any more. */
        public boolean over() {
            return open.isEmpty();
        }

        /** The events that nothing has set yet. */
        public Set<String> open() {
            return open;
        }

        /** What an event was set by; null if the wait went on without it. */
        public Signal.@Nullable EventSet set(String event) {
            return found.get(event);
        }
    }

    /** A queue has come to a wait, which is for the sets before it, and for whatever sets the others next. */
    public Wait await(Command.WaitEvents command) {
        Wait wait = new Wait();
        for (Command.WaitEvents.Wait each : command.waits()) {
            for (String event : each.events()) {
                Signal.EventSet set = sets.get(event);
                if (set != null) {
                    wait.found.put(event, set);
                } else {
                    wait.open.add(event);
                }
            }
        }
        if (!wait.over()) {
            waits.add(wait);
        }
        return wait;
    }

    /** Ends a wait whose events nothing sets. */
    public void giveUp(Wait wait) {
        wait.open.clear();
        waits.remove(wait);
    }

    /**
     * Sets an event. Of one that is set already nothing happens, so that nothing more comes before its waits (Vulkan
     * specification, section Events).
     */
    public void set(String event, Signal.EventSet set) {
        if (sets.putIfAbsent(event, set) != null) {
            return;
        }
        told.put(event, set);
        for (Wait wait : waits) {
            if (wait.open.remove(event)) {
                wait.found.put(event, set);
            }
        }
        waits.removeIf(Wait::over);
    }

    /** A queue resets an event. */
    public void reset(String event) {
        sets.remove(event);
    }

    /** The host resets an event, and with that gives up what it knew of its set. */
    public void resetByHost(String event) {
        sets.remove(event);
        told.remove(event);
    }

    /** The set that a host finds which asks for an event again and again; null as long as there is none. */
    public Signal.@Nullable EventSet told(String event) {
        return told.get(event);
    }
}
