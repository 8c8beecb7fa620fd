// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Ownership;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The halves of queue family ownership transfers that a write has come through, in order (Vulkan specification, section
 * Queue Family Ownership Transfer). Immutable.
 *
 * <p>What a family has written reaches another one by a release, then an acquire that matches it and comes after it; what a
 * family has released it may read only after it has acquired it back.
 */
record Transfers(List<Half> halves) {
    /** Of a write that its family still owns. */
    static final Transfers NONE = new Transfers(List.of());

    /** What a barrier was for the places of a write. */
    enum Role {
        RELEASED,
        /** By an acquire that matches a release. */
        ACQUIRED,
        /** By an acquire that no release matches. */
        TAKEN
    }

    /**
     * A half.
     *
     * @param point its place in the order
     */
    record Half(Role role, String from, String to, Facts.Available point) {
        private boolean sameFamilies(Half other) {
            return from.equals(other.from()) && to.equals(other.to());
        }
    }

    Transfers {
        halves = List.copyOf(halves);
    }

    Transfers with(Half half) {
        List<Half> all = new ArrayList<>(halves);
        all.add(half);
        return new Transfers(all);
    }

    /** What keeps a family's contents from being defined for a reader of a family; null if nothing does. */
    @Nullable
    MissingHalf missing(String writer, String reader, Knowledge knowledge) {
        Course course = new Course(writer);
        boolean gaveUp = false;
        boolean acquired = false;
        boolean known = true;
        for (Half half : halves) {
            boolean owned = course.ownedBy(reader);
            course.take(half);
            gaveUp |= owned && !course.ownedBy(reader);
            acquired |= half.role() != Role.RELEASED && half.to().equals(reader);
            if (course.ownedBy(reader)
                    && half.role() == Role.ACQUIRED
                    && half.to().equals(reader)) {
                known = knowledge.after(half.point());
            }
        }
        if (course.ownedBy(reader)) {
            return known ? null : MissingHalf.TRANSFER_ORDER;
        }
        if (gaveUp) {
            return MissingHalf.ACQUIRE;
        }
        if (course.onItsWayTo(reader)) {
            return acquired ? MissingHalf.TRANSFER_ORDER : MissingHalf.ACQUIRE;
        }
        return acquired ? MissingHalf.RELEASE : MissingHalf.TRANSFER;
    }

    /** Whose contents are: who owns them can give them up, and whom they were given to can take them over. */
    private static final class Course {
        private @Nullable String owner;
        /** The release that nobody has taken up. */
        private @Nullable Half given;

        private Course(String writer) {
            owner = writer;
        }

        private void take(Half half) {
            Half open = given;
            if (half.role() == Role.RELEASED && ownedBy(half.from())) {
                owner = null;
                given = half;
            } else if (half.role() == Role.ACQUIRED
                    && (Ownership.outside(half.from()) || open != null && open.sameFamilies(half))) {
                owner = half.to();
                given = null;
            }
        }

        private boolean ownedBy(String family) {
            return family.equals(owner);
        }

        private boolean onItsWayTo(String family) {
            Half open = given;
            return open != null && open.to().equals(family);
        }
    }

    /** Whether it was released to where this acquire takes it. */
    boolean released(Half acquire) {
        for (Half half : halves) {
            if (half.role() == Role.RELEASED && half.sameFamilies(acquire)) {
                return true;
            }
        }
        return false;
    }
}
