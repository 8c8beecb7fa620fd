/** Barriers: stages, accesses, dependencies, and the cache actions that a profile makes of them. */
@NullMarked
package dev.sluice.program.sync;

import org.jspecify.annotations.NullMarked;
