/** Caches whose lines hold real bytes: tag array, MSHR table and write policies. */
@NullMarked
package dev.sluice.machine.cache;

import org.jspecify.annotations.NullMarked;
