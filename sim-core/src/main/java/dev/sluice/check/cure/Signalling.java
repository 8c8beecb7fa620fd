// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.program.HostOperation;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Carries out cures that have submissions, presents and host threads signal and wait: fences and semaphores. */
final class Signalling {
    private final Draft draft;

    Signalling(Draft draft) {
        this.draft = draft;
    }

    boolean waitForFence(Cure.WaitForFence cure) {
        if (!cure.signalled()
                && !submission(
                        cure.submission(), submit -> with(submit, submit.waits(), submit.signals(), cure.fence()))) {
            return false;
        }
        return draft.insert(
                cure.waiter(), true, new HostOperation.WaitForFences(Draft.added(), List.of(cure.fence()), false));
    }

    boolean waitForSemaphore(Cure.WaitForSemaphore cure) {
        SemaphoreOperation signal = new SemaphoreOperation(cure.semaphore(), 0, false, cure.signalStages());
        SemaphoreOperation wait = new SemaphoreOperation(cure.semaphore(), 0, false, cure.waitStages());
        boolean signals = submission(
                cure.signaller(),
                submit -> with(submit, submit.waits(), joined(submit.signals(), signal), submit.fence()));
        boolean waits = draft.submission(cure.waiter()) == null
                ? draft.change(
                        cure.waiter(),
                        operation -> operation instanceof HostOperation.QueuePresent present
                                ? new HostOperation.QueuePresent(
                                        present.origin(),
                                        present.queue(),
                                        joined(present.waits(), wait),
                                        present.images())
                                : operation)
                : submission(
                        cure.waiter(),
                        submit -> with(submit, joined(submit.waits(), wait), submit.signals(), submit.fence()));
        return signals && waits;
    }

    /** Operations with another one; one of the same semaphore names the stages of both. */
    private static List<SemaphoreOperation> joined(List<SemaphoreOperation> operations, SemaphoreOperation more) {
        List<SemaphoreOperation> all = new ArrayList<>();
        boolean found = false;
        for (SemaphoreOperation one : operations) {
            boolean same = one.semaphore().equals(more.semaphore());
            found |= same;
            all.add(
                    same
                            ? new SemaphoreOperation(
                                    one.semaphore(), one.value(), one.timeline(), one.stages() | more.stages())
                            : one);
        }
        if (!found) {
            all.add(more);
        }
        return all;
    }

    boolean waitForHost(Cure.WaitForHost cure) {
        SemaphoreOperation wait = new SemaphoreOperation(cure.semaphore(), 1, true, cure.stages());
        return draft.insert(
                        cure.operation(), false, new HostOperation.SignalSemaphore(Draft.added(), cure.semaphore(), 1))
                && submission(
                        cure.waiter(),
                        submit -> with(submit, joined(submit.waits(), wait), submit.signals(), submit.fence()));
    }

    boolean waitForAcquire(Cure.WaitForAcquire cure) {
        String acquisition = draft.acquisition(cure.image(), cure.waiter());
        if (acquisition == null) {
            return false;
        }
        List<String> names = new ArrayList<>();
        draft.change(acquisition, operation -> {
            HostOperation.AcquireNextImage acquire = (HostOperation.AcquireNextImage) operation;
            names.add(acquire.semaphore() == null ? acquisition + "-acquired" : acquire.semaphore());
            return new HostOperation.AcquireNextImage(acquire.origin(), acquire.image(), names.get(0), acquire.fence());
        });
        SemaphoreOperation wait = new SemaphoreOperation(names.get(0), 0, false, cure.stages());
        return submission(
                cure.waiter(), submit -> with(submit, joined(submit.waits(), wait), submit.signals(), submit.fence()));
    }

    boolean widenSemaphore(Cure.WidenSemaphore cure) {
        HostOperation.QueueSubmit submit = draft.submission(cure.submission());
        if (submit == null) {
            return false;
        }
        if (cure.operation() == Cure.WidenSemaphore.Operation.WAIT) {
            return submission(
                    cure.submission(), one -> with(one, widened(one.waits(), cure, -1), one.signals(), one.fence()));
        }
        SemaphoreOperation wait = submit.waits().stream()
                .filter(one -> one.semaphore().equals(cure.semaphore()))
                .findFirst()
                .orElse(null);
        if (wait == null) {
            return false;
        }
        String signaller = signaller(wait, submit);
        long value = wait.value();
        return signaller != null
                && submission(
                        signaller, one -> with(one, one.waits(), widened(one.signals(), cure, value), one.fence()));
    }

    /** The submission whose signal a wait waits for: for a timeline the first that reaches its value, else by turns. */
    private @Nullable String signaller(SemaphoreOperation wait, HostOperation.QueueSubmit waiter) {
        int turn = 0;
        String found = null;
        long least = Long.MAX_VALUE;
        for (String id : draft.submissions()) {
            HostOperation.QueueSubmit submit = Objects.requireNonNull(draft.submission(id));
            for (SemaphoreOperation signal : submit.signals()) {
                if (!signal.semaphore().equals(wait.semaphore())) {
                    continue;
                }
                if (!wait.timeline() && turn++ == turn(wait, waiter)) {
                    return id;
                }
                if (wait.timeline() && signal.value() >= wait.value() && signal.value() < least) {
                    least = signal.value();
                    found = id;
                }
            }
        }
        return found;
    }

    /** How many waits for a binary semaphore come before one. */
    @SuppressWarnings("ReferenceEquality") // an operation of the program is itself only
    private int turn(SemaphoreOperation wait, HostOperation.QueueSubmit waiter) {
        int turn = 0;
        for (HostOperation operation : draft.operations()) {
            if (operation == waiter) {
                break;
            }
            List<SemaphoreOperation> waits = operation instanceof HostOperation.QueueSubmit submit
                    ? submit.waits()
                    : operation instanceof HostOperation.QueuePresent present ? present.waits() : List.of();
            turn += (int) waits.stream()
                    .filter(one -> one.semaphore().equals(wait.semaphore()))
                    .count();
        }
        return turn;
    }

    private static List<SemaphoreOperation> widened(
            List<SemaphoreOperation> operations, Cure.WidenSemaphore cure, long value) {
        return operations.stream()
                .map(one -> one.semaphore().equals(cure.semaphore()) && (value < 0 || one.value() >= value)
                        ? new SemaphoreOperation(
                                one.semaphore(), one.value(), one.timeline(), one.stages() | cure.stages())
                        : one)
                .toList();
    }

    private boolean submission(String command, UnaryOperator<HostOperation.QueueSubmit> change) {
        return draft.change(
                command,
                operation -> operation instanceof HostOperation.QueueSubmit submit ? change.apply(submit) : operation);
    }

    private static HostOperation.QueueSubmit with(
            HostOperation.QueueSubmit submit,
            List<SemaphoreOperation> waits,
            List<SemaphoreOperation> signals,
            @Nullable String fence) {
        return new HostOperation.QueueSubmit(
                submit.origin(), submit.queue(), waits, submit.commandBuffers(), signals, fence);
    }
}
