package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Semaphores, and which of their waits and signals the stream can have.
 *
 * <p>A wait for something that the capture does not show would never end, and a binary semaphore that nothing in the
 * stream waits for would be signalled twice; both are left out, with a note.
 */
final class Semaphores {
    private final Session session;
    private final Map<Long, Semaphore> semaphores = new HashMap<>();
    private final List<TimelineWait> timelineWaits = new ArrayList<>();
    private final List<Use> binarySignals = new ArrayList<>();

    private static final class Semaphore {
        private final Named name;
        private final boolean timeline;
        private long highest;
        private @Nullable Use pending;

        private Semaphore(Named name, boolean timeline, long highest) {
            this.name = name;
            this.timeline = timeline;
            this.highest = highest;
        }
    }

    /** An entry of a list of waits or signals, or the arguments of an acquisition, which no list holds. */
    private static final class Use {
        private final @Nullable List<Object> list;
        private final Map<String, Object> entry;
        private boolean waitedFor;

        private Use(@Nullable List<Object> list, Map<String, Object> entry) {
            this.list = list;
            this.entry = entry;
        }

        private void remove() {
            if (list == null) {
                entry.remove("semaphore");
                return;
            }
            // two equal entries may stand in one list; this one is meant
            Set<Object> only = Collections.newSetFromMap(new IdentityHashMap<>());
            only.add(entry);
            list.removeIf(only::contains);
        }
    }

    private record TimelineWait(Semaphore semaphore, long value, Use use) {}

    Semaphores(Session session) {
        this.session = session;
    }

    void create(Struct args) {
        long handle = args.handle("pSemaphore");
        Struct type = args.struct("pCreateInfo").chained("VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO");
        boolean timeline = type != null && type.text("semaphoreType").startsWith("VK_SEMAPHORE_TYPE_TIMELINE");
        long initial = type == null ? 0 : type.number("initialValue", 0);
        Named name = session.named("semaphore", handle);
        semaphores.put(handle, new Semaphore(name, timeline, initial));
        if (timeline) {
            session.timeline(name);
            if (initial > 0) {
                session.host(args.call(), "signalSemaphore", Session.map("semaphore", name, "value", initial));
            }
        }
    }

    /** Adds a wait of a submission. */
    void wait(Struct struct, long handle, long value, List<String> stages, List<Object> waits) {
        Semaphore semaphore = semaphore(struct, handle);
        if (semaphore.timeline) {
            Map<String, Object> entry = Session.map("semaphore", semaphore.name, "value", value);
            waits.add(withStages(entry, stages));
            timelineWaits.add(new TimelineWait(semaphore, value, new Use(waits, entry)));
            return;
        }
        Use signal = semaphore.pending;
        if (signal == null) {
            session.notes.count(
                    "waits for binary semaphores that nothing in the stream signals (image acquisition) are left out");
            return;
        }
        signal.waitedFor = true;
        semaphore.pending = null;
        waits.add(withStages(Session.map("semaphore", semaphore.name), stages));
    }

    /** Adds a signal of a submission. */
    void signal(Struct struct, long handle, long value, List<String> stages, List<Object> signals) {
        Semaphore semaphore = semaphore(struct, handle);
        Map<String, Object> entry = Session.map("semaphore", semaphore.name);
        if (semaphore.timeline) {
            entry.put("value", value);
            semaphore.highest = Math.max(semaphore.highest, value);
        } else {
            Use use = new Use(signals, entry);
            semaphore.pending = use;
            binarySignals.add(use);
        }
        signals.add(withStages(entry, stages));
    }

    /** An acquisition signals a binary semaphore. */
    void acquired(Struct struct, long handle, Map<String, Object> arguments) {
        Semaphore semaphore = semaphore(struct, handle);
        Use use = new Use(null, arguments);
        arguments.put("semaphore", semaphore.name);
        semaphore.pending = use;
        binarySignals.add(use);
    }

    /**
     * A presentation waits for binary semaphores.
     *
     * @param modelled whether the stream has the presentation
     * @return what it waits for in the stream
     */
    List<Object> presented(Struct present, boolean modelled) {
        List<Object> waits = new ArrayList<>();
        for (long handle : present.handles("pWaitSemaphores")) {
            Semaphore semaphore = semaphores.get(handle);
            Use signal = semaphore == null ? null : semaphore.pending;
            if (semaphore != null && signal != null) {
                semaphore.pending = null;
                if (modelled) {
                    signal.waitedFor = true;
                    waits.add(semaphore.name);
                }
            }
        }
        return waits;
    }

    /** The host signals a timeline semaphore. */
    void hostSignal(Struct info) {
        Semaphore semaphore = semaphore(info, info.handle("semaphore"));
        long value = info.number("value");
        semaphore.highest = Math.max(semaphore.highest, value);
        session.host(info.call(), "signalSemaphore", Session.map("semaphore", semaphore.name, "value", value));
    }

    /** The host waits for timeline semaphores, or found their values in another way. */
    void hostWait(Struct struct, List<Long> handles, List<Long> values) {
        List<Object> waits = new ArrayList<>();
        for (int i = 0; i < Math.min(handles.size(), values.size()); i++) {
            Semaphore semaphore = semaphore(struct, handles.get(i));
            if (values.get(i) <= semaphore.highest && values.get(i) > 0) {
                waits.add(Session.map("semaphore", semaphore.name, "value", values.get(i)));
            } else if (values.get(i) > 0) {
                session.notes.count("host waits for timeline values that nothing in the stream signals are left out");
            }
        }
        if (!waits.isEmpty()) {
            session.host(struct.call(), "waitSemaphores", waits);
            session.hostWaited();
        }
    }

    /** Takes out what would never end, now that everything is known. */
    void finish() {
        for (TimelineWait wait : timelineWaits) {
            if (wait.value() > wait.semaphore().highest) {
                wait.use().remove();
                session.notes.count("waits for timeline values that nothing in the stream signals are left out");
            }
        }
        for (Use signal : binarySignals) {
            if (!signal.waitedFor) {
                signal.remove();
                session.notes.count("signals of binary semaphores that nothing waits for are left out");
            }
        }
    }

    private Semaphore semaphore(Struct struct, long handle) {
        Semaphore semaphore = semaphores.get(handle);
        if (semaphore == null) {
            throw struct.call().error("names no semaphore that the capture has created: " + handle);
        }
        return semaphore;
    }

    private static Map<String, Object> withStages(Map<String, Object> entry, List<String> stages) {
        if (!stages.isEmpty()) {
            entry.put("stages", stages);
        }
        return entry;
    }
}
