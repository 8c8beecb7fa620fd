// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.CapturedDependencies.Stages;
import dev.sluice.config.stream.EventStep;
import dev.sluice.config.stream.HostStep;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Events: set, reset and waited for by commands of both versions, set, reset and asked for by the host. */
final class EventCalls {
    private static final String HOST = Stage.HOST.name();
    /** No stage, in a first and in a second scope; the first version has no word for none. */
    private static final List<String> NOTHING_BEFORE = List.of(Stage.TOP_OF_PIPE.name());

    private static final List<String> NOTHING_AFTER = List.of(Stage.BOTTOM_OF_PIPE.name());

    /** Events transfer nothing between queue families. */
    private static final SubmittedFamily NO_FAMILY = SubmittedFamily.ANY;

    private final CaptureSession session;
    private final CommandCalls commands;
    private final CapturedDependencies dependencies;
    private final Events events;

    EventCalls(CaptureSession session, CommandCalls commands, CapturedDependencies dependencies) {
        this.session = session;
        this.commands = commands;
        this.dependencies = dependencies;
        events = new Events(session);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateEvent", args -> events.name(args.handle("pEvent")));
        handlers.put("vkCmdSetEvent", this::set);
        CommandCalls.both(handlers, "vkCmdSetEvent2", this::set2);
        handlers.put("vkCmdResetEvent", this::reset);
        CommandCalls.both(handlers, "vkCmdResetEvent2", this::reset);
        handlers.put("vkCmdWaitEvents", this::await);
        CommandCalls.both(handlers, "vkCmdWaitEvents2", this::await2);
        handlers.put("vkSetEvent", args -> {
            Named event = events.name(args.handle("event"));
            events.set(args.handle("event"));
            session.host(args.call(), () -> new HostStep.SetEvent(event.toString()));
        });
        handlers.put("vkResetEvent", args -> {
            Named event = events.name(args.handle("event"));
            events.resetByHost(args.handle("event"));
            session.host(args.call(), () -> new HostStep.ResetEvent(event.toString()));
        });
        handlers.put("vkGetEventStatus", this::status);
    }

    /** Settles what could be known only at the end. */
    void finish() {
        events.finish();
    }

    private void set(Struct args) {
        set(args, deviceStages(args, "stageMask", NOTHING_BEFORE));
    }

    /** A set with stages alone: the legacy form, and that of the second version whose wait has the whole dependency. */
    private void set(Struct args, List<String> stages) {
        long handle = args.handle("event");
        Named event = events.name(handle);
        commands.record(args, submission -> {
            events.set(handle);
            submission.add(
                    args.call(),
                    () -> new EventStep.SetEvent(event.toString(), stages, List.of(), List.of(), List.of(), List.of()));
        });
    }

    private void set2(Struct args) {
        long handle = args.handle("event");
        Named event = events.name(handle);
        Struct info = args.struct("pDependencyInfo");
        if (asymmetric(info)) {
            List<String> stages = new ArrayList<>();
            info.structs("pMemoryBarriers")
                    .forEach(named -> stages.addAll(deviceStages(named, "srcStageMask", List.of())));
            set(args, or(NOTHING_BEFORE, stages));
            return;
        }
        CapturedDependency dependency = dependency(args, info);
        commands.record(args, submission -> {
            events.set(handle);
            submission.add(
                    args.call(),
                    () -> new EventStep.SetEvent(
                            event.toString(),
                            List.of(),
                            dependency.memory(),
                            dependency.buffers(NO_FAMILY),
                            dependency.images(NO_FAMILY),
                            dependency.flags()));
        });
    }

    private void reset(Struct args) {
        long handle = args.handle("event");
        Named event = events.name(handle);
        List<String> stages = deviceStages(args, "stageMask", NOTHING_BEFORE);
        commands.record(args, submission -> {
            events.reset(handle);
            submission.add(args.call(), () -> new EventStep.ResetEvent(event.toString(), stages));
        });
    }

    private void await(Struct args) {
        List<String> src = or(NOTHING_BEFORE, session.masks.stages(args, "srcStageMask"));
        List<String> dst = deviceStages(args, "dstStageMask", NOTHING_AFTER);
        await(args, args.handles("pEvents"), src, dst, dependencies.of(args, args, Stages.COMMAND));
    }

    private void await(
            Struct args, List<Long> handles, List<String> src, List<String> dst, CapturedDependency dependency) {
        await(
                args,
                handles,
                List.of(dependency),
                (kept, which) -> new EventStep.WaitEvents(
                        kept,
                        List.of(),
                        src,
                        dst,
                        dependency.memory(),
                        dependency.buffers(NO_FAMILY),
                        dependency.images(NO_FAMILY),
                        dependency.flags()));
    }

