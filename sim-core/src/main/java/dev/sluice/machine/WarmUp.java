// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

import org.jspecify.annotations.Nullable;

/**
 * When the counters of a run begin: behind a statistics region or behind the first commands, whichever is given.
 *
 * @param region the name of the region, whose first end it is; null where commands are counted
 * @param commands how many commands, in the order in which queues reach them; markers are not counted
 */
public record WarmUp(@Nullable String region, long commands) {

    /** Behind the first end of a region. */
    public static WarmUp region(String name) {
        return new WarmUp(name, 0);
    }

    /** Behind the first commands. */
    public static WarmUp commands(long count) {
        return new WarmUp(null, count);
    }

    /** What it waits for, in words. */
    public String words() {
        return region == null
                ? "the first " + commands + (commands == 1 ? " command" : " commands")
                : "region '" + region + "'";
    }
}
