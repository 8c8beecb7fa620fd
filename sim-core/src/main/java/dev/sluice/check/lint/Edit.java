// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.cure.Draft;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageLayout;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a suggestion changes in a program, so that it can be tried. */
sealed interface Edit {

    /**
     * A change of one barrier within a command.
     *
     * @param barrier the barrier as the program has it
     * @param change what becomes of it, after other changes of the same barrier; nothing where it is removed
     */
    record OfBarrier(String command, Barrier barrier, UnaryOperator<List<Barrier>> change) implements Edit {}

    /**
     * Any other change. It is made once, although commands that are submitted several times are at several places.
     *
     * @param at the commands or operations that it changes
     * @param change is false if it cannot be made
     */
    record OfProgram(List<String> at, Predicate<Draft> change) implements Edit {
        public OfProgram {
            at = List.copyOf(at);
        }
    }

    /** What a cure of a barrier does; null for one that changes no barrier, or says in words what to do. */
    static @Nullable Edit of(DependencySite site, Cure cure) {
        String command = site.at().id();
        if (cure instanceof Cure.Masks masks) {
            return each(site, one -> masked(one, masks));
        } else if (cure instanceof Cure.Layout layout && layout(layout) != null) {
            return each(site, one -> in(one, layout));
        } else if (cure instanceof Cure.Instead instead) {
            return new OfBarrier(command, site.barrier(), own -> instead.barriers());
        } else if (cure instanceof Cure.ByRegion) {
            return command(command, Edit::byRegion);
        }
        return null;
    }

    /** A change that leaves one barrier for one. */
    static Edit each(DependencySite site, UnaryOperator<Barrier> change) {
        return new OfBarrier(
                site.at().id(), site.barrier(), own -> own.stream().map(change).toList());
    }

    /** A barrier that goes away. */
    static Edit removal(DependencySite site) {
        return new OfBarrier(site.at().id(), site.barrier(), own -> List.of());
    }

    /** Another command in the place of one. */
    static Edit command(String id, UnaryOperator<Command> change) {
        return new OfProgram(List.of(id), draft -> draft.replace(id, change));
    }

    /** Another host operation in the place of one. */
    static Edit operation(String id, UnaryOperator<HostOperation> change) {
        return new OfProgram(List.of(id), draft -> draft.change(id, change));
    }

    /** A command before one. */
    static Edit before(String id, Command command) {
        return new OfProgram(List.of(id), draft -> draft.insert(id, true, command));
    }

    /** A host operation before one. */
    static Edit before(String id, HostOperation operation) {
        return new OfProgram(List.of(id), draft -> draft.insert(id, true, operation));
    }

    /** A barrier with masks in the place of its own; those that are not named stay. */
    static Barrier masked(Barrier barrier, Cure.Masks masks) {
        return barrier.masked(
                flags(masks, Cure.Mask.Part.SRC_STAGE, barrier.srcStages()),
                flags(masks, Cure.Mask.Part.SRC_ACCESS, barrier.srcAccess()),
                flags(masks, Cure.Mask.Part.DST_STAGE, barrier.dstStages()),
                flags(masks, Cure.Mask.Part.DST_ACCESS, barrier.dstAccess()));
    }

    /** A mask that is named, with none of its flags too; else as it is. */
    private static long flags(Cure.Masks masks, Cure.Mask.Part part, long own) {
        Optional<Cure.Mask> named =
                masks.masks().stream().filter(mask -> mask.part() == part).findFirst();
        return named.map(Cure.Mask::flags).orElse(own);
    }

    /** A barrier with another old or new layout. */
    static Barrier in(Barrier barrier, Cure.Layout cure) {
        ImageTransition image = barrier.image();
        ImageLayout layout = layout(cure);
        if (image == null || layout == null) {
            return barrier;
        }
        return new Barrier(
                barrier.srcStages(),
                barrier.srcAccess(),
                barrier.dstStages(),
                barrier.dstAccess(),
                barrier.range(),
                new ImageTransition(
                        image.range(),
                        cure.old() ? layout : image.oldLayout(),
                        cure.old() ? image.newLayout() : layout),
                barrier.srcQueueFamily(),
                barrier.dstQueueFamily());
    }

    private static @Nullable ImageLayout layout(Cure.Layout layout) {
        return Stream.of(ImageLayout.values())
                .filter(one -> one.name().equals(layout.layout()))
                .findFirst()
                .orElse(null);
    }

    private static Command byRegion(Command command) {
        if (command instanceof Command.PipelineBarrier barrier) {
            return new Command.PipelineBarrier(barrier.origin(), barrier.barriers(), true);
        }
        Command.PipelineBarrier own = command instanceof Command.PassStep step ? step.dependency() : null;
        return own == null
                ? command
                : ((Command.PassStep) command).with(new Command.PipelineBarrier(own.origin(), own.barriers(), true));
    }
}
