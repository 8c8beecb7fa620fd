/** Pages: translation look-aside buffers, the page table's flags, and which resources share a page (model section 6; seed 002). */
@NullMarked
package dev.sluice.core.memory.page;

import org.jspecify.annotations.NullMarked;
