/**
 * Compression of tiles between the render output units' caches and memory: codec, metadata, and what readers undo
 * (Philip Taylor, Vulkan memory dependencies, section Framebuffer compression).
 */
@NullMarked
package dev.sluice.machine.rop.compress;

import org.jspecify.annotations.NullMarked;
