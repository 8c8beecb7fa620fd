// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.AddressRange;
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

    TransferCommands(DeviceQueue queue, RunContext run, BarrierPlanner planner) {
        this.queue = queue;
        this.run = run;
        this.planner = planner;
    }

    /** The transfers of a barrier under way. */
    Halves halves(CommandRecord record, List<BarrierPart> parts, int position) {
        return new Halves(record, parts, new FamilyOwnership.Point(queue.transitionStrand(), position));
    }

    /** Releases and acquires of one command, each carried out once. */
    final class Halves {
        private final CommandRecord record;
        private final List<BarrierPart> parts;
        private final FamilyOwnership.Point point;
        private final FamilyOwnership.@Nullable Acquire[] acquired;

        private Halves(CommandRecord record, List<BarrierPart> parts, FamilyOwnership.Point point) {
            this.record = record;
            this.parts = parts;
            this.point = point;
            this.acquired = new FamilyOwnership.Acquire[parts.size()];
        }

        /** Whether there are any. */
        boolean any() {
            return parts.stream().anyMatch(BarrierPart::transfers);
        }

        /**
         * The layout transitions of the command. That of a transfer runs once, with the acquire; without its release it
         * has no contents to keep.
         */
        List<Transitions.@Nullable Change> changes() {
            List<Transitions.@Nullable Change> changes = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                BarrierPart part = parts.get(i);
                ImageTransition image = part.barrier().image();
                if (part.role() != BarrierPart.Role.ACQUIRE) {
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

        private Transitions.Made acquiredTransition(int index, ImageTransition image) {
            ImageTransition transition = acquire(index).transferred()
                    ? image
                    : new ImageTransition(image.range(), ImageLayout.UNDEFINED, image.newLayout());
            return Transitions.follow(transition, run, record);
        }

        /** Carries out what no transition has brought about. */
        void carryOut() {
            for (int i = 0; i < parts.size(); i++) {
                BarrierPart part = parts.get(i);
                if (part.role() == BarrierPart.Role.RELEASE) {
                    run.ownership.release(new FamilyOwnership.Release(
                            record.id(),
                            part.written(),
                            bytes(part),
                            point,
                            part.scope().clock()));
                } else if (part.role() == BarrierPart.Role.ACQUIRE) {
                    acquire(i);
                }
            }
        }

        private FamilyOwnership.Acquire acquire(int index) {
            FamilyOwnership.Acquire known = acquired[index];
            if (known == null) {
                BarrierPart part = parts.get(index);
                known = run.ownership.acquire(
                        record.id(),
                        part.written(),
                        bytes(part),
                        point,
                        part.scope().clock());
                acquired[index] = known;
                if (!known.transferred()) {
                    run.note(record.id() + ": no release of the same range, families and layouts happens-before"
                            + " this acquire, so that what it covers is undefined");
                }
            }
            return known;
        }

        private List<AddressRange> bytes(BarrierPart part) {
            return planner.bytes(part.written());
        }
    }
}
