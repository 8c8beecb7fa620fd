// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.ArrayList;
import java.util.List;

/** Tracks of one name, as many as slices overlap: each slice takes the first that is free. */
final class Lanes {

    private final TimelineOut out;
    private final Track.Group group;
    private final String name;
    private final List<Track> tracks = new ArrayList<>();
    private final List<Boolean> taken = new ArrayList<>();

    Lanes(TimelineOut out, Track.Group group, String name) {
        this.out = out;
        this.group = group;
        this.name = name;
    }

    /** The first track without an open slice. */
    Track take() {
        int free = taken.indexOf(false);
        if (free < 0) {
            free = tracks.size();
            tracks.add(out.slices(group, name));
            taken.add(true);
        }
        taken.set(free, true);
        return tracks.get(free);
    }

    void giveBack(Track track) {
        taken.set(tracks.indexOf(track), false);
    }
}
