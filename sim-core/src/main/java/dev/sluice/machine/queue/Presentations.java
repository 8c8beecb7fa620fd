// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.truth.Agent;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is presented and when the display is done with it (Vulkan specification, section WSI Swapchain): a present waits
 * for its semaphores alone, and an image may be acquired again once the display has read it.
 */
public final class Presentations {

    /** The display's last reading of an image. */
    static final class Shown extends Awaited {
        private final String image;
        private Clock clock = Clock.ZERO;

        Shown(String image) {
            this.image = image;
        }

        @Override
        String awaitedName() {
            return "the display's reading of " + image;
        }
    }

    /**
     * A presentation that the host has called for.
     *
     * @param id the host operation
     * @param queue the queue it is given to
     * @param scans what {@link #announce} returned
     * @param known what happens-before it on the host
     * @param frame the frame that it belongs to
     */
    record Call(
            String id, String queue, HostOperation.QueuePresent present, List<Shown> scans, Clock known, int frame) {
        Call {
            scans = List.copyOf(scans);
        }
    }

    private final RunContext run;
    private final GraphicsExecutor graphics;
    private final java.util.function.LongSupplier now;
    private final int strand;
    private final Map<String, Shown> shown = new LinkedHashMap<>();
    private @Nullable Awaited lastScan;
    private @Nullable Shown lastShown;
    private long lastShownCycle;
    private int presents;

    /** @param now the current cycle */
    public Presentations(RunContext run, GraphicsExecutor graphics, java.util.function.LongSupplier now) {
        this.run = run;
        this.graphics = graphics;
        this.now = now;
        this.strand = run.takeStrands(1);
    }

    /** Signals once the display has read the image; at once if it never did. */
    void acquire(HostOperation.AcquireNextImage acquire, Clock known) {
        Shown last = shown.get(acquire.image());
        if (last == null || last.done()) {
            acquired(acquire, last == null ? known : known.join(last.clock));
        } else {
            last.addWaiter(() -> acquired(acquire, known.join(last.clock)));
        }
    }

    private void acquired(HostOperation.AcquireNextImage acquire, Clock clock) {
        String semaphore = acquire.semaphore();
        if (semaphore != null) {
            run.synchronization.semaphore(semaphore).signalBinary(clock);
        }
        String fence = acquire.fence();
        if (fence != null) {
            run.host.interrupt(() -> run.synchronization.fence(fence).signal(clock));
        }
    }

    /** The host has called present: from now on these images are the display's until it has read them. */
    List<Shown> announce(HostOperation.QueuePresent present) {
        List<Shown> scans = new ArrayList<>();
        for (String image : present.images()) {
            Shown scan = new Shown(image);
            shown.put(image, scan);
            scans.add(scan);
        }
        return scans;
    }

    /** Presents images one after the other; the queue's barriers carry out what the profile does for a semaphore wait. */
    void present(Call call, BarrierUnit barriers) {
        HostOperation.QueuePresent present = call.present();
        List<SemaphoreState.Wait> waits = new ArrayList<>();
        for (SemaphoreOperation wait : present.waits()) {
            SemaphoreState semaphore = run.synchronization.semaphore(wait.semaphore());
            waits.add(wait.timeline() ? semaphore.waitFor(wait.value()) : semaphore.waitForBinary());
        }
        List<Awaited> waitsFor = new ArrayList<>(waits);
        if (lastScan != null) {
            waitsFor.add(lastScan);
        }
        lastScan = call.scans().get(call.scans().size() - 1);
        boolean unordered = present.waits().isEmpty();
        List<CacheAction> actions = unordered ? List.of() : run.profile.implicitActions(ImplicitPoint.SEMAPHORE_WAIT);
        BarrierOrder.Cause cause = BarrierOrder.Cause.implied(
                call.id(),
                ".wait",
                present.origin(),
                unordered ? BarrierKind.PRESENT : BarrierKind.SEMAPHORE_WAIT,
                present.waits().stream()
                        .map(wait -> BarrierWords.of(wait, true))
                        .toList(),
                call.frame());
        long called = now.getAsLong();
        barriers.start(BarrierOrder.of(cause, null, actions), waitsFor, b -> {
            if (!unordered) {
                b.holdsBack(heldBack(call, called));
            }
            Clock clock = call.known();
            for (SemaphoreState.Wait wait : waits) {
                clock = clock.join(wait.clock());
            }
            scan(call, 0, clock);
        });
    }

    /** Without its semaphores a presentation would begin when it is reached, or when the one before it is over. */
    private RunResult.HeldBack heldBack(Call call, long called) {
        Shown before = lastShown;
        boolean waited = before != null && lastShownCycle > called;
        long otherwise = waited ? lastShownCycle : called;
        return new RunResult.HeldBack(
                call.id(),
                null,
                now.getAsLong() - otherwise,
                otherwise,
                before == null || !waited ? null : before.milestone(otherwise));
    }

    private void scan(Call call, int from, Clock clock) {
        if (from == call.scans().size()) {
            return;
        }
        Shown scan = call.scans().get(from);
        Command command = new Command.Present(call.present().origin(), scan.image);
        CommandRecord record = new CommandRecord(
                call.id(), run.attribute(call.id()), command, call.queue(), call.frame(), now.getAsLong());
        run.add(record);
        record.began(now.getAsLong());
        ImageRange whole = new ImageRange(scan.image, Set.of(Aspect.COLOR), 0, 1, 0, 1);
        String problem = run.layouts().mismatch(whole, ImageLayout.PRESENT_SRC_KHR, "presenting needs");
        if (problem != null) {
            run.note(call.id() + ": " + problem);
        }
        Agent agent = run.agents.add(
                call.id(),
                "present of " + scan.image,
                Stage.BOTTOM_OF_PIPE.mask(),
                0,
                false,
                call.present().origin().where());
        run.order.place(agent.id(), strand, ++presents);
        run.order.began(agent.id(), clock);
        if (run.observed) {
            run.observer.present(
                    now.getAsLong(), call.id(), scan.image, command.origin().where(), true);
        }
        graphics.present(scan.image, new GraphicsExecutor.Who(record.attribution(), agent.id()), work -> {
            record.bytesRead += work.bytesRead();
            record.ended(now.getAsLong());
            if (run.observed) {
                run.observer.present(now.getAsLong(), call.id(), scan.image, "", false);
            }
            run.active(now.getAsLong());
            scan.clock = clock.with(strand, presents);
            lastShown = scan;
            lastShownCycle = now.getAsLong();
            scan.complete();
            scan(call, from + 1, clock);
        });
    }
}
