// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.CureForm;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.Aspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Carries cures out on a program; each is false if it says what cannot be carried out without a person. */
final class Application implements CureForm<Boolean> {
    private final Draft draft;

    Application(Draft draft) {
        this.draft = draft;
    }

    @Override
    public Boolean steps(Cure.Steps cure) {
        boolean all = true;
        for (Cure step : cure.cures()) {
            all &= step.in(this);
        }
        return all;
    }

    @Override
    public Boolean unchecked(Cure.Unchecked cure) {
        return cure.cure().in(this);
    }

    @Override
    public Boolean refuted(Cure.Refuted cure) {
        return false;
    }

    @Override
    public Boolean insertCommand(Cure.InsertCommand cure) {
        Command command = cure.command() instanceof Command.PipelineBarrier barrier
                ? new Command.PipelineBarrier(Draft.added(), barrier.barriers(), barrier.byRegion())
                : cure.command();
        Spot spot = cure.spot();
        if (spot.before() != null) {
            return draft.insert(spot.before(), true, command);
        }
        return spot.after() != null && draft.insert(spot.after(), false, command);
    }

    @Override
    public Boolean insertOperation(Cure.InsertOperation cure) {
        Spot spot = cure.spot();
        if (spot.before() != null) {
            return draft.insert(spot.before(), true, cure.operation());
        }
        return spot.after() != null && draft.insert(spot.after(), false, cure.operation());
    }

    @Override
    public Boolean moveOperation(Cure.MoveOperation cure) {
        return draft.move(cure.operation(), cure.before());
    }

    @Override
    public Boolean waitForFence(Cure.WaitForFence cure) {
        if (!cure.signalled()
                && !submission(
                        cure.submission(), submit -> with(submit, submit.waits(), submit.signals(), cure.fence()))) {
            return false;
        }
        return draft.insert(
                cure.waiter(), true, new HostOperation.WaitForFences(Draft.added(), List.of(cure.fence()), false));
    }

