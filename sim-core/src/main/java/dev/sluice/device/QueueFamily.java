// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Set;

/**
 * A queue family.
 *
 * @param name as streams use it: {@code name.index}
 * @param flags of {@code GRAPHICS COMPUTE TRANSFER}
 * @param count queues
 */
public record QueueFamily(String name, Set<String> flags, int count) {
    private static final int MOST_QUEUES = 1024;

    public QueueFamily {
        flags = Set.copyOf(flags);
        if (count < 1 || count > MOST_QUEUES) {
            throw new InvalidSpecException(
                    "queue family " + name + " has 1 to " + MOST_QUEUES + " queues, not " + count, "count");
        }
    }
}
