package dev.sluice.core.command.run;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.image.ImageLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The halves of queue family ownership transfers that a queue carries out with its barriers (Vulkan specification,
 * section Queue Family Ownership Transfer).
 */
final class TransferCommands {

    private final DeviceQueue queue;
    private final RunContext run;
    private final BarrierPlanner planner;
    private final String family;

    TransferCommands(DeviceQueue queue, RunContext run, BarrierPlanner planner) {
        this.queue = queue;
        this.run = run;
        this.planner = planner;
        this.family = Ownership.familyOf(queue.name());
    }

    /** What this queue has to do of a command's barriers. */
    List<TransferPart> parts(CommandRecord record, Command.PipelineBarrier command) {
        List<TransferPart> parts = new ArrayList<>();
        for (Barrier barrier : command.barriers()) {
            TransferPart part = TransferPart.of(barrier, family);
            if (part.role() == TransferPart.Role.NONE && barrier.srcQueueFamily() != null) {
                run.note(record.id() + ": an ownership transfer from " + barrier.srcQueueFamily() + " to "
                        + barrier.dstQueueFamily() + " does nothing on queue " + queue.name()
                        + ", which is of neither family");
            }
            parts.add(part);
        }
        return parts;
    }

    /** The transfers of a barrier under way. */
    Halves halves(CommandRecord record, List<TransferPart> parts, BarrierPlanner.Plan plan, int position) {
        return new Halves(record, parts, plan, new Ownership.Point(queue.transitionStrand(), position));
    }

    /** Releases and acquires of one command, each carried out once. */
    final class Halves {
        private final CommandRecord record;
        private final List<TransferPart> parts;
        private final BarrierPlanner.Plan plan;
        private final Ownership.Point point;
        private final Ownership.@Nullable Acquire[] acquired;

        private Halves(
                CommandRecord record, List<TransferPart> parts, BarrierPlanner.Plan plan, Ownership.Point point) {
            this.record = record;
            this.parts = parts;
            this.plan = plan;
            this.point = point;
            this.acquired = new Ownership.Acquire[parts.size()];
        }

        /** Whether there are any. */
        boolean any() {
            return parts.stream().anyMatch(part -> part.role() != TransferPart.Role.NONE);
        }

        /**
         * The layout transitions of the command. That of a transfer runs once, with the acquire; without its release it
         * has no contents to keep.
         */
        List<Transitions.@Nullable Change> changes() {
            List<Transitions.@Nullable Change> changes = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                TransferPart part = parts.get(i);
                ImageTransition image = part.barrier().image();
                if (part.role() != TransferPart.Role.ACQUIRE) {
                    changes.add(Transitions.asWritten(part.barrier(), run, record));
                } else if (image == null) {
                    changes.add(null);
                } else {
                    int index = i;
                    boolean stays = image.oldLayout() == image.newLayout();
                    changes.add(stays ? null : () -> acquiredTransition(index, image));
                }
            }
            return changes;
        }

        private ImageTransition acquiredTransition(int index, ImageTransition image) {
            ImageTransition transition = acquire(index).transferred()
                    ? image
                    : new ImageTransition(image.range(), ImageLayout.UNDEFINED, image.newLayout());
            Transitions.follow(transition, run, record);
            return transition;
        }

        /** Carries out what no transition has brought about. */
        void carryOut() {
            for (int i = 0; i < parts.size(); i++) {
                TransferPart part = parts.get(i);
                if (part.role() == TransferPart.Role.RELEASE) {
                    run.ownership.release(new Ownership.Release(
                            record.id(),
                            part.written(),
                            bytes(part),
                            point,
                            plan.scopes().get(i).clock()));
                } else if (part.role() == TransferPart.Role.ACQUIRE) {
                    acquire(i);
                }
            }
        }

        private Ownership.Acquire acquire(int index) {
            Ownership.Acquire known = acquired[index];
            if (known == null) {
                TransferPart part = parts.get(index);
                known = run.ownership.acquire(
                        record.id(),
                        part.written(),
                        bytes(part),
                        point,
                        plan.scopes().get(index).clock());
                acquired[index] = known;
                if (!known.transferred()) {
                    run.note(record.id() + ": no release of the same range, families and layouts happens-before"
                            + " this acquire, so that what it covers is undefined");
                }
            }
            return known;
        }

        private List<AddressRange> bytes(TransferPart part) {
            return planner.bytes(part.written());
        }
    }
}
