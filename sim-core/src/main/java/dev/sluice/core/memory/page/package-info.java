/** Pages: translation look-aside buffers, where the page table lies, and which resources share a page (model section 6; seed 002). */
@NullMarked
package dev.sluice.core.memory.page;

import org.jspecify.annotations.NullMarked;
