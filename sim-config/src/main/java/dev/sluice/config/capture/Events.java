// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events, and which of their waits the stream can have.
 *
 * <p>A wait for an event that nothing in the capture sets would never end, and is left out. Which these are is known at the
 * end: a host may set an event long after the submission whose commands wait for it.
 */
final class Events {
    private final CaptureSession session;
    private final Map<Long, Event> events = new HashMap<>();
    private final List<Wait> waits = new ArrayList<>();

    private static final class Event {
        private final Named name;
        private boolean set;
        /** Whether it was set since the host reset it last. */
        private boolean told;
        /** Waits that nothing has ended yet. */
        private final List<Wait> open = new ArrayList<>();

        private Event(Named name) {
            this.name = name;
        }
    }

    /** A wait for an event, as far as the stream has it. */
    static final class Wait {
        private final Event event;
        private final Call call;
        private boolean ends;

        private Wait(Event event, Call call) {
            this.event = event;
            this.call = call;
        }

        /** Whether the stream has it, now that everything is known. */
        boolean kept() {
            return ends;
        }

        /** The event. */
        Named event() {
            return event.name;
        }
    }

    Events(CaptureSession session) {
        this.session = session;
    }

    private Event event(long handle) {
        return events.computeIfAbsent(handle, h -> new Event(session.named("event", h)));
    }

    /** The name of an event. */
    Named name(long handle) {
        return event(handle).name;
    }

    /** The host, or a command as it is submitted, sets an event. */
    void set(long handle) {
        Event event = event(handle);
        event.set = true;
        event.told = true;
        event.open.forEach(wait -> wait.ends = true);
        event.open.clear();
    }

    /** A command that resets an event is submitted. */
    void reset(long handle) {
        event(handle).set = false;
    }

    /** The host resets an event. */
    void resetByHost(long handle) {
        reset(handle);
        event(handle).told = false;
    }

    /** Whether the host may find an event set: something set it since the host reset it last. */
    boolean told(long handle) {
        return event(handle).told;
    }

    /** A command that waits for an event is submitted. */
    Wait await(long handle, Call call) {
        Event event = event(handle);
        Wait wait = new Wait(event, call);
        wait.ends = event.set;
        if (!event.set) {
            event.open.add(wait);
        }
        waits.add(wait);
        return wait;
    }

    /** Notes what would never end, and so is left out. */
    void finish() {
        waits.stream()
                .filter(wait -> !wait.kept())
                .forEach(wait ->
                        session.unordered(wait.call, "waits for events that nothing in the capture sets are left out"));
    }
}
