/** What the driver submits: commands, the command processor, queues, semaphores, fences, events and render passes. */
@NullMarked
package dev.sluice.core.command;

import org.jspecify.annotations.NullMarked;
