package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Submissions, fences, waits of the host. */
final class SyncCalls {
    private final Session session;
    private final CommandCalls commands;
    private final Queues queues;
    private final Semaphores semaphores;
    private final Map<Long, Fence> fences = new HashMap<>();
    private final List<Map<String, Object>> submissions = new ArrayList<>();

    private static final class Fence {
        private final Named name;
        /** Whether the stream has submitted something with this fence since it was reset. */
        private boolean submitted;

        private Fence(Named name) {
            this.name = name;
        }
    }

    SyncCalls(Session session, CommandCalls commands, Queues queues) {
        this.session = session;
        this.commands = commands;
        this.queues = queues;
        semaphores = new Semaphores(session);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateSemaphore", semaphores::create);
        handlers.put(
                "vkCreateFence",
                args -> fences.put(args.handle("pFence"), new Fence(session.named("fence", args.handle("pFence")))));
        handlers.put("vkQueueSubmit", this::submit);
        CommandCalls.both(handlers, "vkQueueSubmit2", this::submit2);
        handlers.put("vkWaitForFences", this::waitForFences);
        handlers.put("vkResetFences", this::resetFences);
        handlers.put("vkGetFenceStatus", this::fenceStatus);
        CommandCalls.both(handlers, "vkWaitSemaphores", this::waitSemaphores);
        CommandCalls.both(handlers, "vkSignalSemaphore", args -> semaphores.hostSignal(args.struct("pSignalInfo")));
        CommandCalls.both(
                handlers,
                "vkGetSemaphoreCounterValue",
                args -> semaphores.hostWait(
                        args, List.of(args.handle("semaphore")), List.of(args.number("pValue", 0))));
        handlers.put("vkQueueWaitIdle", args -> {
            session.host(args.call(), "queueWaitIdle", queues.name(args.handle("queue")));
            session.hostWaited();
        });
        handlers.put("vkDeviceWaitIdle", args -> {
            session.host(args.call(), "deviceWaitIdle", Session.map());
            session.hostWaited();
        });
    }

    Semaphores semaphores() {
        return semaphores;
    }

    /** The name of a fence that something other than a submission will signal; null when there is none. */
    @Nullable
    Named submittedFence(long handle) {
        Fence fence = fences.get(handle);
        if (fence == null) {
            return null;
        }
        fence.submitted = true;
        return fence.name;
    }

    /** Settles what could be known only at the end. */
    void finish() {
        semaphores.finish();
        for (Map<String, Object> submission : submissions) {
            submission.values().removeIf(value -> value instanceof List<?> list && list.isEmpty());
        }
    }

