// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.bind.OneKey;
import dev.sluice.config.capture.Semaphores.Use;
import dev.sluice.config.stream.CommandStep;
import dev.sluice.config.stream.HostStep.DeviceWaitIdle;
import dev.sluice.config.stream.HostStep.QueueSubmit;
import dev.sluice.config.stream.HostStep.QueueWaitIdle;
import dev.sluice.config.stream.HostStep.ResetFences;
import dev.sluice.config.stream.HostStep.WaitForFences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Submissions, fences, waits of the host. */
final class SyncCalls {
    /** VK_FENCE_CREATE_SIGNALED_BIT. */
    private static final long SIGNALED = 1;
    /** VK_SEMAPHORE_WAIT_ANY_BIT. */
    private static final long ANY = 1;

    private final CaptureSession session;
    private final CommandCalls commands;
    private final Queues queues;
    private final Semaphores semaphores;
    private final Map<Long, Fence> fences = new HashMap<>();

    private static final class Fence {
        private final Named name;
        /** Whether the stream has submitted something with this fence since it was reset. */
        private boolean submitted;
        /** Whether it was created signalled and has not been reset. */
        private boolean signalled;

        private Fence(Named name, boolean signalled) {
            this.name = name;
            this.signalled = signalled;
        }
    }

    SyncCalls(CaptureSession session, CommandCalls commands, Queues queues) {
        this.session = session;
        this.commands = commands;
        this.queues = queues;
        semaphores = new Semaphores(session);
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateSemaphore", semaphores::create);
        handlers.put("vkCreateFence", args -> {
            boolean signalled = (args.struct("pCreateInfo").number("flags", 0) & SIGNALED) != 0;
            long handle = args.handle("pFence");
            fences.put(handle, new Fence(session.named("fence", handle), signalled));
        });
        handlers.put("vkQueueSubmit", this::submit);
        CommandCalls.both(handlers, "vkQueueSubmit2", this::submit2);
        handlers.put("vkQueueBindSparse", this::bindSparse);
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
            String queue = queues.name(args.handle("queue"));
            session.host(args.call(), () -> new QueueWaitIdle(queue));
            session.hostWaited();
        });
        handlers.put("vkDeviceWaitIdle", args -> {
            if (queues.othersWork(args.handle("device"))) {
                session.unordered(args.call(), "waits for one of several devices wait for all of them here");
            }
            session.host(args.call(), DeviceWaitIdle::new);
            session.hostWaited();
        });
    }

    Semaphores semaphores() {
        return semaphores;
    }

    /** The name of a fence that something will signal; null when there is none. */
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
    }

    private void submit(Struct args) {
        List<Struct> submits = args.structs("pSubmits");
        for (Struct submit : submits) {
            List<Use> waits = waits(submit);
            Late<List<OneKey<CommandStep>>> commandList =
                    commands(submit, args.handle("queue"), submit.handles("pCommandBuffers"));
            List<Use> signals = signals(submit);
            boolean last = submit == submits.get(submits.size() - 1);
            add(args, waits, commandList, signals, last);
        }
        if (submits.isEmpty()) {
            add(args, List.of(), List::of, List.of(), true);
        }
    }

    /** What a batch waits for; at all commands where it names no stages. */
    private List<Use> waits(Struct batch) {
        Struct values = batch.chained("VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO");
        List<Long> waitValues = values == null ? List.of() : values.numbers("pWaitSemaphoreValues");
        List<Long> stages = batch.numbers("pWaitDstStageMask");
        List<Long> waiting = batch.handles("pWaitSemaphores");
        List<Use> waits = new ArrayList<>();
        for (int i = 0; i < waiting.size(); i++) {
            @Nullable List<String> at = i < stages.size() ? session.masks.stages(batch.call(), stages.get(i)) : null;
            semaphores.wait(batch, waiting.get(i), i < waitValues.size() ? waitValues.get(i) : 0, at, waits);
        }
        return waits;
    }

    private List<Use> signals(Struct batch) {
        Struct values = batch.chained("VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO");
        List<Long> signalValues = values == null ? List.of() : values.numbers("pSignalSemaphoreValues");
        List<Long> signalled = batch.handles("pSignalSemaphores");
        List<Use> signals = new ArrayList<>();
        for (int i = 0; i < signalled.size(); i++) {
            long value = i < signalValues.size() ? signalValues.get(i) : 0;
            signals.add(semaphores.signal(batch, signalled.get(i), value, null));
        }
        return signals;
    }

    /** Batches that bind memory have no commands, and order what waits for them after what they wait for. */
    private void bindSparse(Struct args) {
        List<Struct> batches = args.structs("pBindInfo");
        for (Struct batch : batches) {
            session.sparse.bind(batch);
            boolean last = batch == batches.get(batches.size() - 1);
            add(args, waits(batch), List::of, signals(batch), last);
        }
        if (batches.isEmpty()) {
            add(args, List.of(), List::of, List.of(), true);
        }
    }

    private void submit2(Struct args) {
        List<Struct> submits = args.structs("pSubmits");
        for (Struct submit : submits) {
            List<Use> waits = new ArrayList<>();
            List<Use> signals = new ArrayList<>();
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
            Late<List<OneKey<CommandStep>>> commandList = commands(submit, args.handle("queue"), buffers);
            for (Struct signal : submit.structs("pSignalSemaphoreInfos")) {
                List<String> stages = session.masks.stages(signal, "stageMask");
                signals.add(semaphores.signal(signal, signal.handle("semaphore"), signal.number("value", 0), stages));
            }
            boolean last = submit == submits.get(submits.size() - 1);
            add(args, waits, commandList, signals, last);
        }
        if (submits.isEmpty()) {
            add(args, List.of(), List::of, List.of(), true);
        }
    }

    private Late<List<OneKey<CommandStep>>> commands(Struct struct, long queue, List<Long> handles) {
        CapturedSubmission submission =
                new CapturedSubmission(queues.familyOf(queue), queues.labels(queues.name(queue)));
        for (long handle : handles) {
            commands.buffer(struct, handle).commands().forEach(command -> command.submit(submission));
        }
        return submission.commands();
    }

    private void add(
            Struct args, List<Use> waits, Late<List<OneKey<CommandStep>>> list, List<Use> signals, boolean last) {
        String queue = queues.submittedTo(args.handle("queue"));
        Named fence = last ? submittedFence(args.handle("fence")) : null;
        session.host(
                args.call(),
                () -> new QueueSubmit(
                        queue,
                        Use.kept(waits),
                        list.make(),
                        List.of(),
                        Use.kept(signals),
                        fence == null ? null : fence.toString()));
    }

    private void waitForFences(Struct args) {
        if (args.call().result().equals("VK_TIMEOUT")) {
            session.notes.count("waits for fences that timed out are left out");
            return;
        }
        ended(args, args.handles("pFences"));
        List<Named> names = submitted(args.handles("pFences"));
        if (names.isEmpty()) {
            return;
        }
        boolean all = args.number("waitAll", 1) != 0 || names.size() == 1;
        session.host(args.call(), () -> new WaitForFences(Named.texts(names), all));
        session.hostWaited();
    }

    private void resetFences(Struct args) {
        List<Named> names = submitted(args.handles("pFences"));
        for (long handle : args.handles("pFences")) {
            Fence fence = fences.get(handle);
            if (fence != null) {
                fence.submitted = false;
                fence.signalled = false;
            }
        }
        if (!names.isEmpty()) {
            session.host(args.call(), () -> new ResetFences(Named.texts(names)));
        }
    }

    private void fenceStatus(Struct args) {
        List<Named> names = submitted(List.of(args.handle("fence")));
        if (!args.call().result().equals("VK_SUCCESS")) {
            session.notes.count("queries of fences that were not signalled yet are left out");
            return;
        }
        ended(args, List.of(args.handle("fence")));
        if (!names.isEmpty()) {
            session.notes.count("queries of signalled fences are taken as waits, because the program knew then");
            session.host(args.call(), () -> new WaitForFences(Named.texts(names), true));
            session.hostWaited();
        }
    }

    /** A wait that ended although nothing that is known signals the fence, such as a presentation that does. */
    private void ended(Struct args, List<Long> handles) {
        for (long handle : handles) {
            Fence fence = fences.get(handle);
            if (fence != null && !fence.submitted && !fence.signalled) {
                session.unordered(args.call(), "waits for fences that nothing in the stream signals are left out");
            }
        }
    }

    /** The names of those fences that the stream submits. */
    private List<Named> submitted(List<Long> handles) {
        List<Named> names = new ArrayList<>();
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
        if ((info.number("flags", 0) & ANY) != 0 && info.handles("pSemaphores").size() > 1) {
            session.unordered(
                    args.call(),
                    "a wait for any of several semaphores is taken as a wait for all that the stream signals");
        }
        semaphores.hostWait(info, info.handles("pSemaphores"), info.numbers("pValues"));
    }
}
