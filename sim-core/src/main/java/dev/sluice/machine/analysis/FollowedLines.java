// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * How many lines the instances of a cache follow at a time, together: an instance that is used alone may follow all of them. Where
 * there is no room for one more, the instance with the most lines follows every other one from then on.
 */
final class FollowedLines {
    private final int most;
    private final List<ReuseDistances> sharers = new ArrayList<>();
    private int followed;

    /** @param most lines at a time, one or more */
    FollowedLines(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    /** One more who takes lines from here. */
    void share(ReuseDistances sharer) {
        sharers.add(sharer);
    }

    /** Makes room for a line, which need not be of whom it is asked for: that may follow fewer from now on. */
    void makeRoom() {
        while (followed == most) {
            largest().halve();
        }
    }

    void added() {
        followed++;
    }

    void dropped(int lines) {
        followed -= lines;
    }

    private ReuseDistances largest() {
        ReuseDistances largest = sharers.get(0);
        for (ReuseDistances sharer : sharers) {
            if (sharer.followed() > largest.followed()) {
                largest = sharer;
            }
        }
        return largest;
    }
}
