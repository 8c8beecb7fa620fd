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
    public QueueFamily {
        flags = Set.copyOf(flags);
        if (count < 1) {
            throw new InvalidSpecException("queue family " + name + " needs at least one queue", "count");
        }
    }
}
