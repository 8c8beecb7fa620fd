/** What bytes live in: address spaces, the sparse backing store, heaps and memory types, allocations, buffers, images, and the page table. */
@NullMarked
package dev.sluice.core.memory;

import org.jspecify.annotations.NullMarked;
