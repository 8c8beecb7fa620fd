// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries out cures that give barriers and subpass dependencies more stages and accesses. */
final class Widening {
    private final Draft draft;

    Widening(Draft draft) {
        this.draft = draft;
    }

    boolean extendBarrier(Cure.ExtendBarrier cure) {
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

    /** Barriers of which those that are concerned name more. */
    static List<Barrier> extended(List<Barrier> barriers, Cure.ExtendBarrier cure) {
        return barriers.stream()
                .map(one -> cure.concerns(one) ? wider(one, cure.masks()) : one)
                .toList();
    }

    private static Barrier wider(Barrier barrier, Cure.Masks masks) {
        return barrier.masked(
                barrier.srcStages() | masks.flags(Cure.Mask.Part.SRC_STAGE),
                barrier.srcAccess() | masks.flags(Cure.Mask.Part.SRC_ACCESS),
                barrier.dstStages() | masks.flags(Cure.Mask.Part.DST_STAGE),
                barrier.dstAccess() | masks.flags(Cure.Mask.Part.DST_ACCESS));
    }

    boolean extendExternalDependency(Cure.ExtendExternalDependency cure) {
        return draft.replace(
                cure.command(),
                command -> command instanceof Command.PassStep step
                        ? extended(step, cure.resource(), cure.masks(), null)
                        : command);
    }

    boolean subpassDependency(Cure.SubpassDependency cure) {
        return draft.replace(
                cure.command(),
                command -> command instanceof Command.PassStep step
                        ? extended(step, cure.resource(), cure.masks(), cure.subpasses())
                        : command);
    }

    /**
     * One subpass dependency is the barriers that have its masks: a global one, and the transitions that it orders.
     *
     * @param resource an attachment of which the transition is meant, or null
     * @param subpasses those of a dependency without one; null for none
     */
    private static Command extended(
            Command.PassStep step, @Nullable String resource, Cure.Masks masks, @Nullable SubpassScopes subpasses) {
        Command.PipelineBarrier own = step.dependency();
        List<Barrier> barriers = new ArrayList<>(own == null ? List.of() : own.barriers());
        Barrier like = barriers.stream()
                .filter(one ->
                        one.image() != null && one.image().range().image().equals(resource))
                .findFirst()
                .orElse(null);
        SubpassScopes scopes = like == null ? subpasses : like.subpasses();
        if (scopes == null) {
            return step;
        }
        Barrier none = new Barrier(0, 0, 0, 0, null, null, null);
        Barrier wide = wider(like == null ? none : like, masks);
        Barrier global = new Barrier(
                        wide.srcStages(), wide.srcAccess(), wide.dstStages(), wide.dstAccess(), null, null, null)
                .limitedTo(scopes);
        boolean declared = false;
        for (int i = 0; i < barriers.size(); i++) {
            Barrier one = barriers.get(i);
            if (like != null && sameMasks(one, like) && within(one.subpasses(), scopes)) {
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

    /** A transition comes after all subpasses that used its attachment, its dependency is of the last of them. */
    private static boolean within(@Nullable SubpassScopes one, SubpassScopes other) {
        return one != null && one.dst() == other.dst() && other.src().containsAll(one.src());
    }

    private static boolean sameMasks(Barrier one, Barrier other) {
        return one.srcStages() == other.srcStages()
                && one.srcAccess() == other.srcAccess()
                && one.dstStages() == other.dstStages()
                && one.dstAccess() == other.dstAccess();
    }
}
