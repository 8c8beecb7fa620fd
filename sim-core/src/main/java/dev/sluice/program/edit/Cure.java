// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What would mend a program: what to add to it, what to change in it, or words where neither can be said.
 *
 * <p>A cure says what to do, and no file format: whoever shows it writes it in the syntax of his streams.
 */
public sealed interface Cure {
    /** Nothing to propose. */
    Cure NONE = new Words("");

    /** What a form makes of this kind of cure. */
    <R> R in(CureForm<R> form);

    /** Several cures, all of which are to be carried out. */
    record Steps(List<Cure> cures) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.steps(this);
        }

        public Steps {
            cures = List.copyOf(cures);
        }
    }

    /**
     * A cure that nobody has applied to the program and checked.
     *
     * @param why why not; empty where that is said elsewhere
     */
    record Unchecked(Cure cure, String why) implements Cure {
        /** Without a reason. */
        public Unchecked(Cure cure) {
            this(cure, "");
        }

        @Override
        public <R> R in(CureForm<R> form) {
            return form.unchecked(this);
        }
    }

    /**
     * A cure that was applied to the program and checked, and does not do by itself.
     *
     * @param why why not
     */
    record Refuted(Cure cure, String why) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.refuted(this);
        }
    }

    /**
     * A command to record.
     *
     * @param image the image that a barrier of the command names, where its declaration is known: what is the whole of it
     *     need not be said
     */
    record InsertCommand(Command command, @Nullable ImageSpec image, Spot spot) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.insertCommand(this);
        }
    }

    /** A host operation to carry out. */
    record InsertOperation(HostOperation operation, Spot spot) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.insertOperation(this);
        }
    }

    /** A host operation in another place: before another one, or before the submission of a command. */
    record MoveOperation(String operation, String before) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.moveOperation(this);
        }
    }

    /**
     * The host's wait for a fence that a submission signals.
     *
     * @param submission a command of that submission
     * @param fence the fence's name
     * @param signalled whether the submission signals it already
     * @param domain whether a barrier must also bring writes into the host's domain
     */
    record WaitForFence(String waiter, String submission, String fence, boolean signalled, boolean domain)
            implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.waitForFence(this);
        }
    }

    /**
     * A semaphore between two submissions.
     *
     * @param signaller a command of the submission that signals
     * @param waiter a command of the submission that waits, or the id of a present
     * @param waitStages the stages that wait; none for a present
     */
    record WaitForSemaphore(String semaphore, String signaller, long signalStages, String waiter, long waitStages)
            implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.waitForSemaphore(this);
        }
    }

    /**
     * A timeline semaphore that the host signals and a submission waits for.
     *
     * @param operation the host operation after which it is signalled
     * @param waiter a command of the submission that waits
     */
    record WaitForHost(String semaphore, String operation, String waiter, long stages) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.waitForHost(this);
        }
    }

    /**
     * The wait of a submission for the semaphore with which an image was acquired.
     *
     * @param waiter a command of the submission that waits
     */
    record WaitForAcquire(String image, String waiter, long stages) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.waitForAcquire(this);
        }
    }

    /** {@code CONCURRENT} sharing of a resource: no queue family has to hand it over. */
    record Share(String resource) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.share(this);
        }
    }

    /**
     * A transfer of ownership between queue families, or the half of one that is missing.
     *
     * @param layout the layout that an image is in meanwhile; null for a buffer, and where it is not known
     * @param prior the command after which the old owner releases the resource, on {@code releaseQueue}
     * @param current the command before which the new owner acquires it, on {@code acquireQueue}
     */
    record HandOver(
            Half missing,
            String resource,
            @Nullable ImageLayout layout,
            String prior,
            String releaseQueue,
            String current,
            String acquireQueue,
            String fromFamily,
            String toFamily)
            implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.handOver(this);
        }

        /** What of a transfer is to be added. */
        public enum Half {
            RELEASE,
            ACQUIRE,
            BOTH
        }
    }

    /** A transfer of ownership on any queues of two families, or sharing instead. */
    record HandOverOrShare(String fromFamily, String toFamily) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.handOverOrShare(this);
        }
    }

    /**
     * More masks for the barrier of a resource that a command has.
     *
     * @param resource an image or buffer; empty for the barriers of all memory
     * @param ranges which barriers of an image are meant, where the command has others of it; empty for all
     */
    record ExtendBarrier(Masks masks, String resource, List<ImageRange> ranges, String command) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.extendBarrier(this);
        }

        public ExtendBarrier {
            ranges = List.copyOf(ranges);
        }

        /** Of all barriers of the resource. */
        public ExtendBarrier(Masks masks, String resource, String command) {
            this(masks, resource, List.of(), command);
        }

        /** Whether this barrier is one of those to extend. */
        public boolean concerns(Barrier barrier) {
            ImageTransition image = barrier.image();
            if (image == null) {
                BufferRange range = barrier.range();
                return resource.equals(range == null ? "" : range.buffer());
            }
            ImageRange own = image.range();
            return own.image().equals(resource) && (ranges.isEmpty() || ranges.contains(own));
        }

        /** What the barriers are of, in words: {@code color (level 1, layer 0)}. */
        public String subject() {
            return resource
                    + (ranges.isEmpty()
                            ? ""
                            : ranges.stream().map(ImageRange::words).collect(Collectors.joining("; ", " (", ")")));
        }
    }

    /**
     * More stages for a wait for a semaphore that is there, or for its signal.
     *
     * @param operation which of the two
     * @param stages of the wait all that it is to name; of the signal those that it lacks
     * @param submission the submission that waits
     */
    record WidenSemaphore(Operation operation, String semaphore, long stages, String submission) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.widenSemaphore(this);
        }

        /** One of the two operations. */
        public enum Operation {
            SIGNAL,
            WAIT
        }
    }

    /**
     * More masks for the external subpass dependency that a layout transition of a render pass belongs to.
     *
     * @param command the command that begins or ends the render pass
     */
    record ExtendExternalDependency(Masks masks, String resource, String command) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.extendExternalDependency(this);
        }
    }

    /** {@code STORE_OP_NONE} for an attachment that its layout only lets be read: every other store operation writes it. */
    record StoreNone(String resource, Set<Aspect> aspects, String command) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.storeNone(this);
        }

        public StoreNone {
            aspects = Set.copyOf(aspects);
        }

        /** The store operations that a program calls after these aspects, by their keys. */
        public List<String> operations() {
            List<String> keys = new ArrayList<>();
            if (!aspects.equals(Set.of(Aspect.STENCIL))) {
                keys.add("storeOp");
            }
            if (aspects.contains(Aspect.STENCIL)) {
                keys.add("stencilStoreOp");
            }
            return keys;
        }
    }

    /**
     * Masks for the dependency between two subpasses.
     *
     * @param resource the attachment whose layout it changes, or null
     * @param command the command that begins the second
     * @param subpasses which two; null for those of the change of layout
     */
    record SubpassDependency(
            Masks masks,
            @Nullable String resource,
            String command,
            @Nullable SubpassScopes subpasses) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.subpassDependency(this);
        }
    }

    /** Two unordered writers of one line, one of which goes past the cache that holds it. */
    record SeparateLines(String one, String other, String cache) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.separateLines(this);
        }
    }

    /** Other masks in the place of those that are there. */
    record Masks(List<Mask> masks) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.masks(this);
        }

        public Masks {
            masks = List.copyOf(masks);
        }

        /** Another mask. */
        public static Masks of(Mask... masks) {
            return new Masks(List.of(masks));
        }

        /** The flags of one of the masks; none of one that is not named. */
        public long flags(Mask.Part part) {
            return masks.stream()
                    .filter(mask -> mask.part() == part)
                    .mapToLong(Mask::flags)
                    .reduce(0, (a, b) -> a | b);
        }

        /** The masks in which a barrier differs from another one. */
        public static Masks changed(Barrier from, Barrier to) {
            List<Mask> before = of(from).masks;
            return new Masks(
                    of(to).masks.stream().filter(mask -> !before.contains(mask)).toList());
        }

        /** All four masks of a barrier. */
        public static Masks of(Barrier barrier) {
            return of(
                    new Mask(Mask.Part.SRC_STAGE, barrier.srcStages()),
                    new Mask(Mask.Part.SRC_ACCESS, barrier.srcAccess()),
                    new Mask(Mask.Part.DST_STAGE, barrier.dstStages()),
                    new Mask(Mask.Part.DST_ACCESS, barrier.dstAccess()));
        }
    }

    /** A mask and what it is the mask of. */
    record Mask(Part part, long flags) {
        /** What masks say. */
        public enum Part {
            SRC_STAGE,
            SRC_ACCESS,
            DST_STAGE,
            DST_ACCESS,
            /** The stages after which an event is reset. */
            STAGE_MASK,
            /** The first stages of a wait for events in the legacy form. */
            SRC_STAGE_MASK,
            /** The stage of a timestamp. */
            STAGE,
            /** The stages of a semaphore operation. */
            STAGES;

            /** The stages of the side {@code src} or {@code dst}. */
            public static Part stage(String side) {
                return side.equals("src") ? SRC_STAGE : DST_STAGE;
            }

            /** Whether flags are accesses. */
            public boolean accesses() {
                return this == SRC_ACCESS || this == DST_ACCESS;
            }
        }

        /** The names of the flags. */
        public List<String> names() {
            return part.accesses()
                    ? Accesses.list(flags).stream().map(Enum::name).toList()
                    : Stages.list(flags).stream().map(Enum::name).toList();
        }
    }

    /**
     * Another layout in the place of a barrier's old or new one.
     *
     * @param layout its name, or which one in words
     */
    record Layout(boolean old, String layout) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.layout(this);
        }

        /** A layout that is known. */
        public Layout(boolean old, ImageLayout layout) {
            this(old, layout.name());
        }
    }

    /** A transition of a whole image, before the command that it is proposed at; its masks follow from the uses around it. */
    record Transition(String image, ImageLayout oldLayout, ImageLayout newLayout) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.transition(this);
        }
    }

    /** That a barrier is by region. */
    record ByRegion() implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.byRegion(this);
        }
    }

    /** Barriers in the place of one. */
    record Instead(List<Barrier> barriers) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.instead(this);
        }

        public Instead {
            barriers = List.copyOf(barriers);
        }
    }

    /** What a person has to do, in words. */
    record Note(String words) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.note(this);
        }
    }

    /** What a person may do in one of several ways, in words that stand in the place of what is written; empty for nothing. */
    record Words(String words) implements Cure {
        @Override
        public <R> R in(CureForm<R> form) {
            return form.words(this);
        }
    }
}