    private void await2(Struct args) {
        List<Struct> infos = args.structs("pDependencyInfos");
        List<Long> handles = args.handles("pEvents");
        if (infos.size() != handles.size()) {
            throw args.error("pDependencyInfos", "has not one dependency for each event");
        }
        List<Long> repeating = new ArrayList<>();
        List<CapturedDependency> each = new ArrayList<>();
        for (int i = 0; i < infos.size(); i++) {
            if (!asymmetric(infos.get(i))) {
                repeating.add(handles.get(i));
                each.add(dependency(args, infos.get(i)));
            }
        }
        if (!each.isEmpty()) {
            await(args, repeating, each);
        }
        for (int i = 0; i < infos.size(); i++) {
            if (asymmetric(infos.get(i))) {
                await(args, handles.get(i), infos.get(i));
            }
        }
    }

    /** A wait with the whole dependency of an event that was set with stages alone; the legacy form has one second scope each. */
    private void await(Struct args, long handle, Struct info) {
        Set<List<String>> before = new LinkedHashSet<>();
        Set<List<String>> after = new LinkedHashSet<>();
        for (String key : List.of("pMemoryBarriers", "pBufferMemoryBarriers", "pImageMemoryBarriers")) {
            for (Struct barrier : info.structs(key)) {
                before.add(session.masks.stages(barrier, "srcStageMask"));
                after.add(deviceStages(barrier, "dstStageMask", NOTHING_AFTER));
            }
        }
        if (before.size() > 1) {
            session.unordered(
                    args.call(), "barriers of one wait with different first stages are taken with all of them");
        }
        List<String> src = before.stream().flatMap(List::stream).distinct().toList();
        for (List<String> dst : after) {
            CapturedDependency dependency = dependencies.of(
                    args,
                    info,
                    Stages.COMMAND,
                    barrier ->
                            deviceStages(barrier, "dstStageMask", NOTHING_AFTER).equals(dst));
            await(args, List.of(handle), or(NOTHING_BEFORE, src), dst, dependency);
        }
    }

    /** Whether the set of an event names stages alone, and its wait the whole dependency. */
    private static boolean asymmetric(Struct info) {
        return Masks.flagged(info, Masks.ASYMMETRIC_EVENT);
    }

    private void await(Struct args, List<Long> handles, List<CapturedDependency> each) {
        await(args, handles, each, (kept, which) -> {
            if (which.size() == 1) {
                CapturedDependency one = each.get(which.get(0));
                return new EventStep.WaitEvents(
                        kept,
                        List.of(),
                        List.of(),
                        List.of(),
                        one.memory(),
                        one.buffers(NO_FAMILY),
                        one.images(NO_FAMILY),
                        one.flags());
            }
            List<EventStep.Dependency> own = new ArrayList<>();
            for (int number : which) {
                CapturedDependency one = each.get(number);
                own.add(new EventStep.Dependency(
                        one.memory(), one.buffers(NO_FAMILY), one.images(NO_FAMILY), one.flags()));
            }
            return new EventStep.WaitEvents(
                    kept, own, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        });
    }

    /** Makes a wait for those events that the stream can wait for. */
    @FunctionalInterface
    private interface Waiting {
        /**
         * The wait.
         *
         * @param names the events
         * @param which their places among those that it is for
         */
        EventStep.WaitEvents on(List<String> names, List<Integer> which);
    }

    private void await(Struct args, List<Long> handles, List<CapturedDependency> each, Waiting waiting) {
        commands.record(args, submission -> {
            each.forEach(CapturedDependency::submitted);
            List<Events.Wait> waits = handles.stream()
                    .map(event -> events.await(event, args.call()))
                    .toList();
            submission.add(args.call(), () -> waits.stream().anyMatch(Events.Wait::kept), () -> {
                List<Integer> which = IntStream.range(0, waits.size())
                        .filter(i -> waits.get(i).kept())
                        .boxed()
                        .toList();
                return waiting.on(
                        which.stream().map(i -> waits.get(i).event().toString()).toList(), which);
            });
        });
    }

    private void status(Struct args) {
        long handle = args.handle("event");
        Named event = events.name(handle);
        if (!args.call().result().equals("VK_EVENT_SET")) {
            session.notes.count("queries of events that were not set yet are left out");
        } else if (!events.told(handle)) {
            session.unordered(
                    args.call(), "queries that found events set which nothing in the capture sets are left out");
        } else {
            session.notes.count("queries that found events set are taken as waits, because the program knew then");
            session.host(args.call(), () -> new HostStep.GetEventStatus(event.toString(), null, true));
            session.hostWaited();
        }
    }

    private CapturedDependency dependency(Struct args, Struct info) {
        return dependencies.of(args, info, Stages.BARRIER).orNothing();
    }

    /** The stages of a queue: what a mask says of the host there has no meaning. */
    private List<String> deviceStages(Struct args, String key, List<String> none) {
        List<String> stages = new ArrayList<>(session.masks.stages(args, key));
        if (stages.remove(HOST)) {
            session.notes.count("the HOST stage of an event command on a queue is left out");
        }
        return or(none, stages);
    }

    private static List<String> or(List<String> none, List<String> stages) {
        return stages.isEmpty() ? none : stages;
    }
}