    @Override
    public Boolean waitForSemaphore(Cure.WaitForSemaphore cure) {
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

    @Override
    public Boolean waitForHost(Cure.WaitForHost cure) {
        SemaphoreOperation wait = new SemaphoreOperation(cure.semaphore(), 1, true, cure.stages());
        return draft.insert(
                        cure.operation(), false, new HostOperation.SignalSemaphore(Draft.added(), cure.semaphore(), 1))
                && submission(
                        cure.waiter(),
                        submit -> with(submit, joined(submit.waits(), wait), submit.signals(), submit.fence()));
    }

    @Override
    public Boolean waitForAcquire(Cure.WaitForAcquire cure) {
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

    @Override
    public Boolean share(Cure.Share cure) {
        Sharing concurrent = new Sharing(Sharing.Mode.CONCURRENT, List.of());
        draft.declare(
                cure,
                program -> new StreamProgram(
                        program.name(),
                        program.memories(),
                        program.buffers().stream()
                                .map(buffer -> buffer.name().equals(cure.resource())
                                        ? new BufferDeclaration(
                                                buffer.name(),
                                                buffer.memory(),
                                                buffer.offset(),
                                                buffer.size(),
                                                buffer.usage(),
                                                concurrent,
                                                buffer.origin())
                                        : buffer)
                                .toList(),
                        program.images().stream()
                                .map(image -> image.name().equals(cure.resource())
                                        ? new ImageDeclaration(
                                                image.spec(),
                                                image.memory(),
                                                image.offset(),
                                                image.initialLayout(),
                                                image.alias(),
                                                concurrent,
                                                image.origin())
                                        : image)
                                .toList(),
                        program.kernels(),
                        program.threads(),
                        program.notes()));
        return true;
    }

    @Override
    public Boolean extendBarrier(Cure.ExtendBarrier cure) {
        return draft.replace(cure.command(), command -> {
            if (command instanceof Command.PipelineBarrier barrier) {
                return new Command.PipelineBarrier(
                        barrier.origin(), extended(barrier.barriers(), cure), barrier.byRegion());
            }
            if (command instanceof Command.WaitEvents wait) {
                return new Command.WaitEvents(
                        wait.origin(),
                        wait.waits().stream()
                                .map(one -> new Command.WaitEvents.Wait(one.events(), extended(one.barriers(), cure)))
                                .toList(),
                        wait.legacy());
            }
            return command;
        });
    }

    private static List<Barrier> extended(List<Barrier> barriers, Cure.ExtendBarrier cure) {
        return barriers.stream()
                .map(one -> of(one, cure.resource()) ? wider(one, cure.masks()) : one)
                .toList();
    }

    private static boolean of(Barrier barrier, String resource) {
        return barrier.image() != null
                ? barrier.image().range().image().equals(resource)
                : resource.equals(barrier.range() == null ? "" : barrier.range().buffer());
    }

    private static Barrier wider(Barrier barrier, Cure.Masks masks) {
        return barrier.masked(
                barrier.srcStages() | masks.flags(Cure.Mask.Part.SRC_STAGE),
                barrier.srcAccess() | masks.flags(Cure.Mask.Part.SRC_ACCESS),
                barrier.dstStages() | masks.flags(Cure.Mask.Part.DST_STAGE),
                barrier.dstAccess() | masks.flags(Cure.Mask.Part.DST_ACCESS));
    }

    @Override
    public Boolean widenSemaphore(Cure.WidenSemaphore cure) {
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

    @Override
    public Boolean extendExternalDependency(Cure.ExtendExternalDependency cure) {
        return draft.replace(
                cure.command(),
                command -> command instanceof Command.PassStep step
                        ? extended(step, cure.resource(), cure.masks(), true)
                        : command);
    }

    @Override
    public Boolean subpassDependency(Cure.SubpassDependency cure) {
        return draft.replace(
                cure.command(),
                command -> command instanceof Command.PassStep step
                        ? extended(step, cure.resource(), cure.masks(), false)
                        : command);
    }

    /** One subpass dependency is the barriers that have its masks: a global one, and the transitions that it orders. */
    private static Command extended(
            Command.PassStep step, @Nullable String resource, Cure.Masks masks, boolean transition) {
        Command.PipelineBarrier own = step.dependency();
        List<Barrier> barriers = new ArrayList<>(own == null ? List.of() : own.barriers());
        Barrier like = barriers.stream()
                .filter(one ->
                        one.image() != null && one.image().range().image().equals(resource))
                .findFirst()
                .orElse(null);
        if (like == null && transition) {
            return step;
        }
        Barrier none = new Barrier(0, 0, 0, 0, null, null, null);
        Barrier wide = wider(like == null ? none : like, masks);
        Barrier global =
                new Barrier(wide.srcStages(), wide.srcAccess(), wide.dstStages(), wide.dstAccess(), null, null, null);
        boolean declared = false;
        for (int i = 0; i < barriers.size(); i++) {
            Barrier one = barriers.get(i);
            if (like != null && sameMasks(one, like)) {
                declared |= one.image() == null;
                barriers.set(i, wider(one, masks));
            }
        }
        if (!declared) {
            barriers.add(0, global);
        }
        return new Command.PassStep(
                step.origin(),
                step.form(),
                step.ends(),
                new Command.PipelineBarrier(
                        own == null ? step.origin() : own.origin(), barriers, own != null && own.byRegion()),
                step.begins());
    }

    private static boolean sameMasks(Barrier one, Barrier other) {
        return one.srcStages() == other.srcStages()
                && one.srcAccess() == other.srcAccess()
                && one.dstStages() == other.dstStages()
                && one.dstAccess() == other.dstAccess();
    }

    @Override
    public Boolean storeNone(Cure.StoreNone cure) {
        return draft.replace(cure.command(), command -> {
            if (!(command instanceof Command.PassStep step) || step.ends() == null) {
                return command;
            }
            RenderTargets ends = step.ends();
            Attachment depth = ends.depthStencil();
            if (depth == null || !depth.slice().image().equals(cure.resource())) {
                return command;
            }
            Attachment kept = new Attachment(
                    depth.slice(),
                    depth.layout(),
                    depth.load(),
                    cure.operations().contains("storeOp") ? Attachment.StoreOp.NONE : depth.store(),
                    depth.stencilLoad(),
                    cure.aspects().contains(Aspect.STENCIL) ? Attachment.StoreOp.NONE : depth.stencilStore(),
                    depth.clear(),
                    depth.resolve());
            return new Command.PassStep(
                    step.origin(),
                    step.form(),
                    new RenderTargets(ends.area(), ends.colors(), kept, ends.samples()),
                    step.dependency(),
                    step.begins());
        });
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

    // ---- what is said of a place that somebody else knows, or in words

    @Override
    public Boolean handOver(Cure.HandOver cure) {
        return false;
    }

    @Override
    public Boolean handOverOrShare(Cure.HandOverOrShare cure) {
        return false;
    }

    @Override
    public Boolean separateLines(Cure.SeparateLines cure) {
        return false;
    }

    @Override
    public Boolean masks(Cure.Masks cure) {
        return false;
    }

    @Override
    public Boolean layout(Cure.Layout cure) {
        return false;
    }

    @Override
    public Boolean transition(Cure.Transition cure) {
        return false;
    }

    @Override
    public Boolean byRegion(Cure.ByRegion cure) {
        return false;
    }

    @Override
    public Boolean instead(Cure.Instead cure) {
        return false;
    }

    @Override
    public Boolean note(Cure.Note cure) {
        return false;
    }

    @Override
    public Boolean words(Cure.Words cure) {
        return false;
    }
}
