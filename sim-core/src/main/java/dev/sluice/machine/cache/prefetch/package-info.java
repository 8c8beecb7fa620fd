/** Prefetchers: what a cache fetches before it is asked for, and how plug-ins add more. */
@NullMarked
package dev.sluice.machine.cache.prefetch;

import org.jspecify.annotations.NullMarked;
