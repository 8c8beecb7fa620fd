/**
 * Pages: translation look-aside buffers, where the page table lies, and which resources share a page (Philip Taylor,
 * Vulkan memory dependencies, section Buffer image granularity).
 */
@NullMarked
package dev.sluice.machine.tlb;

import org.jspecify.annotations.NullMarked;
