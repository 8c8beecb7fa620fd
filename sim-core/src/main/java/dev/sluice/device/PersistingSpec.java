// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines that are kept before others: those that accesses with the hint {@code evict_last} ask for, and those of windows.
 *
 * @param share of each set's ways that such lines may have, 0 to 1; 0 for none
 * @param windows ranges of device addresses whose lines are to persist, whoever asks for them
 */
public record PersistingSpec(double share, List<Window> windows) {
    /** A cache in which no lines persist. */
    public static final PersistingSpec NONE = new PersistingSpec(0, List.of());

    /** A range of addresses, the last one exclusive. */
    public record Window(long from, long to) {}

    public PersistingSpec {
        windows = List.copyOf(windows);
    }

    /** The ways of a set that such lines may have. */
    public int ways(int all) {
        return (int) Math.floor(share * all + 1e-9);
    }

    @Nullable
    InvalidSpecException problem(int ways) {
        if (!(share >= 0 && share <= 1)) {
            return new InvalidSpecException("persisting.share must be 0 to 1, not " + share, "persisting", "share");
        }
        if (share > 0 && ways(ways) == 0) {
            return new InvalidSpecException(
                    "persisting.share: " + share + " of " + ways + " ways is not one", "persisting", "share");
        }
        if (share == 0 && !windows.isEmpty()) {
            return new InvalidSpecException(
                    "persisting.windows: without persisting.share no lines persist", "persisting", "windows");
        }
        for (Window window : windows) {
            if (window.from < 0 || window.to <= window.from) {
                return new InvalidSpecException(
                        "persisting.windows: a window from " + window.from + " to " + window.to + " holds nothing",
                        "persisting",
                        "windows");
            }
        }
        return null;
    }
}
