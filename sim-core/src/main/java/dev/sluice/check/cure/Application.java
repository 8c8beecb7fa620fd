// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.program.Attachment;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Command;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.CureForm;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.Aspect;
import java.util.List;

/** Carries cures out on a program; each is false if it says what cannot be carried out without a person. */
final class Application implements CureForm<Boolean> {
    private final Draft draft;
    private final Signalling signalling;
    private final Widening widening;

    Application(Draft draft) {
        this.draft = draft;
        signalling = new Signalling(draft);
        widening = new Widening(draft);
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
        return signalling.waitForFence(cure);
    }

    @Override
    public Boolean waitForSemaphore(Cure.WaitForSemaphore cure) {
        return signalling.waitForSemaphore(cure);
    }

    @Override
    public Boolean waitForHost(Cure.WaitForHost cure) {
        return signalling.waitForHost(cure);
    }

    @Override
    public Boolean waitForAcquire(Cure.WaitForAcquire cure) {
        return signalling.waitForAcquire(cure);
    }

    @Override
    public Boolean widenSemaphore(Cure.WidenSemaphore cure) {
        return signalling.widenSemaphore(cure);
    }

    @Override
    public Boolean extendBarrier(Cure.ExtendBarrier cure) {
        return widening.extendBarrier(cure);
    }

    @Override
    public Boolean extendExternalDependency(Cure.ExtendExternalDependency cure) {
        return widening.extendExternalDependency(cure);
    }

    @Override
    public Boolean subpassDependency(Cure.SubpassDependency cure) {
        return widening.subpassDependency(cure);
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
                                                buffer.data(),
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
                                                image.data(),
                                                image.origin())
                                        : image)
                                .toList(),
                        program.kernels(),
                        program.threads(),
                        program.notes(),
                        program.unseen()));
        return true;
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
            RenderTargets kept =
                    ends.map(attachment -> attachment.slice().image().equals(cure.resource())
                            ? attachment.storing(
                                    cure.operations().contains("storeOp")
                                            ? Attachment.StoreOp.NONE
                                            : attachment.store(),
                                    cure.aspects().contains(Aspect.STENCIL)
                                            ? Attachment.StoreOp.NONE
                                            : attachment.stencilStore())
                            : attachment);
            return new Command.PassStep(step.origin(), step.form(), kept, step.dependency(), step.begins());
        });
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
