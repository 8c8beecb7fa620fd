/** Replacement policies, each one class and one line in {@code BuiltIn}. */
@NullMarked
package dev.sluice.machine.cache.policy;

import org.jspecify.annotations.NullMarked;
