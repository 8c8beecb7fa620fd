// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.Set;

/**
 * The subpasses of a render pass instance that the scopes of a subpass dependency are limited to (Vulkan specification,
 * VkSubpassDependency), by their numbers in the render pass.
 *
 * @param src those of the first scope; {@link #EXTERNAL} for what comes before the render pass instance
 * @param dst that of the second scope; {@link #EXTERNAL} for what comes after the render pass instance
 * @param stored subpasses of which the store and resolve operations are in the first scope as well, because they are of
 *     attachments that those of {@code src} use
 */
public record SubpassScopes(Set<Integer> src, int dst, Set<Integer> stored) {
    /** What lies before or after the render pass instance. */
    public static final int EXTERNAL = -1;

    public SubpassScopes {
        src = Set.copyOf(src);
        stored = Set.copyOf(stored);
    }

    /** From one subpass to another. */
    public static SubpassScopes of(int src, int dst) {
        return new SubpassScopes(Set.of(src), dst, Set.of());
    }
}
