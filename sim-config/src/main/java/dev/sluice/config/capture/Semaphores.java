// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.HostStep.SemaphoreUse;
import dev.sluice.config.stream.HostStep.SignalSemaphore;
import dev.sluice.config.stream.HostStep.WaitSemaphores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Semaphores, and which of their waits and signals the stream can have.
 *
 * <p>A wait for something that the capture does not show would never end, and a binary semaphore that nothing in the
 * stream waits for would be signalled twice; both are left out. What a wait orders is lost with it.
 */
final class Semaphores {
    private final CaptureSession session;
    private final Map<Long, Semaphore> semaphores = new HashMap<>();
    private final List<Wait> timelineWaits = new ArrayList<>();
    private final List<Use> binarySignals = new ArrayList<>();

    private static final class Semaphore {
        private final Named name;
        private final boolean timeline;
        private long highest;
        /** The signal that a wait would be for. */
        private @Nullable Use pending;

        private Semaphore(Named name, boolean timeline, long highest) {
            this.name = name;
            this.timeline = timeline;
            this.highest = highest;
        }
    }

    /** A wait for a value, and the call that asks for it. */
    private record Wait(Use use, Call call) {}

    /** A wait for a semaphore, or a signal of it, as far as the stream has it. */
    static final class Use {
        private final Semaphore semaphore;
        private final boolean signal;
        private final long value;
        private final @Nullable List<String> stages;
        private boolean waitedFor;

        private Use(Semaphore semaphore, boolean signal, long value, @Nullable List<String> stages) {
            this.semaphore = semaphore;
            this.signal = signal;
            this.value = value;
            this.stages = stages;
        }

        /** Whether the stream has it, now that everything is known. */
        private boolean kept() {
            return semaphore.timeline ? signal || value <= semaphore.highest : !signal || waitedFor;
        }

        /** The semaphore's name; null when the stream does not have the use. */
        @Nullable
        String name() {
            return kept() ? semaphore.name.toString() : null;
        }

        /** Those of several uses that the stream has. */
        static List<SemaphoreUse> kept(List<Use> uses) {
            return uses.stream()
                    .filter(Use::kept)
                    .map(use -> new SemaphoreUse(
                            use.semaphore.name.toString(), use.semaphore.timeline ? use.value : null, use.stages))
                    .toList();
        }
    }

    Semaphores(CaptureSession session) {
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
                session.host(args.call(), () -> new SignalSemaphore(name.toString(), initial));
            }
        }
    }

    /** Adds a wait of a submission. */
    void wait(Struct struct, long handle, long value, @Nullable List<String> stages, List<Use> waits) {
        Semaphore semaphore = semaphore(struct, handle);
        Use use = new Use(semaphore, false, value, stages);
        if (semaphore.timeline) {
            waits.add(use);
            timelineWaits.add(new Wait(use, struct.call()));
            return;
        }
        Use signal = semaphore.pending;
        if (signal == null) {
            session.unordered(
                    struct.call(),
                    "waits for binary semaphores that nothing in the stream signals (image acquisition) are left out");
            return;
        }
        signal.waitedFor = true;
        semaphore.pending = null;
        waits.add(use);
    }

    /** A signal by a submission or an acquisition. */
    Use signal(Struct struct, long handle, long value, @Nullable List<String> stages) {
        Semaphore semaphore = semaphore(struct, handle);
        Use use = new Use(semaphore, true, value, stages);
        if (semaphore.timeline) {
            semaphore.highest = Math.max(semaphore.highest, value);
        } else {
            semaphore.pending = use;
            binarySignals.add(use);
        }
        return use;
    }

    /**
     * A presentation waits for binary semaphores.
     *
     * @param modelled whether the stream has the presentation
     * @return what it waits for in the stream
     */
    List<Use> presented(Struct present, boolean modelled) {
        List<Use> waits = new ArrayList<>();
        for (long handle : present.handles("pWaitSemaphores")) {
            Semaphore semaphore = semaphores.get(handle);
            Use signal = semaphore == null ? null : semaphore.pending;
            if (semaphore != null && signal != null) {
                semaphore.pending = null;
                if (modelled) {
                    signal.waitedFor = true;
                    waits.add(new Use(semaphore, false, 0, null));
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
        session.host(info.call(), () -> new SignalSemaphore(semaphore.name.toString(), value));
    }

    /** The host waits for timeline semaphores, or found their values in another way. */
    void hostWait(Struct struct, List<Long> handles, List<Long> values) {
        List<Use> waits = new ArrayList<>();
        for (int i = 0; i < Math.min(handles.size(), values.size()); i++) {
            Semaphore semaphore = semaphore(struct, handles.get(i));
            if (values.get(i) <= semaphore.highest && values.get(i) > 0) {
                waits.add(new Use(semaphore, false, values.get(i), null));
            } else if (values.get(i) > 0) {
                session.unordered(
                        struct.call(),
                        "host waits for timeline values that nothing in the stream signals are left out");
            }
        }
        if (!waits.isEmpty()) {
            session.host(struct.call(), () -> new WaitSemaphores(Use.kept(waits)));
            session.hostWaited();
        }
    }

    /** Notes what would never end, and so is left out. */
    void finish() {
        timelineWaits.stream()
                .filter(wait -> !wait.use().kept())
                .forEach(wait -> session.unordered(
                        wait.call(), "waits for timeline values that nothing in the stream signals are left out"));
        binarySignals.stream()
                .filter(signal -> !signal.kept())
                .forEach(signal ->
                        session.notes.count("signals of binary semaphores that nothing waits for are left out"));
    }

    private Semaphore semaphore(Struct struct, long handle) {
        Semaphore semaphore = semaphores.get(handle);
        if (semaphore == null) {
            throw struct.call().error("names no semaphore that the capture has created: " + handle);
        }
        return semaphore;
    }
}
