/** What a program orders: strands and clocks of stages, semaphores, fences and events, ownership, the scopes of dependencies. */
@NullMarked
package dev.sluice.check.order;

import org.jspecify.annotations.NullMarked;
