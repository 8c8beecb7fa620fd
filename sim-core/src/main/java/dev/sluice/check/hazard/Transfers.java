// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

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
    record Half(Role role, String from, String to, Facts.Available point) {}

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
        if (writer.equals(reader)) {
            return away(reader, knowledge) ? MissingHalf.ACQUIRE : null;
        }
        boolean released = false;
        boolean acquired = false;
        for (Half half : halves) {
            if (half.to().equals(reader)) {
                if (half.role() == Role.ACQUIRED && knowledge.after(half.point())) {
                    return null;
                }
                released |= half.role() == Role.RELEASED;
                acquired |= half.role() != Role.RELEASED;
            }
        }
        if (released) {
            return acquired ? MissingHalf.TRANSFER_ORDER : MissingHalf.ACQUIRE;
        }
        return acquired ? MissingHalf.RELEASE : MissingHalf.TRANSFER;
    }

    /** Whether it was released to where this acquire takes it. */
    boolean released(Half acquire) {
        for (Half half : halves) {
            if (half.role() == Role.RELEASED
                    && half.from().equals(acquire.from())
                    && half.to().equals(acquire.to())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a family has released it and not got it back. */
    private boolean away(String family, Knowledge knowledge) {
        boolean away = false;
        for (Half half : halves) {
            if (half.role() == Role.RELEASED && half.from().equals(family)) {
                away = true;
            } else if (half.role() == Role.ACQUIRED && half.to().equals(family) && knowledge.after(half.point())) {
                away = false;
            }
        }
        return away;
    }
}