    private void submit(Struct args) {
        List<Struct> submits = args.structs("pSubmits");
        for (Struct submit : submits) {
            List<Object> waits = new ArrayList<>();
            List<Object> signals = new ArrayList<>();
            Struct values = submit.chained("VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO");
            List<Long> waitValues = values == null ? List.of() : values.numbers("pWaitSemaphoreValues");
            List<Long> signalValues = values == null ? List.of() : values.numbers("pSignalSemaphoreValues");
            List<Long> stages = submit.numbers("pWaitDstStageMask");
            List<Long> waiting = submit.handles("pWaitSemaphores");
            for (int i = 0; i < waiting.size(); i++) {
                List<String> at = i < stages.size() ? session.masks.stages(stages.get(i)) : List.of();
                semaphores.wait(submit, waiting.get(i), i < waitValues.size() ? waitValues.get(i) : 0, at, waits);
            }
            List<Object> commandList =
                    commands(submit, queues.name(args.handle("queue")), submit.handles("pCommandBuffers"));
            List<Long> signalled = submit.handles("pSignalSemaphores");
            for (int i = 0; i < signalled.size(); i++) {
                long value = i < signalValues.size() ? signalValues.get(i) : 0;
                semaphores.signal(submit, signalled.get(i), value, List.of(), signals);
            }
            boolean last = submit == submits.get(submits.size() - 1);
            add(args, waits, commandList, signals, last);
        }
        if (submits.isEmpty()) {
            add(args, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), true);
        }
    }

    private void submit2(Struct args) {
        List<Struct> submits = args.structs("pSubmits");
        for (Struct submit : submits) {
            List<Object> waits = new ArrayList<>();
            List<Object> signals = new ArrayList<>();
            for (Struct wait : submit.structs("pWaitSemaphoreInfos")) {
                semaphores.wait(
                        wait,
                        wait.handle("semaphore"),
                        wait.number("value", 0),
                        session.masks.stages(wait, "stageMask"),
                        waits);
            }
            List<Long> buffers = new ArrayList<>();
            submit.structs("pCommandBufferInfos").forEach(info -> buffers.add(info.handle("commandBuffer")));
            List<Object> commandList = commands(submit, queues.name(args.handle("queue")), buffers);
            for (Struct signal : submit.structs("pSignalSemaphoreInfos")) {
                List<String> stages = session.masks.stages(signal, "stageMask");
                semaphores.signal(signal, signal.handle("semaphore"), signal.number("value", 0), stages, signals);
            }
            boolean last = submit == submits.get(submits.size() - 1);
            add(args, waits, commandList, signals, last);
        }
        if (submits.isEmpty()) {
            add(args, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), true);
        }
    }

    private List<Object> commands(Struct struct, String queue, List<Long> handles) {
        Submission submission = new Submission(queues.labels(queue));
        for (long handle : handles) {
            commands.buffer(struct, handle).commands().forEach(command -> command.submit(submission));
        }
        return new ArrayList<>(submission.commands());
    }

    private void add(Struct args, List<Object> waits, List<Object> list, List<Object> signals, boolean last) {
        Map<String, Object> arguments = Session.map(
                "queue", queues.name(args.handle("queue")), "wait", waits, "commands", list, "signal", signals);
        Fence fence = last ? fences.get(args.handle("fence")) : null;
        if (fence != null) {
            arguments.put("fence", fence.name);
            fence.submitted = true;
        }
        submissions.add(arguments);
        session.host(args.call(), "queueSubmit", arguments);
    }

    private void waitForFences(Struct args) {
        if (args.call().result().equals("VK_TIMEOUT")) {
            session.notes.count("waits for fences that timed out are left out");
            return;
        }
        List<Object> names = submitted(args.handles("pFences"));
        if (names.isEmpty()) {
            return;
        }
        if (args.number("waitAll", 1) == 0 && names.size() > 1) {
            session.host(args.call(), "waitForFences", Session.map("fences", names, "all", false));
        } else {
            session.host(args.call(), "waitForFences", names);
        }
        session.hostWaited();
    }

    private void resetFences(Struct args) {
        List<Object> names = submitted(args.handles("pFences"));
        for (long handle : args.handles("pFences")) {
            Fence fence = fences.get(handle);
            if (fence != null) {
                fence.submitted = false;
            }
        }
        if (!names.isEmpty()) {
            session.host(args.call(), "resetFences", names);
        }
    }

    private void fenceStatus(Struct args) {
        List<Object> names = submitted(List.of(args.handle("fence")));
        if (!args.call().result().equals("VK_SUCCESS")) {
            session.notes.count("queries of fences that were not signalled yet are left out");
        } else if (!names.isEmpty()) {
            session.notes.count("queries of signalled fences are taken as waits, because the program knew then");
            session.host(args.call(), "waitForFences", names);
            session.hostWaited();
        }
    }

    /** The names of those fences that the stream submits. */
    private List<Object> submitted(List<Long> handles) {
        List<Object> names = new ArrayList<>();
        for (long handle : handles) {
            Fence fence = fences.get(handle);
            if (fence != null && fence.submitted) {
                names.add(fence.name);
            }
        }
        return names;
    }

    private void waitSemaphores(Struct args) {
        if (args.call().result().equals("VK_TIMEOUT")) {
            session.notes.count("waits for semaphores that timed out are left out");
            return;
        }
        Struct info = args.struct("pWaitInfo");
        if ((info.number("flags", 0) & 1) != 0) {
            session.notes.count(
                    "a wait for any of several semaphores is taken as a wait for all that the stream signals");
        }
        semaphores.hostWait(info, info.handles("pSemaphores"), info.numbers("pValues"));
    }
}
