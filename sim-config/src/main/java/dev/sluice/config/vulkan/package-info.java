/** Cures as the C of a Vulkan program, with the structures of Vulkan 1.3. */
@NullMarked
package dev.sluice.config.vulkan;

import org.jspecify.annotations.NullMarked;
